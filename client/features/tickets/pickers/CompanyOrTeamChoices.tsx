import { ChoiceList } from "../../../components/pickers/ChoiceList.tsx";
import { patient, usePickerSearch } from "../../../components/pickers/use-picker-search.ts";
import { trpc } from "../../../data/trpc.ts";

interface Choice {
  id: string;
  name: string;
}

interface PlaceChoicesProps {
  label: string;
  /** Limits the choices to those this ticket or company allows. */
  ticketId?: string;
  companyId?: string | null | undefined;
  which: "companies" | "teams";
  /** The name of the empty choice; absent if a value is required. */
  none?: string | undefined;
  chosen: string | null;
  onChoose: (choice: Choice | null) => void;
}

/** A searchable list of companies or teams. */
export function CompanyOrTeamChoices(props: PlaceChoicesProps) {
  const { label, ticketId, companyId, which, none, chosen, onChoose } = props;
  const { text, words, box } = usePickerSearch();
  const input = { search: words, ticketId };
  const companies = trpc.tickets.companies.useQuery(input, {
    ...patient,
    enabled: which === "companies",
  });
  const teams = trpc.tickets.teams.useQuery(
    { ...input, companyId },
    { ...patient, enabled: which === "teams" },
  );
  const asked = which === "companies" ? companies : teams;
  const loaded: readonly Choice[] = asked.data ?? [];
  const found = loaded.map(({ id, name }) => ({ value: id, name }));
  return (
    <ChoiceList
      label={label}
      choices={text.trim() || !none ? found : [{ value: null, name: none }, ...found]}
      chosen={chosen}
      {...box(asked)}
      onChoose={(id) => onChoose(loaded.find((choice) => choice.id === id) ?? null)}
    />
  );
}
