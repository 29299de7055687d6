import { UserPlus } from "lucide-react";
import { ChoiceList } from "../../../components/pickers/ChoiceList.tsx";
import { patient, usePickerSearch } from "../../../components/pickers/use-picker-search.ts";
import { trpc } from "../../../data/trpc.ts";
import type { Requester } from "./new-ticket-form.ts";

interface RequesterChoicesProps {
  chosen: string | null;
  onChoose: (person: Requester) => void;
  /** Somebody whom the desk does not know yet, begun with what was typed. */
  onNew: (typed: string) => void;
}

const newCustomer = "new";

/** Whom it may be for: everybody inside the scope, found by name, address or phone; or one more. */
export function RequesterChoices({ chosen, onChoose, onNew }: RequesterChoicesProps) {
  const { text, words, box } = usePickerSearch();
  const found = trpc.tickets.requesters.useQuery({ search: words }, patient);
  const people = found.data ?? [];
  const field = box(found);
  const isLookedFor = found.isSuccess && !field.isOld;
  return (
    <ChoiceList
      {...field}
      label="Find a person"
      choices={[
        ...people.map(({ id, name, email, companies }) => ({
          value: id,
          name,
          hint: companies[0]?.name ?? email ?? undefined,
        })),
        ...(isLookedFor ? [{ value: newCustomer, name: "New customer…", lead: <UserPlus /> }] : []),
      ]}
      chosen={chosen}
      onChoose={(id) => {
        if (id === newCustomer) return onNew(text);
        const person = people.find((each) => each.id === id);
        if (person) onChoose({ id: person.id, name: person.name, companies: person.companies });
      }}
    />
  );
}
