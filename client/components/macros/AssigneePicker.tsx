import { trpc } from "../../data/trpc.ts";
import { patient, usePickerSearch } from "../pickers/use-picker-search.ts";
import { Avatar } from "../ui/avatar.tsx";
import { MacroPicker, type MacroPickerProps, noChange } from "./MacroPicker.tsx";
import { whoeverUsesIt } from "./macro-values.ts";

/** Whom a macro assigns: somebody, or whoever uses it. */
export function AssigneePicker(props: MacroPickerProps) {
  const { text, words, box } = usePickerSearch();
  const found = trpc.tickets.assignees.useQuery({ search: words }, patient);
  const people = found.data ?? [];
  return (
    <MacroPicker
      {...props}
      label="Assignee"
      listLabel="Find a colleague"
      choices={[...(text.trim() === "" ? [noChange, whoeverUsesIt] : []), ...people]}
      lead={({ id, name }) => <Avatar id={id} name={name} size="xs" />}
      box={box(found)}
    />
  );
}
