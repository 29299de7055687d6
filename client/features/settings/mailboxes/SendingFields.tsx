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
import { SelectField } from "../../../components/ui/select-field.tsx";
import { PasswordField, TextareaField, TextField } from "../../../components/ui/text-field.tsx";
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
        <SelectField
          label="Sent through"
          error={errorOf("sends")}
          inputClassName="shell:max-w-80"
          value={form.sends}
          options={sendsChoices}
          nameOf={(each) => sendsLabels[each]}
          onChange={(sends) => setForm(withSends(form, sends))}
        />
        {form.sends === "own" && (
          <>
            <div className="grid gap-x-3 gap-y-5 shell:grid-cols-[6rem_minmax(0,1fr)]">
              <TextField
                label="Server for sending"
                className="shell:col-span-2"
                {...text("outHost", mailboxLimits.host)}
                autoCapitalize="none"
                spellCheck={false}
                placeholder={domain ? `smtp.${domain}` : "smtp.acme.com"}
              />
              <TextField label="Port for sending" {...text("outPort", 5)} inputMode="numeric" />
              <SelectField
                label="Encryption for sending"
                error={errorOf("outSecurity")}
                value={form.outSecurity}
                options={mailSecurities}
                nameOf={(each) => mailSecurityNames[each]}
                onChange={(outSecurity) =>
                  set({
                    outSecurity,
                    ...(["465", "587"].includes(form.outPort) && {
                      outPort: outSecurity === "tls" ? "465" : "587",
                    }),
                  })
                }
              />
            </div>
            {usesPassword(form) && (
              <div className="grid gap-x-3 gap-y-5 shell:grid-cols-2">
                <TextField
                  label="Login for sending"
                  hint="Empty if the server asks for none."
                  {...text("outLogin", mailboxLimits.login)}
                  autoCapitalize="none"
                  autoComplete="off"
                  spellCheck={false}
                />
                <PasswordField
                  label="Password for sending"
                  hint={stored?.hasOutSecret ? "Stored. Leave empty to keep it." : undefined}
                  {...text("outPassword", mailboxLimits.password)}
                  autoComplete="new-password"
                />
              </div>
            )}
          </>
        )}
        <SelectField
          label="Sender name"
          error={errorOf("senderName")}
          inputClassName="shell:max-w-80"
          value={form.senderName}
          options={senderNameChoices}
          nameOf={(each) => senderNameLabels[each]}
          onChange={(senderName) => set({ senderName })}
        />
        <TextareaField
          label="Signature"
          hint="Below what an agent writes. Plain text."
          {...text("signature", mailboxLimits.signature)}
          rows={3}
          dir="auto"
        />
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
