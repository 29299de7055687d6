import { asWords } from "../../../shared/search/words.ts";
import type { TicketRow } from "../../../shared/tickets/vocabulary.ts";
import { ChoiceList } from "../../parts/pickers/ChoiceList.tsx";
import { patient, usePickerSearch } from "../../parts/pickers/use-picker-search.ts";
import { StatusMark } from "../../parts/ticket/StatusMark.tsx";
import { useTicketsFound } from "../../parts/ticket/use-tickets-found.ts";

interface TicketChoicesProps {
  label: string;
  /** What is offered before anything is typed, as a query. */
  among?: string;
  isOffered: (ticket: TicketRow) => boolean;
  /** Stands before the others. */
  isNear?: (ticket: TicketRow) => boolean;
  onChoose: (ticket: TicketRow) => void;
}

/** Any ticket, found by number, by words, or by who asked. */
export function TicketChoices(props: TicketChoicesProps) {
  const { label, among, isOffered, isNear = () => false, onChoose } = props;
  const { words, box } = usePickerSearch();
  const { found } = useTicketsFound({ q: asWords(words) ?? among, limit: 20 }, patient);
  const offered = (found.data?.tickets ?? [])
    .filter(isOffered)
    .sort((one, other) => Number(isNear(other)) - Number(isNear(one)));
  return (
    <ChoiceList
      {...box(found)}
      label={label}
      choices={offered.map(({ id, number, subject, status, requester }) => ({
        value: id,
        name: `#${number} ${subject}`,
        hint: requester.name,
        lead: <StatusMark status={status} />,
      }))}
      chosen={null}
      onChoose={(id) => {
        const ticket = offered.find((each) => each.id === id);
        if (ticket) onChoose(ticket);
      }}
    />
  );
}
