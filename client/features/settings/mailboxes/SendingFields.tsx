import {
  mailboxLimits,
  mailSecurities,
  mailSecurityNames,
  senderNameChoices,
  senderNameLabels,
  sendsChoices,
  sendsLabels,
} from "../../../../shared/mailboxes.ts";
import { Section } from "../../../components/Section.tsx";
import { Field } from "../../../components/ui/field.tsx";
import { Input } from "../../../components/ui/input.tsx";
import { PasswordInput } from "../../../components/ui/password-input.tsx";
import { Textarea } from "../../../components/ui/textarea.tsx";
import { Choice } from "./Choice.tsx";
import { type MailboxForm, usesPassword, withSends } from "./mailbox-form.ts";
import { type SectionProps, textInput } from "./mailbox-inputs.ts";
import { Ticked } from "./Ticked.tsx";

/** How mail leaves from the mailbox. */
export function SendingFields(props: SectionProps) {
  const { form, setForm, errorOf, stored } = props;
  const set = (patch: Partial<MailboxForm>) => setForm({ ...form, ...patch });
  const text = textInput(props);
  const domain = form.address.split("@")[1]?.trim();
  return (
    <Section title="Replies" description="How mail leaves from this address.">
      <div className="flex flex-col gap-5">
        <Field label="Sent through" error={errorOf("sends")}>
          {(control) => (
            <Choice
              control={control}
              className="shell:max-w-80"
              value={form.sends}
              choices={sendsChoices}
              names={sendsLabels}
              onChange={(sends) => setForm(withSends(form, sends))}
            />
          )}
        </Field>
        {form.sends === "own" && (
          <>
            <div className="grid gap-x-3 gap-y-5 shell:grid-cols-[6rem_minmax(0,1fr)]">
              <Field
                label="Server for sending"
                error={errorOf("outHost")}
                className="shell:col-span-2"
              >
                {(control) => (
                  <Input
                    {...text("outHost", mailboxLimits.host, control)}
                    autoCapitalize="none"
                    spellCheck={false}
                    placeholder={domain ? `smtp.${domain}` : "smtp.acme.com"}
                  />
                )}
              </Field>
              <Field label="Port for sending" error={errorOf("outPort")}>
                {(control) => <Input {...text("outPort", 5, control)} inputMode="numeric" />}
              </Field>
              <Field label="Encryption for sending" error={errorOf("outSecurity")}>
                {(control) => (
                  <Choice
                    control={control}
                    value={form.outSecurity}
                    choices={mailSecurities}
                    names={mailSecurityNames}
                    onChange={(outSecurity) =>
                      set({
                        outSecurity,
                        ...(["465", "587"].includes(form.outPort) && {
                          outPort: outSecurity === "tls" ? "465" : "587",
                        }),
                      })
                    }
                  />
                )}
              </Field>
            </div>
            {usesPassword(form) && (
              <div className="grid gap-x-3 gap-y-5 shell:grid-cols-2">
                <Field
                  label="Login for sending"
                  hint="Empty if the server asks for none."
                  error={errorOf("outLogin")}
                >
                  {(control) => (
                    <Input
                      {...text("outLogin", mailboxLimits.login, control)}
                      autoCapitalize="none"
                      autoComplete="off"
                      spellCheck={false}
                    />
                  )}
                </Field>
                <Field
                  label="Password for sending"
                  hint={stored?.hasOutSecret ? "Stored. Leave empty to keep it." : undefined}
                  error={errorOf("outPassword")}
                >
                  {(control) => (
                    <PasswordInput
                      {...text("outPassword", mailboxLimits.password, control)}
                      autoComplete="new-password"
                    />
                  )}
                </Field>
              </div>
            )}
          </>
        )}
        <Field label="Sender name" error={errorOf("senderName")}>
          {(control) => (
            <Choice
              control={control}
              className="shell:max-w-80"
              value={form.senderName}
              choices={senderNameChoices}
              names={senderNameLabels}
              onChange={(senderName) => set({ senderName })}
            />
          )}
        </Field>
        <Field
          label="Signature"
          hint="Below what an agent writes. Plain text."
          error={errorOf("signature")}
        >
          {(control) => (
            <Textarea
              {...text("signature", mailboxLimits.signature, control)}
              rows={3}
              dir="auto"
            />
          )}
        </Field>
        <Ticked
          name="acknowledges"
          label="Confirm new tickets to their sender"
          form={form}
          setForm={setForm}
        />
        <Ticked
          name="quotes"
          label="Quote the customer's last message in replies"
          form={form}
          setForm={setForm}
        />
        <Ticked
          name="plusArrives"
          label="Each customer answers to an address of their own"
          hint={`Such as ${plusExample(form.address)}. Untick this if your mail server doesn't accept mail to such addresses.`}
          form={form}
          setForm={setForm}
        />
        {stored && (
          <Ticked
            name="isDefault"
            label="Also send replies to tickets that came through no mailbox"
            hint="At most one mailbox does this."
            form={form}
            setForm={setForm}
          />
        )}
      </div>
    </Section>
  );
}

function plusExample(address: string): string {
  const typed = address.includes("@") ? address.trim() : "support@acme.com";
  return typed.replace("@", "+k2mf7xqa@");
}
