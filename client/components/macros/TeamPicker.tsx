import { trpc } from "../../data/trpc.ts";
import { patient, usePickerSearch } from "../pickers/use-picker-search.ts";
import { MacroPicker, type MacroPickerProps, noChange } from "./MacroPicker.tsx";

/** The team that a macro gives the ticket to. */
export function TeamPicker(props: MacroPickerProps) {
  const { text, words, box } = usePickerSearch();
  const found = trpc.tickets.teams.useQuery({ search: words }, patient);
  return (
    <MacroPicker
      {...props}
      label="Team"
      listLabel="Find a team"
      choices={[...(text.trim() === "" ? [noChange] : []), ...(found.data ?? [])]}
      box={box(found)}
    />
  );
}
