import { useEffect, useRef } from "react";
import { describeLifetime } from "../../../shared/link-lifetime.ts";
import { fullName, userLimits } from "../../../shared/users.ts";
import { useConfirmedClose } from "../../components/dialogs/unsaved-form.ts";
import { Refusal } from "../../components/Refusal.tsx";
import { TimeZoneField } from "../../components/time-zone/TimeZoneField.tsx";
import { Dialog, DialogContent, FormFooter } from "../../components/ui/dialog.tsx";
import { HeldFields } from "../../components/ui/held-fields.tsx";
import { TextField } from "../../components/ui/text-field.tsx";
import type { Failure } from "../../data/errors.ts";
import { useViewer } from "../../data/session/viewer.ts";
import { trpc } from "../../data/trpc.ts";
import { PendingAddress } from "./PendingAddress.tsx";
import { RoleFields } from "./RoleFields.tsx";
import { type UserFormOptions, useUserForm } from "./use-user-form.ts";

/** Creates or edits a user. Errors appear next to their fields. */
export function UserDialog(props: UserFormOptions) {
  const { user, onClose } = props;
  const viewer = useViewer();
  const { values, set, setRole, errorOf, submit, isPending, failure, missing, isChanged } =
    useUserForm(props);
  const record = trpc.users.get.useQuery(
    { id: user?.id ?? "" },
    { enabled: user !== null, meta: { showsError: true } },
  );
  const leave = useConfirmedClose(() => isChanged && !isPending, onClose);
  const form = useRef<HTMLFormElement>(null);
  // Two effects: filling in a missing value must not move the focus to another invalid field.
  useEffect(() => {
    if (failure) focusFirstInvalid(form.current);
  }, [failure]);
  useEffect(() => {
    if (missing) focusFirstInvalid(form.current);
  }, [missing]);
  const text = (field: "firstName" | "lastName" | "email" | "phone", label: string) => (
    <TextField
      label={label}
      error={errorOf(field)}
      dir="auto"
      type={field === "email" ? "email" : field === "phone" ? "tel" : "text"}
      autoComplete="off"
      maxLength={field === "phone" || field === "email" ? userLimits[field] : userLimits.name}
      value={values[field]}
      onType={(typed) => set({ [field]: typed })}
    />
  );

  return (
    <Dialog open onOpenChange={(open) => !open && leave()}>
      <DialogContent
        title={user ? `Edit ${fullName(user)}` : "New user"}
        description={
          user
            ? undefined
            : `We'll send a link to set a password (valid for ${describeLifetime("invitation")}).`
        }
        className="max-w-130"
      >
        <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
          <HeldFields held={user === null && isPending} className="flex flex-col gap-4">
            <div className="grid gap-4 shell:grid-cols-2">
              {text("firstName", "First name")}
              {text("lastName", "Last name")}
            </div>
            {text("email", "Email")}
            {user && record.data?.addressChange && (
              <PendingAddress user={user} change={record.data.addressChange} />
            )}
            <RoleFields
              values={values}
              errors={{
                role: errorOf("role"),
                companyScope: errorOf("companyScope"),
                companies: errorOf("companies"),
              }}
              isSelf={user?.id === viewer.id}
              of={user ? "one" : "new"}
              onRole={setRole}
              onChange={set}
            />
            <div className="grid gap-4 shell:grid-cols-2">
              {text("phone", "Phone")}
              <TimeZoneField
                value={values.timeZone}
                onChange={(timeZone) => set({ timeZone })}
                unset="Detect from browser"
                error={errorOf("timeZone")}
              />
            </div>
          </HeldFields>
          {failure && isShownBelow(failure) && <Refusal failure={failure} />}
          <FormFooter
            act={user ? "Save user" : "Create user"}
            isPending={isPending}
            disabled={user !== null && !isChanged}
          />
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** An error that is shown next to its field is not repeated below the form. */
function isShownBelow({ code, fields }: Failure): boolean {
  return fields.length === 0 || code === "user_conflict";
}

function focusFirstInvalid(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
}
