import { useState } from "react";
import { actionWords, auditActs, auditSubjects, subjectWords } from "../../../shared/audit.ts";
import {
  FilterButton,
  type FilterChoicesProps,
  FilterMenu,
  FilterPopover,
} from "../../components/filters/FilterMenu.tsx";
import { PersonFilter } from "../../components/filters/PersonFilter.tsx";
import { type Choice, ChoiceList } from "../../components/pickers/ChoiceList.tsx";
import { fits } from "../../components/pickers/fits.ts";
import type { FiltersProps } from "./audit-address.ts";
import { PeriodFilter } from "./PeriodFilter.tsx";

export function AuditFilters({ list, change }: FiltersProps) {
  const subjects = Object.entries(auditSubjects).map(([value, name]) => ({ value, name }));
  return (
    <>
      <PersonFilter label="Who" value={list.actorId} onChange={(actorId) => change({ actorId })} />
      <ActionFilter value={list.act} onChange={(act) => change({ act })} />
      <FilterMenu
        label="Target"
        any="Anything"
        value={list.subject}
        choices={subjects}
        onChange={(subject) => change({ subject, subjectId: undefined })}
      />
      {list.subjectId && (
        <FilterButton
          label={list.subject ? subjectWords(list.subject) : "Record"}
          chosen="this one only"
          onClick={() => change({ subjectId: undefined })}
        />
      )}
      <PeriodFilter list={list} change={change} />
    </>
  );
}

interface OneFilterProps {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Groups of actions, by the word before the dot. */
const groups: Record<string, string> = {
  session: "All sign-ins and sessions",
  password: "All password actions",
  user: "All user changes",
  company: "All company changes",
  desk: "All settings changes",
  team: "All team changes",
  tag: "All tag changes",
  macro: "All macro changes",
  view: "All shared view changes",
  mail: "All email actions",
  mailbox: "All mailbox changes",
  audit: "All changes of the log",
};

function ActionFilter({ value, onChange }: OneFilterProps) {
  return (
    <FilterPopover
      label="What"
      chosen={value && (groups[value] ?? actionWords(value))}
      onChange={onChange}
    >
      {(choose) => <Actions value={value} onChoose={choose} />}
    </FilterPopover>
  );
}

function Actions({ value, onChoose }: FilterChoicesProps) {
  const [text, setText] = useState("");
  const all: Choice[] = [
    { value: null, name: "Anything" },
    ...Object.entries(groups).map(([group, name]) => ({ value: group, name })),
    ...Object.entries(auditActs).map(([act, name]) => ({ value: act, name })),
  ];
  return (
    <ChoiceList
      label="Find an action"
      choices={all.filter(({ name }) => fits(text, name))}
      chosen={value ?? null}
      text={text}
      onText={setText}
      onChoose={onChoose}
    />
  );
}
