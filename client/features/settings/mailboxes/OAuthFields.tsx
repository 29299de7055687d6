import {
  mailboxLimits,
  oauthCallbackPath,
  oauthGrants,
  secretEndsIn,
} from "../../../../shared/mailboxes.ts";
import { Field } from "../../../components/ui/field.tsx";
import { Input } from "../../../components/ui/input.tsx";
import { PasswordInput } from "../../../components/ui/password-input.tsx";
import { Choice } from "./Choice.tsx";
import { oauthOfForm, type SignInBy, signInChoices, withSignIn } from "./mailbox-form.ts";
import { literal, type SectionProps, textInput } from "./mailbox-inputs.ts";

const signInNames: Record<SignInBy, string> = {
  password: "Password",
  google: "Google",
  microsoft: "Microsoft",
  other: "Another provider (OAuth2)",
};

export function SignInChoice({ form, setForm, errorOf }: SectionProps) {
  return (
    <Field label="Sign-in" error={errorOf("oauth")}>
      {(control) => (
        <Choice
          control={control}
          className="shell:max-w-80"
          value={form.signInBy}
          choices={signInChoices}
          names={signInNames}
          onChange={(signInBy) => setForm(withSignIn(form, signInBy))}
        />
      )}
    </Field>
  );
}

const grantNames = {
  code: "A person signs in",
  client: "The application itself, for shared mailboxes",
} as const;

const consoles: Partial<Record<SignInBy, string>> = {
  google:
    "In the Google Cloud console, create an OAuth client of the type “Web application” with this redirect address:",
  microsoft:
    "In the Microsoft Entra admin center, register an application with this redirect address for the web:",
  other: "Register an application with your provider, with this redirect address:",
};

/** The application that the provider knows, whose tokens stay on the server. */
export function OAuthFields(props: SectionProps) {
  const { form, setForm, errorOf, stored } = props;
  const text = textInput(props);
  return (
    <>
      {form.grant === "code" && (
        <div role="note" className="rounded-md border px-3 py-2 text-muted-foreground">
          <p>{consoles[form.signInBy]}</p>
          <code className="wrap-anywhere text-foreground text-xs">
            {`${location.origin}${oauthCallbackPath}`}
          </code>
        </div>
      )}
      <SecretEnd {...props} />
      {form.signInBy !== "google" && (
        <Field label="Who signs in" error={errorOf("grant")}>
          {(control) => (
            <Choice
              control={control}
              className="shell:max-w-80"
              value={form.grant}
              choices={oauthGrants}
              names={grantNames}
              onChange={(grant) => setForm({ ...form, grant })}
            />
          )}
        </Field>
      )}
      <div className="grid gap-x-3 gap-y-5 shell:grid-cols-2">
        <Field label="Client ID" error={errorOf("clientId")}>
          {(control) => (
            <Input {...text("clientId", mailboxLimits.clientId, control)} {...literal} />
          )}
        </Field>
        <Field
          label="Client secret"
          hint={stored?.hasClientSecret ? "Stored. Leave empty to keep it." : undefined}
          error={errorOf("clientSecret")}
        >
          {(control) => (
            <PasswordInput
              {...text("clientSecret", mailboxLimits.clientSecret, control)}
              autoComplete="new-password"
            />
          )}
        </Field>
        {form.signInBy === "microsoft" && (
          <Field
            label="Directory (tenant) ID"
            hint="Empty for any organization."
            error={errorOf("tokenUrl")}
          >
            {(control) => <Input {...text("tenant", 100, control)} {...literal} />}
          </Field>
        )}
        <Field
          label="Secret ends on"
          hint="You are warned 30 days before. Empty if it never ends."
          error={errorOf("secretExpiresOn")}
        >
          {(control) => <Input {...text("secretExpiresOn", 10, control)} type="date" />}
        </Field>
      </div>
      {form.signInBy === "other" && (
        <>
          {form.grant === "code" && (
            <Field label="Authorization address" error={errorOf("authUrl")}>
              {(control) => (
                <Input
                  {...text("authUrl", mailboxLimits.url, control)}
                  {...literal}
                  placeholder="https://login.example.com/authorize"
                />
              )}
            </Field>
          )}
          <Field label="Token address" error={errorOf("tokenUrl")}>
            {(control) => (
              <Input
                {...text("tokenUrl", mailboxLimits.url, control)}
                {...literal}
                placeholder="https://login.example.com/token"
              />
            )}
          </Field>
          <Field label="Scopes" hint="Separated by spaces." error={errorOf("scopes")}>
            {(control) => <Input {...text("scopes", mailboxLimits.scopes, control)} {...literal} />}
          </Field>
        </>
      )}
    </>
  );
}

function SecretEnd({ form }: SectionProps) {
  const days = secretEndsIn(oauthOfForm(form), new Date().toISOString().slice(0, 10));
  if (days === null) return null;
  const when =
    days < 0
      ? "has ended"
      : days === 0
        ? "ends today"
        : `ends in ${days} ${days === 1 ? "day" : "days"}`;
  return (
    <p role="note" className="rounded-md border border-warning px-3 py-2">
      {`The client secret ${when}. Create a new one with your provider and enter it here.`}
    </p>
  );
}
