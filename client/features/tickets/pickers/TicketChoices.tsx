import { asWords } from "../../../../shared/search/words.ts";
import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import { ChoiceList } from "../../../components/pickers/ChoiceList.tsx";
import { patient, usePickerSearch } from "../../../components/pickers/use-picker-search.ts";
import { StatusMark } from "../../../components/ticket/StatusMark.tsx";
import { useTicketsFound } from "../../../components/ticket/use-tickets-found.ts";

export type OfferedTicket = Pick<TicketRow, "id" | "number" | "subject" | "status" | "requester">;

interface TicketChoicesProps<T extends OfferedTicket> {
  label: string;
  /** The query for tickets offered before anything is typed. */
  among?: string;
  /** Listed first until something is typed. */
  first?: readonly T[];
  isOffered: (ticket: OfferedTicket) => boolean;
  /** Sorted before the others. */
  isNear?: (ticket: OfferedTicket) => boolean;
  onChoose: (ticket: T | TicketRow) => void;
}

/** A searchable list of tickets: by number, text or requester. */
export function TicketChoices<T extends OfferedTicket = TicketRow>(props: TicketChoicesProps<T>) {
  const { label, among, first = [], isOffered, isNear = () => false, onChoose } = props;
  const { words, box } = usePickerSearch();
  const { found } = useTicketsFound({ q: asWords(words) ?? among }, patient);
  const near: readonly (T | TicketRow)[] = words === "" ? first : [];
  const offered = offeredTickets(near, found.data?.tickets ?? [], isNear).filter(isOffered);
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

interface Offered {
  id: string;
}

/** The results with near ones first, without duplicates. */
export function offeredTickets<T extends Offered>(
  near: readonly T[],
  found: readonly T[],
  isNear: (ticket: T) => boolean,
): T[] {
  const ids = new Set(near.map(({ id }) => id));
  const others = found.filter(({ id }) => !ids.has(id));
  return [
    ...near,
    ...others.filter((ticket) => isNear(ticket)),
    ...others.filter((ticket) => !isNear(ticket)),
  ];
}
