import { type ComponentProps, useState } from "react";
import { userLimits } from "../../../shared/users.ts";
import { SavedTextField } from "../../components/SavedTextField.tsx";
import { TimeZoneField } from "../../components/time-zone/TimeZoneField.tsx";
import type { Input } from "../../components/ui/input.tsx";
import { type Failure, fieldMessage, isSessionOver, readFailure } from "../../data/errors.ts";
import { useViewer } from "../../data/session/viewer.ts";
import { useUpdateProfile } from "./use-update-profile.ts";

/** The person's details. Each field saves itself, as the settings do. */
export function ProfileForm() {
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 shell:grid-cols-2">
        <ProfileText
          field="firstName"
          label="First name"
          dir="auto"
          autoComplete="given-name"
          maxLength={userLimits.name}
        />
        <ProfileText
          field="lastName"
          label="Last name"
          dir="auto"
          autoComplete="family-name"
          maxLength={userLimits.name}
        />
      </div>
      <ProfileText
        field="phone"
        label="Phone"
        type="tel"
        autoComplete="tel"
        maxLength={userLimits.phone}
      />
      <ProfileTimeZone />
    </div>
  );
}

interface ProfileTextProps
  extends Pick<ComponentProps<typeof Input>, "dir" | "type" | "autoComplete" | "maxLength"> {
  field: "firstName" | "lastName" | "phone";
  label: string;
}

function ProfileText({ field, label, ...input }: ProfileTextProps) {
  const value = useViewer()[field] ?? "";
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const update = useUpdateProfile({ saved: `${label} saved`, undoes: true, showsError: true });
  const settle = (text: string | null) => {
    setTyped(text);
    setError(null);
  };
  return (
    <SavedTextField
      {...input}
      label={label}
      error={error}
      value={value}
      typed={typed}
      onType={settle}
      onReset={() => settle(null)}
      onCommit={(text) => {
        if (text === value) return settle(null);
        const given = field === "phone" ? text || null : text;
        update.mutate(
          { [field]: given },
          {
            // Text typed in the meantime stays.
            onSuccess: () => setTyped((now) => (now === typed ? null : now)),
            onError: (failed) => setError(wordsFor(readFailure(failed), field)),
          },
        );
      }}
    />
  );
}

function ProfileTimeZone() {
  const { timeZone } = useViewer();
  const [error, setError] = useState<string | null>(null);
  const update = useUpdateProfile({ saved: "Time zone saved", undoes: true, showsError: true });
  return (
    <TimeZoneField
      value={timeZone}
      onChange={(next) => {
        setError(null);
        if (next === timeZone) return;
        update.mutate(
          { timeZone: next },
          { onError: (failed) => setError(wordsFor(readFailure(failed), "timeZone")) },
        );
      }}
      error={error ?? undefined}
    />
  );
}

/** The end of a session is shown by its own alert. */
function wordsFor(failure: Failure, field: string): string | null {
  if (isSessionOver(failure)) return null;
  return fieldMessage(failure, field) ?? `${failure.message} What you typed is still here.`;
}
