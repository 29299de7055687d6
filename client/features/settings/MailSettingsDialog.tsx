import { useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleX, LoaderCircle, Send } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { MailFields, StoredMailSettings } from "../../../shared/desk.ts";
import {
  type MailSecurity,
  mailboxLimits,
  mailSecurities,
  mailSecurityNames,
} from "../../../shared/mailboxes.ts";
import { useConfirmedClose } from "../../components/dialogs/unsaved-form.ts";
import { notify } from "../../components/notices.ts";
import { Refusal } from "../../components/Refusal.tsx";
import { Button } from "../../components/ui/button.tsx";
import { Dialog, DialogContent, DialogFooter } from "../../components/ui/dialog.tsx";
import { HeldFields } from "../../components/ui/held-fields.tsx";
import { SelectField } from "../../components/ui/select-field.tsx";
import { PasswordField, TextField } from "../../components/ui/text-field.tsx";
import { invalidate } from "../../data/calls/invalidation.ts";
import { useKeyed } from "../../data/calls/use-keyed.ts";
import { type Failure, readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";

interface MailSettingsDialogProps {
  settings: StoredMailSettings;
  onClose: () => void;
}

type Form = Record<"host" | "port" | "login" | "sender" | "replyTo" | "baseUrl", string> & {
  security: MailSecurity;
  password: string;
};

/** The mail server and the sender. What the environment sets is shown and cannot be changed here. */
export function MailSettingsDialog({ settings, onClose }: MailSettingsDialogProps) {
  const { fields, fixed, hasSecret } = settings;
  const [form, setForm] = useState(() => formOf(fields));
  const set = (patch: Partial<Form>) => setForm({ ...form, ...patch });
  const queryClient = useQueryClient();
  const page = useRef<HTMLFormElement>(null);
  const test = trpc.mails.sendTest.useMutation({ meta: { showsError: true } });
  const update = useKeyed(
    trpc.mails.update.useMutation({
      meta: { showsError: true },
      onSuccess: () => {
        notify({ kind: "success", message: "Email settings saved" });
        invalidate(queryClient, "mail", "desk");
        onClose();
      },
      onError: () => invalidate(queryClient, "mail"),
    }),
  );
  const typed = fieldsOf(form);
  const changed = (Object.keys(typed) as (keyof MailFields)[]).filter(
    (field) => typed[field] !== fields[field],
  );
  const isChanged = changed.length > 0 || form.password !== "";
  const leave = useConfirmedClose(() => isChanged && !update.isPending, onClose);
  const failure = update.error && readFailure(update.error);
  const refused = failure ?? (test.error && readFailure(test.error));
  const errorOf = (field: string) => messageFor(refused, field);
  const password = form.password === "" ? {} : { password: form.password };
  useEffect(() => {
    if (refused) page.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [refused]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (update.isPending || !isChanged) return;
    test.reset();
    const pick = (from: MailFields) =>
      Object.fromEntries(changed.map((field) => [field, from[field]]));
    update.mutate({ set: pick(typed), base: pick(fields), ...password });
  };
  const sendTest = () => {
    if (test.isPending) return;
    update.reset();
    test.mutate({ fields: typed, ...password });
  };
  const text = (field: keyof Form, maxLength: number) => ({
    name: field,
    error: errorOf(field),
    maxLength,
    value: form[field],
    autoComplete: "off",
    autoCapitalize: "none",
    spellCheck: false,
    onType: (typed: string) => set({ [field]: typed }),
  });

  return (
    <Dialog open onOpenChange={(open) => !open && leave()}>
      <DialogContent
        title="Email settings"
        description="How invitations, replies and other emails are sent. Changes take effect immediately."
        className="max-w-140"
      >
        <form ref={page} noValidate onSubmit={submit} className="flex flex-col gap-4">
          <HeldFields held={update.isPending} className="flex flex-col gap-4">
            <fieldset disabled={fixed.server} className="flex min-w-0 flex-col gap-4">
              {fixed.server && <FixedBy name="SMTP_URL" />}
              <div className="grid gap-x-3 gap-y-4 shell:grid-cols-[minmax(0,1fr)_5rem_minmax(0,12rem)]">
                <TextField
                  label="Server"
                  hint={fixed.server ? undefined : "Empty: no email is sent."}
                  {...text("host", mailboxLimits.host)}
                  placeholder="smtp.example.com"
                />
                <TextField label="Port" {...text("port", 5)} inputMode="numeric" />
                <SelectField
                  label="Encryption"
                  error={errorOf("security")}
                  disabled={fixed.server}
                  value={form.security}
                  options={mailSecurities}
                  nameOf={(security) => mailSecurityNames[security]}
                  onChange={(security) => set(withSecurity(form, security))}
                />
              </div>
              <div className="grid gap-x-3 gap-y-4 shell:grid-cols-2">
                <TextField
                  label="Login"
                  hint="Empty: the server asks for none."
                  {...text("login", mailboxLimits.login)}
                />
                <PasswordField
                  label="Password"
                  hint={hasSecret ? "Stored. Leave empty to keep it." : undefined}
                  {...text("password", mailboxLimits.password)}
                  autoComplete="new-password"
                />
              </div>
            </fieldset>
            <TextField
              label="Sender"
              hint={fixed.sender ? fixedBy("MAIL_FROM") : "Such as support@example.com."}
              {...text("sender", 320)}
              disabled={fixed.sender}
            />
            <TextField
              label="Replies go to"
              hint={
                fixed.replyTo
                  ? fixedBy("MAIL_REPLY_TO")
                  : "An address that people read. Emails of a ticket with a mailbox are answered there instead."
              }
              {...text("replyTo", 320)}
              disabled={fixed.replyTo}
            />
            <TextField
              label="Base URL"
              hint={
                fixed.baseUrl
                  ? fixedBy("BASE_URL")
                  : "Where links in emails lead, such as https://desk.example.com. Set BASE_URL on the server too: it turns on secure cookies."
              }
              {...text("baseUrl", 300)}
              disabled={fixed.baseUrl}
            />
          </HeldFields>
          <div className="flex flex-wrap items-center gap-3">
            <Button
              variant="outline"
              disabled={form.host.trim() === "" && !fixed.server}
              aria-disabled={test.isPending}
              onClick={sendTest}
            >
              {test.isPending ? (
                <LoaderCircle className="animate-spin motion-reduce:animate-none" />
              ) : (
                <Send />
              )}
              Send test email
            </Button>
            <div role="status" className="min-w-0 flex-1">
              <TestAnswer test={test} />
            </div>
          </div>
          <Refusal failure={failure}>What you typed is still here.</Refusal>
          <DialogFooter>
            <Button variant="outline" size="lg" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" size="lg" disabled={!isChanged} aria-disabled={update.isPending}>
              Save email settings
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** What the mail server said about a test email. */
export function TestAnswer({ test }: { test: ReturnType<typeof trpc.mails.sendTest.useMutation> }) {
  if (test.isPending) return <>Waiting for the mail server (up to 15 seconds)…</>;
  if (test.isError) {
    return <span className="text-danger-text">{readFailure(test.error).message}</span>;
  }
  if (!test.data) return null;
  const { taken, to, answer } = test.data;
  return (
    <p className="flex items-start gap-2 [&>.lucide]:mt-0.5">
      {taken ? <CircleCheck className="text-success" /> : <CircleX className="text-danger-text" />}
      <span className="min-w-0">
        {taken
          ? `The mail server accepted the email to ${to}: `
          : "The mail server refused the email: "}
        <q className="wrap-anywhere">{answer}</q>
      </span>
    </p>
  );
}

function FixedBy({ name }: { name: string }) {
  return (
    <p role="note" className="rounded-md border px-3 py-2 text-muted-foreground">
      {fixedBy(name)} The fields below are not used.
    </p>
  );
}

function fixedBy(name: string): string {
  return `Set by ${name} on the server, which can't be changed here.`;
}

function formOf({ port, sender, replyTo, baseUrl, ...fields }: MailFields): Form {
  return {
    ...fields,
    port: String(port),
    sender: sender ?? "",
    replyTo: replyTo ?? "",
    baseUrl: baseUrl ?? "",
    password: "",
  };
}

function fieldsOf({ host, port, security, login, sender, replyTo, baseUrl }: Form): MailFields {
  return {
    host: host.trim(),
    port: Number(port),
    security,
    login: login.trim(),
    sender: sender.trim() || null,
    replyTo: replyTo.trim() || null,
    baseUrl: baseUrl.trim() || null,
  };
}

/** With the usual port, unless another one was typed. */
function withSecurity({ port }: Form, security: MailSecurity): Partial<Form> {
  if (!["587", "465"].includes(port)) return { security };
  return { security, port: security === "tls" ? "465" : "587" };
}

/** What the server said about a field, wherever it is in the input. */
function messageFor(failure: Failure | null, name: string): string | undefined {
  return failure?.fields.find(({ field }) => field.split(".").includes(name))?.message;
}
