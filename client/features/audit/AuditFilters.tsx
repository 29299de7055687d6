import { useState } from "react";
import { actWords, auditActs, auditSubjects, subjectWords } from "../../../shared/audit.ts";
import { FilterButton } from "../../components/filters/FilterButton.tsx";
import { FilterMenu } from "../../components/filters/FilterMenu.tsx";
import { FilterPopover } from "../../components/filters/FilterPopover.tsx";
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
      <ActFilter value={list.act} onChange={(act) => change({ act })} />
      <FilterMenu
        label="On what"
        any="Anything"
        value={list.subject}
        choices={subjects}
        onChange={(subject) => change({ subject, subjectId: undefined })}
      />
      {list.subjectId && (
        <FilterButton
          label={list.subject ? subjectWords(list.subject) : "Record"}
          chosen="this one alone"
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

/** All about one thing, by the word before the dot. */
const groups: Record<string, string> = {
  session: "All of sign-in and sessions",
  password: "All of passwords",
  user: "All of users",
  company: "All of companies",
  desk: "All of the desk's settings",
  team: "All of teams",
  tag: "All of tags",
  macro: "All of macros",
  view: "All of shared views",
  mail: "All of mails",
  audit: "All of the log itself",
};

function ActFilter({ value, onChange }: OneFilterProps) {
  return (
    <FilterPopover label="What" chosen={value && (groups[value] ?? actWords(value))}>
      {(close) => (
        <Acts
          value={value}
          onChoose={(act) => {
            onChange(act ?? undefined);
            close();
          }}
        />
      )}
    </FilterPopover>
  );
}

function Acts({
  value,
  onChoose,
}: {
  value: string | undefined;
  onChoose: (act: string | null) => void;
}) {
  const [text, setText] = useState("");
  const all: Choice[] = [
    { value: null, name: "Anything" },
    ...Object.entries(groups).map(([group, name]) => ({ value: group, name })),
    ...Object.entries(auditActs).map(([act, name]) => ({ value: act, name })),
  ];
  return (
    <ChoiceList
      label="Find an act"
      choices={all.filter(({ name }) => fits(text, name))}
      chosen={value ?? null}
      text={text}
      onText={setText}
      onChoose={onChoose}
    />
  );
}
