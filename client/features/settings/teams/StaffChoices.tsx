import type { TeamMember } from "../../../../shared/teams.ts";
import { ChoiceList } from "../../../components/pickers/ChoiceList.tsx";
import { patient, usePickerSearch } from "../../../components/pickers/use-picker-search.ts";
import { Avatar } from "../../../components/ui/avatar.tsx";
import { trpc } from "../../../data/trpc.ts";

interface StaffChoicesProps {
  /** In it already. */
  without: readonly TeamMember[];
  onChoose: (person: TeamMember) => void;
}

export function StaffChoices({ without, onChoose }: StaffChoicesProps) {
  const { words, box } = usePickerSearch();
  const staff = trpc.teams.staff.useQuery({ search: words }, patient);
  const found = (staff.data?.staff ?? []).filter(
    (person) => !without.some(({ id }) => id === person.id),
  );
  return (
    <ChoiceList
      label="Find a colleague"
      choices={found.map(({ id, name, email }) => ({
        value: id,
        name,
        hint: email,
        lead: <Avatar id={id} name={name} size="xs" />,
      }))}
      chosen={null}
      {...box(staff)}
      onChoose={(id) => {
        const person = found.find((one) => one.id === id);
        if (person) onChoose(person);
      }}
    />
  );
}
