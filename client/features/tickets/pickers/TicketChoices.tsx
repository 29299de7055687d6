import { asWords } from "../../../../shared/search/words.ts";
import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import { ChoiceList } from "../../../components/pickers/ChoiceList.tsx";
import { patient, usePickerSearch } from "../../../components/pickers/use-picker-search.ts";
import { StatusMark } from "../../../components/ticket/StatusMark.tsx";
import { useTicketsFound } from "../../../components/ticket/use-tickets-found.ts";

/** What of a ticket is offered. */
export type OfferedTicket = Pick<TicketRow, "id" | "number" | "subject" | "status" | "requester">;

interface TicketChoicesProps<T extends OfferedTicket> {
  label: string;
  /** What is offered before anything is typed, as a query. */
  among?: string;
  /** Stand before that, until something is typed. */
  first?: readonly T[];
  isOffered: (ticket: OfferedTicket) => boolean;
  /** Stands before the others. */
  isNear?: (ticket: OfferedTicket) => boolean;
  onChoose: (ticket: T | TicketRow) => void;
}

/** Any ticket, found by number, by words, or by who asked. */
export function TicketChoices<T extends OfferedTicket = TicketRow>(props: TicketChoicesProps<T>) {
  const { label, among, first = [], isOffered, isNear = () => false, onChoose } = props;
  const { words, box } = usePickerSearch();
  const { found } = useTicketsFound({ q: asWords(words) ?? among, limit: 20 }, patient);
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

/** What is found, with those first that are near; each stands once. */
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
