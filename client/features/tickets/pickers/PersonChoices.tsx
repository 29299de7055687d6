import type { PersonRef } from "../../../../shared/tickets/vocabulary.ts";
import { type Choice, ChoiceList } from "../../../components/pickers/ChoiceList.tsx";
import { patient, usePickerSearch } from "../../../components/pickers/use-picker-search.ts";
import { Avatar } from "../../../components/ui/avatar.tsx";
import { useViewer } from "../../../data/session/viewer.ts";
import { trpc } from "../../../data/trpc.ts";

interface PersonChoicesProps {
  label: string;
  /** Limits the people to those who can access this ticket or company. The company is part of the cache key. */
  ticketId?: string;
  companyId?: string | null | undefined;
  who: "assignees" | "requesters" | "followers";
  chosen: string | null;
  /** Offered before anything is typed; null means unassigned. */
  first?: readonly (PersonRef | null)[];
  /** Not offered. */
  without?: readonly PersonRef[];
  onChoose: (person: PersonRef | null) => void;
}

type Offered = PersonRef & { email?: string | null };

/** A searchable list of people in the ticket's scope. */
export function PersonChoices(props: PersonChoicesProps) {
  const { label, ticketId, companyId, who, chosen, first = [], without = [], onChoose } = props;
  const viewer = useViewer();
  const { text, words, box } = usePickerSearch();
  const input = { search: words, ticketId, companyId };
  const staff = trpc.tickets.assignees.useQuery(input, {
    ...patient,
    enabled: who !== "requesters",
  });
  // Customers can follow only tickets of their company.
  const customers = trpc.tickets.requesters.useQuery(input, {
    ...patient,
    enabled: who === "requesters" || (who === "followers" && companyId !== null),
  });
  const ahead = text.trim() ? [] : first;
  const found = unique<Offered>([...(staff.data ?? []), ...(customers.data ?? [])]).filter(
    ({ id }) => ![...ahead, ...without].some((person) => person?.id === id),
  );
  return (
    <ChoiceList
      label={label}
      choices={[...ahead, ...found].map((person) => choiceOf(person, viewer.id))}
      chosen={chosen}
      {...box(staff, customers)}
      onChoose={(id) => {
        const person = [...ahead, ...found].find((each) => (each?.id ?? null) === id);
        onChoose(person ? { id: person.id, name: person.name } : null);
      }}
    />
  );
}

function choiceOf(person: Offered | null, viewerId: string): Choice {
  if (!person) {
    const lead = <span className="size-5 rounded-full border border-faint border-dashed" />;
    return { value: null, name: "Unassigned", lead };
  }
  const { id, name, email } = person;
  return {
    value: id,
    name,
    hint: id === viewerId ? "you" : (email ?? undefined),
    lead: <Avatar id={id} name={name} size="xs" />,
  };
}

function unique<Item extends { id: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}
