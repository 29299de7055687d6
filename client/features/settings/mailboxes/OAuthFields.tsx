import {
  mailboxLimits,
  oauthCallbackPath,
  oauthGrants,
  secretEndsIn,
} from "../../../../shared/mailboxes.ts";
import { SelectField } from "../../../components/ui/select-field.tsx";
import { PasswordField, TextField } from "../../../components/ui/text-field.tsx";
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
    <SelectField
      label="Sign-in"
      error={errorOf("oauth")}
      inputClassName="shell:max-w-80"
      value={form.signInBy}
      options={signInChoices}
      nameOf={(each) => signInNames[each]}
      onChange={(signInBy) => setForm(withSignIn(form, signInBy))}
    />
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
        <SelectField
          label="Who signs in"
          error={errorOf("grant")}
          inputClassName="shell:max-w-80"
          value={form.grant}
          options={oauthGrants}
          nameOf={(each) => grantNames[each]}
          onChange={(grant) => setForm({ ...form, grant })}
        />
      )}
      <div className="grid gap-x-3 gap-y-5 shell:grid-cols-2">
        <TextField label="Client ID" {...text("clientId", mailboxLimits.clientId)} {...literal} />
        <PasswordField
          label="Client secret"
          hint={stored?.hasClientSecret ? "Stored. Leave empty to keep it." : undefined}
          {...text("clientSecret", mailboxLimits.clientSecret)}
          autoComplete="new-password"
        />
        {form.signInBy === "microsoft" && (
          <TextField
            label="Directory (tenant) ID"
            hint="Empty for any organization."
            {...text("tenant", 100)}
            error={errorOf("tokenUrl")}
            {...literal}
          />
        )}
        <TextField
          label="Secret ends on"
          hint="You are warned 30 days before. Empty if it never ends."
          {...text("secretExpiresOn", 10)}
          type="date"
        />
      </div>
      {form.signInBy === "other" && (
        <>
          {form.grant === "code" && (
            <TextField
              label="Authorization address"
              {...text("authUrl", mailboxLimits.url)}
              {...literal}
              placeholder="https://login.example.com/authorize"
            />
          )}
          <TextField
            label="Token address"
            {...text("tokenUrl", mailboxLimits.url)}
            {...literal}
            placeholder="https://login.example.com/token"
          />
          <TextField
            label="Scopes"
            hint="Separated by spaces."
            {...text("scopes", mailboxLimits.scopes)}
            {...literal}
          />
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
