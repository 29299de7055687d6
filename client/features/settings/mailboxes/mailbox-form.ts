import {
  type BacklogDays,
  type MailboxDetails,
  type MailboxFields,
  type MailboxOAuth,
  type OAuthGrant,
  oauthOf,
  oauthProviders,
  providerOfAddress,
} from "../../../../shared/mailboxes.ts";
import type { TestMailboxInput } from "../../../../shared/schemas/mailboxes.ts";
import type { Failure } from "../../../data/errors.ts";

export const signInChoices = ["password", ...oauthProviders] as const;
export type SignInBy = (typeof signInChoices)[number];

/** The form as it is typed. */
export interface MailboxForm
  extends Omit<
    MailboxFields,
    | "port"
    | "outPort"
    | "oauth"
    | "certificate"
    | "domains"
    | "aliases"
    | "moveTo"
    | "authservId"
    | "companyId"
  > {
  port: string;
  certificate: string;
  domains: string;
  aliases: string;
  moveTo: string;
  authservId: string;
  company: { id: string; name: string } | null;
  password: string;
  signInBy: SignInBy;
  grant: OAuthGrant;
  /** Of Microsoft; its addresses and scopes follow from it. */
  tenant: string;
  authUrl: string;
  tokenUrl: string;
  scopes: string;
  clientId: string;
  clientSecret: string;
  secretExpiresOn: string;
  outPort: string;
  outPassword: string;
  backlogDays: BacklogDays;
}

export const emptyForm: MailboxForm = {
  name: "",
  address: "",
  receives: "imap",
  host: "",
  port: "993",
  security: "tls",
  login: "",
  certificate: "",
  folder: "INBOX",
  teamId: null,
  company: null,
  accepts: "everyone",
  domains: "",
  aliases: "",
  formsWriteHere: false,
  joinsWithoutVerdict: false,
  alwaysOwnTicket: false,
  afterStoring: "leave",
  moveTo: "",
  authservId: "",
  senderName: "agent-and-desk",
  signature: "",
  acknowledges: true,
  quotes: true,
  plusArrives: true,
  isDefault: false,
  sends: "default",
  outHost: "",
  outPort: "587",
  outSecurity: "starttls",
  outLogin: "",
  outPassword: "",
  password: "",
  signInBy: "password",
  grant: "code",
  tenant: "",
  authUrl: "",
  tokenUrl: "",
  scopes: "",
  clientId: "",
  clientSecret: "",
  secretExpiresOn: "",
  backlogDays: 0,
};

export function formOf({ fields, company }: MailboxDetails): MailboxForm {
  const { companyId: _, oauth, ...rest } = fields;
  return {
    ...emptyForm,
    ...rest,
    ...(oauth && typedOAuth(oauth)),
    port: String(fields.port),
    outPort: String(fields.outPort),
    certificate: fields.certificate ?? "",
    domains: fields.domains.join(", "),
    aliases: fields.aliases.join(", "),
    moveTo: fields.moveTo ?? "",
    authservId: fields.authservId ?? "",
    company,
  };
}

function typedOAuth({ provider, secretExpiresOn, ...oauth }: MailboxOAuth) {
  const [, tenant = ""] =
    /^https:\/\/login\.microsoftonline\.com\/([^/]+)\//.exec(oauth.tokenUrl) ?? [];
  return {
    ...oauth,
    signInBy: provider,
    tenant: tenant === "organizations" ? "" : decodeURIComponent(tenant),
    secretExpiresOn: secretExpiresOn ?? "",
  };
}

/** Whether it signs in with a password. A mailbox that is not fetched has one for sending at most. */
export function usesPassword({ receives, signInBy }: MailboxForm): boolean {
  return receives !== "imap" || signInBy === "password";
}

/** Null with a password. */
export function oauthOfForm(form: MailboxForm): MailboxOAuth | null {
  const { signInBy } = form;
  if (signInBy === "password" || usesPassword(form)) return null;
  const grant = signInBy === "google" ? "code" : form.grant;
  const typed = {
    authUrl: grant === "code" ? form.authUrl.trim() : "",
    tokenUrl: form.tokenUrl.trim(),
    scopes: form.scopes.trim(),
  };
  return {
    provider: signInBy,
    grant,
    ...(signInBy === "other" ? typed : oauthOf(signInBy, { grant, tenant: form.tenant.trim() })),
    clientId: form.clientId.trim(),
    secretExpiresOn: form.secretExpiresOn || null,
  };
}

export function fieldsOf(form: MailboxForm): MailboxFields {
  return {
    name: form.name.trim(),
    address: form.address.trim(),
    // In the order in which they are stored.
    aliases: listIn(form.aliases.toLowerCase()).sort(),
    receives: form.receives,
    host: form.host.trim(),
    port: Number(form.port),
    security: form.security,
    login: form.login.trim(),
    oauth: oauthOfForm(form),
    certificate: form.certificate.trim() || null,
    folder: form.folder.trim(),
    teamId: form.teamId,
    companyId: form.company?.id ?? null,
    accepts: form.accepts,
    domains: listIn(form.domains),
    formsWriteHere: form.formsWriteHere,
    joinsWithoutVerdict: form.joinsWithoutVerdict,
    alwaysOwnTicket: form.alwaysOwnTicket,
    afterStoring: form.afterStoring,
    moveTo: form.moveTo.trim() || null,
    authservId: form.authservId.trim() || null,
    senderName: form.senderName,
    signature: form.signature.trim(),
    acknowledges: form.acknowledges,
    quotes: form.quotes,
    plusArrives: form.plusArrives,
    isDefault: form.isDefault,
    sends: form.sends,
    outHost: form.outHost.trim(),
    outPort: Number(form.outPort),
    outSecurity: form.outSecurity,
    // Both directions sign in as the same account.
    outLogin: (usesPassword(form) || form.outHost === "" ? form.outLogin : form.login).trim(),
  };
}

function listIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((one) => one !== "");
}

/** The changed fields, with the values before. */
export function changesOf(
  before: MailboxFields,
  form: MailboxForm,
): { set: Partial<MailboxFields>; base: Partial<MailboxFields> } {
  const now = fieldsOf(form);
  const changed = (Object.keys(now) as (keyof MailboxFields)[]).filter(
    (field) => JSON.stringify(now[field] || null) !== JSON.stringify(before[field] || null),
  );
  const pick = (from: MailboxFields): Partial<MailboxFields> =>
    Object.fromEntries(changed.map((field) => [field, from[field]]));
  return { set: pick(now), base: pick(before) };
}

/** With what follows from a new address, where nothing else was typed yet. */
export function withAddress(form: MailboxForm, address: string): MailboxForm {
  const before = suggestedFor(form.address);
  const next = suggestedFor(address);
  const follow = <Key extends keyof Suggested>(key: Key): Suggested[Key] | MailboxForm[Key] =>
    form[key] === before[key] ? next[key] : form[key];
  return {
    ...form,
    address,
    name: follow("name"),
    host: follow("host"),
    port: follow("port"),
    security: follow("security"),
    login: follow("login"),
    signInBy: follow("signInBy"),
  };
}

/** With the mail servers of the provider, where nothing else was typed yet. */
export function withSignIn(form: MailboxForm, signInBy: SignInBy): MailboxForm {
  const example = { google: "name@gmail.com", microsoft: "name@outlook.com" };
  const known = signInBy === "password" || signInBy === "other" ? null : example[signInBy];
  if (known === null || form.host.trim() !== "") return { ...form, signInBy };
  const { host, port, security } = suggestedFor(known);
  return { ...form, signInBy, host, port, security };
}

/** Most mail servers send under the name and the login by which they are read. */
export function withSends(form: MailboxForm, sends: MailboxForm["sends"]): MailboxForm {
  if (sends === "default" || form.outHost !== "") return { ...form, sends };
  return {
    ...form,
    sends,
    outHost: form.host
      .trim()
      .replace(/^imap\./, "smtp.")
      .replace(/^outlook\.office365\.com$/, "smtp.office365.com"),
    outLogin: form.login,
  };
}

type Suggested = Pick<MailboxForm, "name" | "host" | "port" | "security" | "login" | "signInBy">;

function suggestedFor(typed: string): Suggested {
  const address = typed.trim();
  const provider = providerOfAddress(address);
  const [local = ""] = address.split("@");
  return {
    name: local.charAt(0).toUpperCase() + local.slice(1),
    host: provider?.host ?? "",
    port: String(provider?.port ?? 993),
    security: provider?.security ?? "tls",
    login: address,
    signInBy: provider?.oauth && !provider.acceptsPassword ? provider.oauth : "password",
  };
}

export function testInputOf(form: MailboxForm, id?: string): TestMailboxInput {
  const { host, port, security, login, certificate, folder } = fieldsOf(form);
  return {
    host,
    port,
    security,
    login,
    certificate,
    folder,
    ...(id !== undefined && { id }),
    ...(form.password !== "" && { password: form.password }),
  };
}

/** The typed ones. An absent password stays as it is stored. */
export function passwordsOf(form: MailboxForm): {
  password?: string;
  outPassword?: string;
  clientSecret?: string;
} {
  const { password, outPassword, clientSecret } = form;
  if (!usesPassword(form)) return clientSecret === "" ? {} : { clientSecret };
  return {
    ...(password !== "" && { password }),
    ...(outPassword !== "" && { outPassword }),
  };
}

/** What the server said about a field, or about a part of it. */
export function errorIn(failure: Failure | null, name: string): string | undefined {
  return failure?.fields.find(({ field }) => field.split(".").includes(name))?.message;
}
