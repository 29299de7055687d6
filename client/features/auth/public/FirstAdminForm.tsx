import { type FormEvent, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { deskLimits } from "../../../../shared/desk.ts";
import { deskName } from "../../../app/navigation/page.ts";
import { Button } from "../../../components/ui/button.tsx";
import { TextField } from "../../../components/ui/text-field.tsx";
import { trpcClient } from "../../../data/calls/trpc-client.ts";
import { useSubmit } from "../../../data/calls/use-call.ts";
import { useKeyOf } from "../../../data/calls/use-keyed.ts";
import { fieldMessage } from "../../../data/errors.ts";
import { deskReadyMessage, loginWith } from "../login-message.ts";
import { checkNewPassword, type PasswordProblem } from "../password-rules.ts";
import { readText, useFocusInvalid } from "./auth-form.ts";
import { NewPasswordFields } from "./NewPasswordFields.tsx";
import { useEnter } from "./use-enter.ts";

interface FirstAdminFormProps {
  token: string;
  onSpent: () => void;
}

interface FirstAdmin {
  firstName: string;
  lastName: string;
  email: string;
  newPassword: string;
  deskName: string;
}

const fields = [
  { name: "firstName", label: "First name", type: "text", autoComplete: "given-name" },
  { name: "lastName", label: "Last name", type: "text", autoComplete: "family-name" },
  { name: "email", label: "Email", type: "email", autoComplete: "username" },
] as const;

/** Creates the first Super Admin and signs them in. */
export function FirstAdminForm({ token, onSpent }: FirstAdminFormProps) {
  const navigate = useNavigate();
  const enter = useEnter();
  const keyOf = useKeyOf();
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<PasswordProblem | null>(null);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const create = useSubmit(async (person: FirstAdmin) => {
    const sent = { token, ...person };
    await trpcClient.account.createFirstAdmin.mutate({ ...sent, requestId: keyOf(sent) });
    deskName.set(person.deskName);
    // The desk is set up even if signing in fails.
    await enter({ email: person.email, password: person.newPassword }).catch(() =>
      navigate(loginWith(deskReadyMessage), { replace: true, state: { email: person.email } }),
    );
  }, onSpent);
  useFocusInvalid(form, missing.length > 0 ? missing : (problem ?? create.failure));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = (name: string) => readText(event.currentTarget, name);
    const found = checkNewPassword(text("newPassword"), text("confirmPassword"));
    const gaps = fields.map(({ name }) => name).filter((name) => text(name).trim() === "");
    setProblem(found);
    setMissing(gaps);
    if (found || gaps.length > 0) return;
    void create.run({
      firstName: text("firstName"),
      lastName: text("lastName"),
      email: text("email"),
      newPassword: text("newPassword"),
      // An empty field leaves the name unchanged.
      deskName: text("deskName").trim() || deskName.get(),
    });
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-3.5">
      <p className="text-muted-foreground">You'll be the first Super Admin of this desk.</p>
      <div className="grid grid-cols-2 gap-3.5 *:last:col-span-2">
        {fields.map(({ name, label, type, autoComplete }, index) => (
          <TextField
            key={name}
            label={label}
            error={
              missing.includes(name) ? `${label} is required.` : fieldMessage(create.failure, name)
            }
            name={name}
            type={type}
            autoComplete={autoComplete}
            autoFocus={index === 0}
          />
        ))}
      </div>
      <NewPasswordFields problem={problem} failure={create.failure} />
      <TextField
        label="Name of the desk"
        hint="Shown to your team and your customers on every page and in every email."
        error={fieldMessage(create.failure, "deskName")}
        dir="auto"
        name="deskName"
        autoComplete="organization"
        maxLength={deskLimits.name}
        defaultValue={deskName.get()}
      />
      <Button type="submit" size="lg" aria-disabled={create.pending}>
        Create Super Admin
      </Button>
    </form>
  );
}
