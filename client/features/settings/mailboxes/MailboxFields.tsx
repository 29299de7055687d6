import type { ReactNode } from "react";
import {
  acceptsChoices,
  acceptsNames,
  afterStoringChoices,
  afterStoringNames,
  mailboxLimits,
} from "../../../../shared/mailboxes.ts";
import { CompanySelect } from "../../../components/pickers/CompanySelect.tsx";
import { Section } from "../../../components/Section.tsx";
import { SelectField } from "../../../components/ui/select-field.tsx";
import { TextareaField, TextField } from "../../../components/ui/text-field.tsx";
import { trpc } from "../../../data/trpc.ts";
import { type MailboxForm, withAddress } from "./mailbox-form.ts";
import { type SectionProps, textInput } from "./mailbox-inputs.ts";
import { ReceivingFields } from "./ReceivingFields.tsx";
import { SendingFields } from "./SendingFields.tsx";
import { Ticked } from "./Ticked.tsx";

interface MailboxFieldsProps extends SectionProps {
  /** Below the server's fields. */
  test: ReactNode;
}

export function MailboxFields({ test, ...props }: MailboxFieldsProps) {
  const { form, setForm } = props;
  const text = textInput(props);
  return (
    <>
      <Section title="Address" description="The address your customers write to.">
        <div className="flex flex-col gap-5">
          <TextField
            label="Address"
            {...text("address", mailboxLimits.address)}
            type="email"
            autoComplete="off"
            placeholder="support@acme.com"
            onType={(typed) => setForm(withAddress(form, typed))}
          />
          <TextField
            label="Other addresses"
            hint="Whose mail also arrives here. Separated by commas."
            {...text("aliases", 5_000)}
            spellCheck={false}
          />
          <TextField
            label="Name"
            hint="What your team calls this mailbox."
            {...text("name", mailboxLimits.name)}
            dir="auto"
          />
        </div>
      </Section>
      <ReceivingFields {...props} test={test} />
      <NewTicketFields {...props} />
      <SendingFields {...props} />
      <MailServerFields {...props} />
    </>
  );
}

function NewTicketFields(props: SectionProps) {
  const { form, setForm, errorOf } = props;
  const set = (patch: Partial<MailboxForm>) => setForm({ ...form, ...patch });
  const text = textInput(props);
  return (
    <Section title="New tickets" description="What a mail becomes that answers no ticket.">
      <div className="flex flex-col gap-5">
        <div className="grid gap-x-3 gap-y-5 shell:grid-cols-2">
          <TeamChoice
            value={form.teamId}
            error={errorOf("teamId")}
            onChange={(teamId) => set({ teamId })}
          />
          <CompanySelect
            value={form.company}
            onChange={(company) => set({ company })}
            none="No company"
            hint="For senders without a company."
            error={errorOf("companyId")}
          />
        </div>
        <SelectField
          label="Accepts mail from"
          error={errorOf("accepts")}
          inputClassName="shell:max-w-80"
          value={form.accepts}
          options={acceptsChoices}
          nameOf={(each) => acceptsNames[each]}
          onChange={(accepts) => set({ accepts })}
        />
        {form.accepts === "domains" && (
          <TextField
            label="Domains"
            hint="Separated by commas. Other mail is held."
            {...text("domains", 5_000)}
            placeholder="acme.com"
          />
        )}
        <Ticked
          name="formsWriteHere"
          label="A form on a web site writes from this address"
          hint="Its visitor is named in Reply-To and becomes the requester."
          form={form}
          setForm={setForm}
        />
        <Ticked
          name="joinsWithoutVerdict"
          label="Senders join the company of their mail domain without being verified"
          hint="Only where your mail server checks no senders: anyone can write in someone's name."
          form={form}
          setForm={setForm}
        />
        <Ticked
          name="alwaysOwnTicket"
          label="Also open a ticket for mail that another mailbox received"
          form={form}
          setForm={setForm}
        />
      </div>
    </Section>
  );
}

function MailServerFields(props: SectionProps) {
  const { form, setForm, errorOf } = props;
  const set = (patch: Partial<MailboxForm>) => setForm({ ...form, ...patch });
  const text = textInput(props);
  const domain = form.address.split("@")[1]?.trim();
  return (
    <Section title="On the mail server" description="What happens there to a stored mail.">
      <div className="flex flex-col gap-5">
        {form.receives === "imap" && (
          <SelectField
            label="After a mail is stored"
            error={errorOf("afterStoring")}
            inputClassName="shell:max-w-80"
            value={form.afterStoring}
            options={afterStoringChoices}
            nameOf={(each) => afterStoringNames[each]}
            onChange={(afterStoring) => set({ afterStoring })}
          />
        )}
        {form.receives === "imap" && form.afterStoring === "move" && (
          <TextField
            label="Move it to"
            {...text("moveTo", mailboxLimits.folder)}
            inputClassName="shell:max-w-80"
            placeholder="Archive"
          />
        )}
        <TextField
          label="Name in Authentication-Results"
          hint="The name your mail server puts first in this header. Without it, no sender counts as verified."
          {...text("authservId", 200)}
          inputClassName="shell:max-w-80"
          spellCheck={false}
          placeholder={domain ? `mx.${domain}` : "mx.acme.com"}
        />
        <TextareaField
          label="Certificate"
          hint="Only for a server whose certificate no public authority signed. PEM."
          {...text("certificate", mailboxLimits.certificate)}
          rows={3}
          spellCheck={false}
          inputClassName="font-mono text-xs"
        />
      </div>
    </Section>
  );
}

const noTeam = "none";

interface TeamChoiceProps {
  value: string | null;
  error: string | undefined;
  onChange: (teamId: string | null) => void;
}

function TeamChoice({ value, error, onChange }: TeamChoiceProps) {
  const { data } = trpc.teams.list.useQuery(undefined, { meta: { showsError: true } });
  const names = new Map(data?.teams.map(({ id, name }) => [id, name]));
  return (
    <SelectField
      label="Team"
      error={error}
      value={value ?? noTeam}
      options={[noTeam, ...names.keys()]}
      nameOf={(id) => names.get(id) ?? "No team"}
      onChange={(next) => onChange(next === noTeam ? null : next)}
    />
  );
}
