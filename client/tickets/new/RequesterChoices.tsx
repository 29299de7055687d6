import { trpc } from "../../lib/trpc.ts";
import { ChoiceList } from "../../parts/pickers/ChoiceList.tsx";
import { patient, usePickerSearch } from "../../parts/pickers/use-picker-search.ts";
import type { Requester } from "./new-ticket-form.ts";

/** Whom it may be for: everybody inside the scope, found by name, address or company. */
export function RequesterChoices({
  chosen,
  onChoose,
}: {
  chosen: string | null;
  onChoose: (person: Requester) => void;
}) {
  const { words, box } = usePickerSearch();
  const found = trpc.tickets.requesters.useQuery({ search: words }, patient);
  const people = found.data ?? [];
  return (
    <ChoiceList
      {...box(found)}
      label="Find a person"
      choices={people.map(({ id, name, email, companies }) => ({
        value: id,
        name,
        hint: companies[0]?.name ?? email ?? undefined,
      }))}
      chosen={chosen}
      onChoose={(id) => {
        const person = people.find((each) => each.id === id);
        if (person) onChoose({ id: person.id, name: person.name, companies: person.companies });
      }}
    />
  );
}
