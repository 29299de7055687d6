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
import { SelectField } from "../../../components/ui/select-field.tsx";
import { PasswordField, TextField } from "../../../components/ui/text-field.tsx";
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
          <SelectField
            label="Mail"
            error={errorOf("receives")}
            inputClassName="shell:max-w-96"
            value={form.receives}
            options={["imap", "webhook"]}
            nameOf={(each) => receivesNames[each]}
            onChange={(receives) => setForm({ ...form, receives })}
          />
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
          <TextField
            label="Server"
            className="shell:col-span-2"
            {...text("host", mailboxLimits.host)}
            autoCapitalize="none"
            spellCheck={false}
            placeholder={domain ? `imap.${domain}` : "imap.acme.com"}
          />
          <TextField label="Port" {...text("port", 5)} inputMode="numeric" />
          <SelectField
            label="Encryption"
            error={errorOf("security")}
            value={form.security}
            options={mailSecurities}
            nameOf={(each) => mailSecurityNames[each]}
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
        </div>
        <SignInChoice {...props} />
        <div className="grid gap-x-3 gap-y-5 shell:grid-cols-2">
          <TextField
            label="Login"
            {...text("login", mailboxLimits.login)}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
          />
          {form.signInBy === "password" && (
            <PasswordField
              label="Password"
              hint={stored?.hasSecret ? "Stored. Leave empty to keep it." : undefined}
              {...text("password", mailboxLimits.password)}
              autoComplete="new-password"
            />
          )}
        </div>
        {form.signInBy !== "password" && <OAuthFields {...props} />}
        <div className="grid gap-x-3 gap-y-5 shell:grid-cols-2">
          <TextField label="Folder" {...text("folder", mailboxLimits.folder)} spellCheck={false} />
          {!stored && (
            <SelectField
              label="Older mail"
              error={errorOf("backlogDays")}
              value={String(form.backlogDays)}
              options={backlogChoices.map(String)}
              nameOf={(days) => backlogNames[Number(days) as BacklogDays]}
              onChange={(days) => set({ backlogDays: Number(days) as BacklogDays })}
            />
          )}
        </div>
        {test}
      </div>
    </Section>
  );
}
