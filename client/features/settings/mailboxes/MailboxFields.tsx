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
import { type ControlProps, Field } from "../../../components/ui/field.tsx";
import { Input } from "../../../components/ui/input.tsx";
import {
  Select,
  SelectContent,
  SelectItem,
  SelectTrigger,
} from "../../../components/ui/select.tsx";
import { Textarea } from "../../../components/ui/textarea.tsx";
import { trpc } from "../../../data/trpc.ts";
import { Choice } from "./Choice.tsx";
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
  const { form, setForm, errorOf } = props;
  const text = textInput(props);
  return (
    <>
      <Section title="Address" description="The address your customers write to.">
        <div className="flex flex-col gap-5">
          <Field label="Address" error={errorOf("address")}>
            {(control) => (
              <Input
                {...text("address", mailboxLimits.address, control)}
                type="email"
                autoComplete="off"
                placeholder="support@acme.com"
                onChange={({ target }) => setForm(withAddress(form, target.value))}
              />
            )}
          </Field>
          <Field
            label="Other addresses"
            hint="Whose mail also arrives here. Separated by commas."
            error={errorOf("aliases")}
          >
            {(control) => <Input {...text("aliases", 5_000, control)} spellCheck={false} />}
          </Field>
          <Field label="Name" hint="What your team calls this mailbox." error={errorOf("name")}>
            {(control) => <Input {...text("name", mailboxLimits.name, control)} dir="auto" />}
          </Field>
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
          <Field label="Team" error={errorOf("teamId")}>
            {(control) => (
              <TeamChoice
                control={control}
                value={form.teamId}
                onChange={(teamId) => set({ teamId })}
              />
            )}
          </Field>
          <CompanySelect
            value={form.company}
            onChange={(company) => set({ company })}
            none="No company"
            hint="For senders without a company."
            error={errorOf("companyId")}
          />
        </div>
        <Field label="Accepts mail from" error={errorOf("accepts")}>
          {(control) => (
            <Choice
              control={control}
              className="shell:max-w-80"
              value={form.accepts}
              choices={acceptsChoices}
              names={acceptsNames}
              onChange={(accepts) => set({ accepts })}
            />
          )}
        </Field>
        {form.accepts === "domains" && (
          <Field
            label="Domains"
            hint="Separated by commas. Other mail is held."
            error={errorOf("domains")}
          >
            {(control) => <Input {...text("domains", 5_000, control)} placeholder="acme.com" />}
          </Field>
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
          <Field label="After a mail is stored" error={errorOf("afterStoring")}>
            {(control) => (
              <Choice
                control={control}
                className="shell:max-w-80"
                value={form.afterStoring}
                choices={afterStoringChoices}
                names={afterStoringNames}
                onChange={(afterStoring) => set({ afterStoring })}
              />
            )}
          </Field>
        )}
        {form.receives === "imap" && form.afterStoring === "move" && (
          <Field label="Move it to" error={errorOf("moveTo")}>
            {(control) => (
              <Input
                {...text("moveTo", mailboxLimits.folder, control)}
                className="shell:max-w-80"
                placeholder="Archive"
              />
            )}
          </Field>
        )}
        <Field
          label="Name in Authentication-Results"
          hint="The name your mail server puts first in this header. Without it, no sender counts as verified."
          error={errorOf("authservId")}
        >
          {(control) => (
            <Input
              {...text("authservId", 200, control)}
              className="shell:max-w-80"
              spellCheck={false}
              placeholder={domain ? `mx.${domain}` : "mx.acme.com"}
            />
          )}
        </Field>
        <Field
          label="Certificate"
          hint="Only for a server whose certificate no public authority signed. PEM."
          error={errorOf("certificate")}
        >
          {(control) => (
            <Textarea
              {...text("certificate", mailboxLimits.certificate, control)}
              rows={3}
              spellCheck={false}
              className="font-mono text-xs"
            />
          )}
        </Field>
      </div>
    </Section>
  );
}

const noTeam = "none";

interface TeamChoiceProps {
  control: ControlProps;
  value: string | null;
  onChange: (teamId: string | null) => void;
}

function TeamChoice({ control, value, onChange }: TeamChoiceProps) {
  const teams = trpc.teams.list.useQuery(undefined, { meta: { showsError: true } });
  return (
    <Select
      value={value ?? noTeam}
      onValueChange={(next) => onChange(next === noTeam ? null : next)}
    >
      <SelectTrigger {...control} />
      <SelectContent>
        <SelectItem value={noTeam}>No team</SelectItem>
        {teams.data?.teams.map(({ id, name }) => (
          <SelectItem key={id} value={id}>
            {name}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}
