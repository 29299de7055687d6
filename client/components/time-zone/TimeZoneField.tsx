import { useState } from "react";
import { browserTimeZone } from "../../data/time/browser-time-zone.ts";
import { useNow } from "../../data/time/use-now.ts";
import { formatClock } from "../format/format.ts";
import { type Choice, ChoiceList } from "../pickers/ChoiceList.tsx";
import { PickButton } from "../pickers/PickButton.tsx";
import { Field } from "../ui/field.tsx";
import { findTimeZones, listTimeZones, offsetName, zoneName } from "./time-zones.ts";

interface TimeZoneFieldProps {
  /** Null follows the browser. */
  value: string | null;
  onChange: (timeZone: string | null) => void;
  error: string | undefined;
  /** The label for no choice, if it does not mean the browser's zone. */
  unset?: string;
}

export function TimeZoneField({ value, onChange, error, unset }: TimeZoneFieldProps) {
  const now = formatClock(useNow(), value ?? browserTimeZone());
  return (
    <Field
      label="Time zone"
      error={error}
      hint={value === null && unset ? undefined : `It is ${now} there now.`}
    >
      {(control) => (
        <PickButton
          control={control}
          label="Time zone"
          shown={zoneLabel(value, unset)}
          isChosen={value !== null}
          className="w-(--radix-popover-trigger-width) min-w-64"
        >
          {(close) => (
            <TimeZones
              value={value}
              unset={unset}
              onChoose={(timeZone) => {
                onChange(timeZone);
                close();
              }}
            />
          )}
        </PickButton>
      )}
    </Field>
  );
}

interface TimeZonesProps {
  value: string | null;
  unset: string | undefined;
  onChoose: (timeZone: string | null) => void;
}

function TimeZones({ value, unset, onChoose }: TimeZonesProps) {
  const [text, setText] = useState("");
  const [all] = useState(() => listTimeZones(value, Date.now()));
  const zones = findTimeZones(text, all).map(
    ({ id, name, offset }): Choice => ({ value: id, name, hint: offsetName(offset) }),
  );
  const choices = text.trim() ? zones : [{ value: null, name: zoneLabel(null, unset) }, ...zones];
  return (
    <ChoiceList
      label="Find a city or region"
      nothing="No zone has this name. Try the largest city nearby, or UTC+2."
      startsAtChosen
      choices={choices}
      chosen={value}
      text={text}
      onText={setText}
      onChoose={onChoose}
    />
  );
}

function zoneLabel(value: string | null, unset?: string): string {
  if (value !== null) return zoneName(value);
  return unset ?? `Detect from browser (${zoneName(browserTimeZone())})`;
}
