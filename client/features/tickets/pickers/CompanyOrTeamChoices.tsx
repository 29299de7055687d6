import { ChoiceList } from "../../../components/pickers/ChoiceList.tsx";
import { patient, usePickerSearch } from "../../../components/pickers/use-picker-search.ts";
import { trpc } from "../../../data/trpc.ts";

interface Place {
  id: string;
  name: string;
}

interface PlaceChoicesProps {
  label: string;
  /** Where this ticket may go; or any of this company. */
  ticketId?: string;
  companyId?: string | null | undefined;
  which: "companies" | "teams";
  /** Absent where one has to be chosen. */
  none?: string | undefined;
  chosen: string | null;
  onChoose: (place: Place | null) => void;
}

/** A company or a team, or none. */
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
  const places: readonly Place[] = asked.data ?? [];
  const found = places.map(({ id, name }) => ({ value: id, name }));
  return (
    <ChoiceList
      label={label}
      choices={text.trim() || !none ? found : [{ value: null, name: none }, ...found]}
      chosen={chosen}
      {...box(asked)}
      onChoose={(id) => onChoose(places.find((place) => place.id === id) ?? null)}
    />
  );
}
