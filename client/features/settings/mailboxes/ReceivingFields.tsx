import type { ReactNode } from "react";
import {
  type BacklogDays,
  backlogChoices,
  mailboxLimits,
  mailSecurities,
  mailSecurityNames,
  providerOfAddress,
  providerOfHost,
  type Receives,
} from "../../../../shared/mailboxes.ts";
import { Section } from "../../../components/Section.tsx";
import { Field } from "../../../components/ui/field.tsx";
import { Input } from "../../../components/ui/input.tsx";
import { PasswordInput } from "../../../components/ui/password-input.tsx";
import { Choice } from "./Choice.tsx";
import type { MailboxForm } from "./mailbox-form.ts";
import { type SectionProps, textInput } from "./mailbox-inputs.ts";
import { OAuthFields, SignInChoice } from "./OAuthFields.tsx";

const backlogNames: Record<BacklogDays, string> = {
  0: "From now on",
  7: "Also the last 7 days",
  30: "Also the last 30 days",
  90: "Also the last 90 days",
};

interface ReceivingFieldsProps extends SectionProps {
  /** Below the server's fields. */
  test: ReactNode;
}

const receivesNames: Record<Receives, string> = {
  imap: "It is fetched from a mail server (IMAP)",
  webhook: "A mail provider posts it here (webhook)",
  none: "Not at all",
};

/** How mail gets here. It is chosen once. */
export function ReceivingFields({ test, ...props }: ReceivingFieldsProps) {
  const { form, setForm, errorOf, stored } = props;
  return (
    <>
      {!stored && (
        <Section title="Receiving" description="How mail to this address gets here.">
          <Field label="Mail" error={errorOf("receives")}>
            {(control) => (
              <Choice
                control={control}
                className="shell:max-w-96"
                value={form.receives}
                choices={["imap", "webhook"]}
                names={receivesNames}
                onChange={(receives) => setForm({ ...form, receives })}
              />
            )}
          </Field>
        </Section>
      )}
      {form.receives === "imap" && <ImapFields {...props} test={test} />}
    </>
  );
}

/** Where the mail is fetched, and how the mailbox signs in there. */
function ImapFields({ test, ...props }: ReceivingFieldsProps) {
  const { form, setForm, errorOf, stored } = props;
  const set = (patch: Partial<MailboxForm>) => setForm({ ...form, ...patch });
  const text = textInput(props);
  const provider = providerOfAddress(form.address) ?? providerOfHost(form.host);
  const domain = form.address.split("@")[1]?.trim();
  return (
    <Section title="Mail server" description="Where the mail is fetched, with IMAP.">
      <div className="flex flex-col gap-5">
        {provider?.hint && form.signInBy === "password" && (
          <p
            role="note"
            className={
              provider.acceptsPassword
                ? "rounded-md border px-3 py-2 text-muted-foreground"
                : "rounded-md border border-warning px-3 py-2"
            }
          >
            {provider.hint}
          </p>
        )}
        <div className="grid gap-x-3 gap-y-5 shell:grid-cols-[6rem_minmax(0,1fr)]">
          <Field label="Server" error={errorOf("host")} className="shell:col-span-2">
            {(control) => (
              <Input
                {...text("host", mailboxLimits.host, control)}
                autoCapitalize="none"
                spellCheck={false}
                placeholder={domain ? `imap.${domain}` : "imap.acme.com"}
              />
            )}
          </Field>
          <Field label="Port" error={errorOf("port")}>
            {(control) => <Input {...text("port", 5, control)} inputMode="numeric" />}
          </Field>
          <Field label="Encryption" error={errorOf("security")}>
            {(control) => (
              <Choice
                control={control}
                value={form.security}
                choices={mailSecurities}
                names={mailSecurityNames}
                onChange={(security) =>
                  set({
                    security,
                    // The usual ports, unless another one was typed.
                    ...(["993", "143"].includes(form.port) && {
                      port: security === "tls" ? "993" : "143",
                    }),
                  })
                }
              />
            )}
          </Field>
        </div>
        <SignInChoice {...props} />
        <div className="grid gap-x-3 gap-y-5 shell:grid-cols-2">
          <Field label="Login" error={errorOf("login")}>
            {(control) => (
              <Input
                {...text("login", mailboxLimits.login, control)}
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
              />
            )}
          </Field>
          {form.signInBy === "password" && (
            <Field
              label="Password"
              hint={stored?.hasSecret ? "Stored. Leave empty to keep it." : undefined}
              error={errorOf("password")}
            >
              {(control) => (
                <PasswordInput
                  {...text("password", mailboxLimits.password, control)}
                  autoComplete="new-password"
                />
              )}
            </Field>
          )}
        </div>
        {form.signInBy !== "password" && <OAuthFields {...props} />}
        <div className="grid gap-x-3 gap-y-5 shell:grid-cols-2">
          <Field label="Folder" error={errorOf("folder")}>
            {(control) => (
              <Input {...text("folder", mailboxLimits.folder, control)} spellCheck={false} />
            )}
          </Field>
          {!stored && (
            <Field label="Older mail" error={errorOf("backlogDays")}>
              {(control) => (
                <Choice
                  control={control}
                  value={String(form.backlogDays)}
                  choices={backlogChoices.map(String)}
                  names={backlogNames}
                  onChange={(days) => set({ backlogDays: Number(days) as BacklogDays })}
                />
              )}
            </Field>
          )}
        </div>
        {test}
      </div>
    </Section>
  );
}
