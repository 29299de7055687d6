import { fullName } from "../../../shared/users.ts";
import { trpc } from "../../data/trpc.ts";
import { type Choice, ChoiceList } from "../pickers/ChoiceList.tsx";
import { patient, usePickerSearch } from "../pickers/use-picker-search.ts";
import { Avatar } from "../ui/avatar.tsx";
import { type FilterChoicesProps, FilterPopover } from "./FilterMenu.tsx";

interface PersonFilterProps {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Any user, for viewers who can see all of them. */
export function PersonFilter({ label, value, onChange }: PersonFilterProps) {
  const person = trpc.audit.person.useQuery(
    { id: value ?? "" },
    { enabled: value !== undefined, staleTime: 60_000 },
  );
  return (
    <FilterPopover label={label} chosen={value && (person.data?.name ?? "…")} onChange={onChange}>
      {(choose) => <People value={value} onChoose={choose} />}
    </FilterPopover>
  );
}

function People({ value, onChoose }: FilterChoicesProps) {
  const { text, words, box } = usePickerSearch();
  const users = trpc.users.list.useQuery({ search: words || undefined, limit: 20 }, patient);
  const found = (users.data?.users ?? []).map((user): Choice => {
    const name = fullName(user);
    return {
      value: user.id,
      name,
      hint: user.email,
      lead: <Avatar id={user.id} name={name} size="xs" />,
    };
  });
  return (
    <ChoiceList
      label="Find a person"
      choices={text.trim() ? found : [{ value: null, name: "Anyone" }, ...found]}
      chosen={value ?? null}
      {...box(users)}
      onChoose={onChoose}
    />
  );
}
