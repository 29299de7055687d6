import { printName } from "../../../../shared/search/print.ts";
import { type Choice, ChoiceList } from "../../../components/pickers/ChoiceList.tsx";
import { openHint } from "../../../components/pickers/open-hint.ts";
import { patient, usePickerSearch } from "../../../components/pickers/use-picker-search.ts";
import { trpc } from "../../../data/trpc.ts";
import { toggled, type ValuesProps } from "./filter-values.ts";
import { filterNames } from "./filter-words.ts";

/** People, companies, teams and tags: those that the desk completes in the box, too. */
export function NameValues({ operator, chosen, onChoose }: ValuesProps) {
  const { text, words, box } = usePickerSearch();
  const q = `${operator}:"${words.replaceAll('"', "")}`;
  const answer = trpc.tickets.complete.useQuery(
    { q, at: q.length },
    { ...patient, meta: { showsError: true } },
  );
  const special = ["me", "none"].filter((value) => answer.data && isOffered(operator, value));
  const found: Choice[] = (answer.data?.options ?? [])
    .filter(({ text }) => !special.includes(text))
    .map(({ text, label, says, count }) => ({
      value: text,
      name: label,
      hint: says || (count === null ? undefined : openHint(count)),
    }));
  const before: Choice[] = text.trim()
    ? []
    : [
        ...special.map((value) => ({ value, name: specialName(operator, value) })),
        ...chosen
          .filter((value) => !special.includes(value) && !found.some((one) => one.value === value))
          .map((value) => ({ value, name: value.replaceAll('"', "") })),
      ];
  return (
    <ChoiceList
      label={`Find ${filterNames[operator].toLowerCase()}`}
      choices={[...before, ...found]}
      chosen={chosen.map((value) => found.find((one) => isSame(one.value, value))?.value ?? value)}
      {...box(answer)}
      onChoose={(value) => {
        if (value === null) return;
        onChoose((now) => toggled(now, now.find((one) => isSame(value, one)) ?? value));
      }}
    />
  );
}

function isOffered(operator: ValuesProps["operator"], value: string): boolean {
  if (value === "me") return operator === "assignee" || operator === "requester";
  return operator !== "requester";
}

function specialName(operator: ValuesProps["operator"], value: string): string {
  if (value === "me") return "Me, whoever reads the list";
  return operator === "assignee" ? "Nobody" : "None";
}

/** However it was typed. */
function isSame(one: string | null, other: string): boolean {
  return one?.toLowerCase() === printName(other.replaceAll('"', "")).toLowerCase();
}
