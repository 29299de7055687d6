import { asWords } from "../../../shared/search/words.ts";
import type { TicketRow } from "../../../shared/tickets/vocabulary.ts";
import { trpc } from "../../lib/trpc.ts";
import { ChoiceList } from "../../parts/pickers/choice-list.tsx";
import { patient, usePickerSearch } from "../../parts/pickers/use-picker-search.ts";
import { StatusMark } from "../../parts/ticket/status-mark.tsx";

interface TicketChoicesProps {
  label: string;
  isOffered: (ticket: TicketRow) => boolean;
  onChoose: (ticket: TicketRow) => void;
}

/** Any ticket, found by number, by words, or by who asked. */
export function TicketChoices({ label, isOffered, onChoose }: TicketChoicesProps) {
  const { words, box } = usePickerSearch();
  const found = trpc.tickets.list.useQuery(
    { view: "all", q: asWords(words), sort: "relevance", limit: 20 },
    patient,
  );
  const offered = (found.data?.tickets ?? []).filter(isOffered);
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
