import { type ReactNode, useState } from "react";
import { isStaff } from "../../../../shared/access.ts";
import { operatorOf } from "../../../../shared/search/operators.ts";
import { ticketPriorities, ticketStatuses } from "../../../../shared/tickets/vocabulary.ts";
import { ChoiceList } from "../../../components/pickers/ChoiceList.tsx";
import { PriorityMark } from "../../../components/ticket/PriorityMark.tsx";
import { StatusMark } from "../../../components/ticket/StatusMark.tsx";
import { useViewer } from "../../../data/session/viewer.ts";
import { toggled, type ValuesProps } from "./filter-values.ts";
import { choiceWords } from "./filter-words.ts";

/** Some of a fixed vocabulary; any of them may hold. */
export function FilterValues({ operator, chosen, onChoose }: ValuesProps) {
  const language = isStaff(useViewer()) ? "staff" : "customer";
  const [text, setText] = useState("");
  const { choices = [] } = operatorOf(language, operator);
  const offered = choices
    .map((value) => ({ value, name: capital(choiceWords(operator, value)), lead: markOf(value) }))
    .filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <ChoiceList
      label="Find a value"
      choices={offered}
      chosen={chosen}
      text={text}
      onText={setText}
      onChoose={(value) => value !== null && onChoose((now) => toggled(now, value))}
    />
  );
}

function markOf(value: string): ReactNode {
  const status = ticketStatuses.find((known) => known === value);
  if (status) return <StatusMark status={status} besideWord />;
  const priority = ticketPriorities.find((known) => known === value);
  return priority ? <PriorityMark priority={priority} besideWord /> : undefined;
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
