import { type ReactNode, useId } from "react";
import {
  acceptsChoices,
  acceptsNames,
  afterStoringChoices,
  afterStoringNames,
  type BacklogDays,
  backlogChoices,
  mailboxLimits,
  mailSecurities,
  mailSecurityNames,
  providerOfAddress,
  providerOfHost,
  senderNameChoices,
  senderNameLabels,
  sendsChoices,
  sendsLabels,
} from "../../../../shared/mailboxes.ts";
import { CompanySelect } from "../../../components/pickers/CompanySelect.tsx";
import { Section } from "../../../components/Section.tsx";
import { Checkbox } from "../../../components/ui/checkbox.tsx";
import { type ControlProps, Field } from "../../../components/ui/field.tsx";
import { Input } from "../../../components/ui/input.tsx";
import { PasswordInput } from "../../../components/ui/password-input.tsx";
import {
  Select,
  SelectContent,
  SelectItem,
  SelectTrigger,
} from "../../../components/ui/select.tsx";
import { Textarea } from "../../../components/ui/textarea.tsx";
import { trpc } from "../../../data/trpc.ts";
import { type MailboxForm, withAddress, withSends } from "./mailbox-form.ts";

interface MailboxFieldsProps {
  form: MailboxForm;
  setForm: (form: MailboxForm) => void;
  errorOf: (field: string) => string | undefined;
  /** Null for a new mailbox. */
  stored: { hasSecret: boolean; hasOutSecret: boolean } | null;
  /** Below the server's fields. */
  test: ReactNode;
}

const backlogNames: Record<BacklogDays, string> = {
  0: "Only mail that arrives from now on",
  7: "Also the last 7 days",
  30: "Also the last 30 days",
  90: "Also the last 90 days",
};

export function MailboxFields({ form, setForm, errorOf, stored, test }: MailboxFieldsProps) {
  const set = (patch: Partial<MailboxForm>) => setForm({ ...form, ...patch });
  const text = (field: TextField, maxLength: number, control: ControlProps) => ({
    ...control,
    name: field,
    maxLength,
    value: form[field],
    onChange: ({ target }: { target: { value: string } }) => set({ [field]: target.value }),
  });
  const provider = providerOfAddress(form.address) ?? providerOfHost(form.host);
  const domain = form.address.split("@")[1]?.trim();
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
          <Field label="Name" hint="What your team calls this mailbox." error={errorOf("name")}>
            {(control) => <Input {...text("name", mailboxLimits.name, control)} dir="auto" />}
          </Field>
        </div>
      </Section>
      <Section title="Mail server" description="Where the mail is fetched, with IMAP.">
        <div className="flex flex-col gap-5">
          {provider?.hint && (
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
          <div className="grid gap-x-3 gap-y-5 shell:grid-cols-[minmax(0,1fr)_6rem_minmax(0,14rem)]">
            <Field label="Server" error={errorOf("host")}>
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
          </div>
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
        </div>
      </Section>
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
              <div className="grid gap-x-3 gap-y-5 shell:grid-cols-[minmax(0,1fr)_6rem_minmax(0,14rem)]">
                <Field label="Server for sending" error={errorOf("outHost")}>
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
            set={set}
          />
          <Ticked
            name="quotes"
            label="Quote the customer's last message in replies"
            form={form}
            set={set}
          />
          <Ticked
            name="plusArrives"
            label="Each customer answers to an address of their own"
            hint={`Such as ${plusExample(form.address)}. Untick this if your mail server doesn't accept mail to such addresses.`}
            form={form}
            set={set}
          />
          {stored && (
            <Ticked
              name="isDefault"
              label="Also send replies to tickets that came through no mailbox"
              hint="At most one mailbox does this."
              form={form}
              set={set}
            />
          )}
        </div>
      </Section>
      <Section title="On the mail server" description="What happens there to a stored mail.">
        <div className="flex flex-col gap-5">
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
          {form.afterStoring === "move" && (
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
    </>
  );
}

function plusExample(address: string): string {
  const typed = address.includes("@") ? address.trim() : "support@acme.com";
  return typed.replace("@", "+k2mf7xqa@");
}

interface TickedProps {
  name: "acknowledges" | "quotes" | "plusArrives" | "isDefault";
  label: string;
  hint?: string;
  form: MailboxForm;
  set: (patch: Partial<MailboxForm>) => void;
}

function Ticked({ name, label, hint, form, set }: TickedProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2">
      <Checkbox
        id={id}
        name={name}
        className="mt-0.5"
        checked={form[name]}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onCheckedChange={(checked) => set({ [name]: checked === true })}
      />
      <div className="min-w-0">
        <label htmlFor={id}>{label}</label>
        {hint && (
          <p id={`${id}-hint`} className="wrap-anywhere text-muted-foreground text-xs">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

type TextField =
  | "name"
  | "address"
  | "host"
  | "port"
  | "login"
  | "password"
  | "folder"
  | "domains"
  | "moveTo"
  | "authservId"
  | "certificate"
  | "signature"
  | "outHost"
  | "outPort"
  | "outLogin"
  | "outPassword";

interface ChoiceProps<Value extends string> {
  control: ControlProps;
  value: Value;
  choices: readonly Value[];
  names: Readonly<Record<Value, string>>;
  className?: string;
  onChange: (value: Value) => void;
}

function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { control, value, choices, names, className, onChange } = props;
  return (
    <Select value={value} onValueChange={(next) => onChange(next as Value)}>
      <SelectTrigger {...control} className={className} />
      <SelectContent>
        {choices.map((choice) => (
          <SelectItem key={choice} value={choice}>
            {names[choice]}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
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
