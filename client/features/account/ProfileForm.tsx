import { type FormEvent, useEffect, useRef, useState } from "react";
import type { UpdateProfileInput } from "../../../shared/schemas/users.ts";
import { userLimits } from "../../../shared/users.ts";
import { typedSince } from "../../components/dialogs/typed-since.ts";
import { useShownError } from "../../components/dialogs/use-shown-error.ts";
import { useUnsavedForm } from "../../components/dialogs/use-unsaved-form.ts";
import { TimeZoneField } from "../../components/time-zone/TimeZoneField.tsx";
import { Button } from "../../components/ui/button.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Input } from "../../components/ui/input.tsx";
import { fieldMessage, isSessionOver, readFailure } from "../../data/errors.ts";
import { useViewer } from "../../data/session/viewer.ts";
import { useUpdateProfile } from "./use-update-profile.ts";

export function ProfileForm() {
  const viewer = useViewer();
  const [saved, setSaved] = useState(() => valuesOf(viewer));
  const [values, setValues] = useState(saved);
  const update = useUpdateProfile({ saved: "Profile saved", showsError: true });
  const { told, forget } = useShownError(update.error);
  const failure = told && readFailure(told);
  const isRefused = failure !== null;
  const set = (change: Partial<Values>) => {
    setValues((before) => ({ ...before, ...change }));
    forget();
  };
  const changed = !isSame(values, saved);
  const sent = useRef(values);
  useUnsavedForm(() => !isSame(values, update.isPending ? sent.current : saved));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!changed || update.isPending) return;
    sent.current = values;
    update.mutate(changesOf(saved, values), {
      onSuccess: (profile) => {
        setSaved(valuesOf(profile));
        setValues((now) => typedSince(now, values, valuesOf(profile)));
      },
    });
  };

  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isRefused) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [isRefused]);

  return (
    <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <div className="grid gap-4 shell:grid-cols-2">
        <Field label="First name" error={fieldMessage(failure, "firstName")}>
          {(control) => (
            <Input
              {...control}
              dir="auto"
              autoComplete="given-name"
              maxLength={userLimits.name}
              value={values.firstName}
              onChange={(event) => set({ firstName: event.target.value })}
            />
          )}
        </Field>
        <Field label="Last name" error={fieldMessage(failure, "lastName")}>
          {(control) => (
            <Input
              {...control}
              dir="auto"
              autoComplete="family-name"
              maxLength={userLimits.name}
              value={values.lastName}
              onChange={(event) => set({ lastName: event.target.value })}
            />
          )}
        </Field>
      </div>
      <Field label="Phone" error={fieldMessage(failure, "phone")}>
        {(control) => (
          <Input
            {...control}
            type="tel"
            autoComplete="tel"
            maxLength={userLimits.phone}
            value={values.phone}
            onChange={(event) => set({ phone: event.target.value })}
          />
        )}
      </Field>
      <TimeZoneField
        value={values.timeZone}
        onChange={(timeZone) => set({ timeZone })}
        error={fieldMessage(failure, "timeZone")}
      />
      {failure && !isSessionOver(failure) && failure.fields.length === 0 && (
        <p role="alert" className="text-danger-text">
          {failure.message} Your changes are still here.
        </p>
      )}
      <div className="flex gap-2">
        <Button type="submit" aria-disabled={!changed}>
          Save profile
        </Button>
        {changed && (
          <Button
            variant="ghost"
            onClick={() => {
              setValues(saved);
              forget();
            }}
          >
            Discard changes
          </Button>
        )}
      </div>
    </form>
  );
}

interface Values {
  firstName: string;
  lastName: string;
  phone: string;
  timeZone: string | null;
}

function valuesOf(profile: Omit<Values, "phone"> & { phone: string | null }): Values {
  const { firstName, lastName, phone, timeZone } = profile;
  return { firstName, lastName, phone: phone ?? "", timeZone };
}

function isSame(one: Values, other: Values): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Only the changed fields, so that changes made on other devices stay. */
function changesOf(saved: Values, values: Values): UpdateProfileInput {
  const { firstName, lastName, phone, timeZone } = values;
  return {
    ...(firstName !== saved.firstName && { firstName }),
    ...(lastName !== saved.lastName && { lastName }),
    ...(phone !== saved.phone && { phone: phone.trim() || null }),
    ...(timeZone !== saved.timeZone && { timeZone }),
  };
}
