import type { HeldReason } from "./inbound-mail.ts";

/** A mailbox: an address whose mail becomes tickets. */
export const mailboxLimits = {
  name: 80,
  address: 254,
  host: 253,
  login: 320,
  password: 1000,
  folder: 200,
  certificate: 20_000,
  domains: 50,
  aliases: 20,
  signature: 10_000,
  mailboxes: 100,
  url: 1000,
  scopes: 1000,
  clientId: 500,
  clientSecret: 2000,
} as const;

export const mailSecurities = ["tls", "starttls", "none"] as const;
export type MailSecurity = (typeof mailSecurities)[number];

export const mailSecurityNames: Record<MailSecurity, string> = {
  tls: "TLS",
  starttls: "STARTTLS",
  none: "Not encrypted (this machine only)",
};

/** What happens on the mail server to a mail that is stored here. */
export const afterStoringChoices = ["leave", "mark-read", "move", "delete"] as const;
export type AfterStoring = (typeof afterStoringChoices)[number];

export const afterStoringNames: Record<AfterStoring, string> = {
  leave: "Leave it as it is",
  "mark-read": "Mark it as read",
  move: "Move it to a folder",
  delete: "Delete it from the mail server",
};

export const acceptsChoices = ["everyone", "known-people", "domains"] as const;
type Accepts = (typeof acceptsChoices)[number];

export const acceptsNames: Record<Accepts, string> = {
  everyone: "Everyone",
  "known-people": "People who have an account",
  domains: "Addresses at these domains",
};

/** Whom a customer sees as the sender: `Samuel at Northwind`, `Northwind` or `Samuel`. */
export const senderNameChoices = ["agent-and-desk", "desk", "agent"] as const;
export type SenderName = (typeof senderNameChoices)[number];

export const senderNameLabels: Record<SenderName, string> = {
  "agent-and-desk": "Agent and workspace: Maya at Northwind",
  desk: "Workspace: Northwind",
  agent: "Agent: Maya",
};

export const sendsChoices = ["default", "own"] as const;
type Sends = (typeof sendsChoices)[number];

export const sendsLabels: Record<Sends, string> = {
  default: "The workspace's mail server",
  own: "This mailbox's own mail server",
};

/** How mail gets here. `none`: it only sends, or is fed by a command. */
export const receivesChoices = ["imap", "webhook", "none"] as const;
export type Receives = (typeof receivesChoices)[number];

/** Where a provider posts the mails of a mailbox. */
export function mailInPath(mailboxId: string): string {
  return `/node/mail/in/${mailboxId}`;
}

/** How far back the first connection reads; 0: only mail that arrives from then on. */
export const backlogChoices = [0, 7, 30, 90] as const;
export type BacklogDays = (typeof backlogChoices)[number];

export const oauthProviders = ["google", "microsoft", "other"] as const;
type OAuthProvider = (typeof oauthProviders)[number];

export const oauthGrants = ["code", "client"] as const;
export type OAuthGrant = (typeof oauthGrants)[number];

/** How a mailbox signs in without a password. Tokens and the client secret stay on the server. */
export interface MailboxOAuth {
  provider: OAuthProvider;
  /** `code`: a person signs in. `client`: the application itself, with its secret. */
  grant: OAuthGrant;
  /** Where a person signs in; empty for `client`. */
  authUrl: string;
  tokenUrl: string;
  scopes: string;
  clientId: string;
  /** The last day of the client secret, to warn 30 days before. */
  secretExpiresOn: string | null;
}

/** Where the provider sends a person back after signing in. */
export const oauthCallbackPath = "/node/mail/oauth";

export function oauthName({ provider, tokenUrl }: Pick<MailboxOAuth, "provider" | "tokenUrl">) {
  if (provider === "google") return "Google";
  if (provider === "microsoft") return "Microsoft";
  return URL.parse(tokenUrl)?.hostname ?? "the provider";
}

/** The addresses and scopes of a known provider. `tenant` is Microsoft's name for an organisation. */
export function oauthOf(
  provider: "google" | "microsoft",
  { grant, tenant }: { grant: OAuthGrant; tenant: string },
): Pick<MailboxOAuth, "authUrl" | "tokenUrl" | "scopes"> {
  if (provider === "google") {
    return {
      authUrl: "https://accounts.google.com/o/oauth2/v2/auth",
      tokenUrl: "https://oauth2.googleapis.com/token",
      scopes: "https://mail.google.com/",
    };
  }
  const base = `https://login.microsoftonline.com/${encodeURIComponent(tenant || "organizations")}/oauth2/v2.0`;
  const outlook = "https://outlook.office.com";
  return {
    authUrl: grant === "code" ? `${base}/authorize` : "",
    tokenUrl: `${base}/token`,
    scopes:
      grant === "code"
        ? `offline_access ${outlook}/IMAP.AccessAsUser.All ${outlook}/SMTP.Send`
        : "https://outlook.office365.com/.default",
  };
}

/** What a Super Admin sets. */
export interface MailboxFields {
  name: string;
  address: string;
  /** Other addresses whose mail arrives here. */
  aliases: string[];
  receives: Receives;
  /** Of IMAP; otherwise empty, as the login. */
  host: string;
  port: number;
  security: MailSecurity;
  login: string;
  /** Null: with a password. It counts for reading and for the mailbox's own server for sending. */
  oauth: MailboxOAuth | null;
  /** Of a server with a certificate that no public authority signed. */
  certificate: string | null;
  folder: string;
  teamId: string | null;
  companyId: string | null;
  accepts: Accepts;
  domains: string[];
  /** A form on a web site writes from this address and names its visitor in Reply-To. */
  formsWriteHere: boolean;
  /** Senders join the company of their mail domain even where no one checked them. */
  joinsWithoutVerdict: boolean;
  /** A mail that was also sent to another mailbox becomes a ticket here too. */
  alwaysOwnTicket: boolean;
  afterStoring: AfterStoring;
  moveTo: string | null;
  /** Whose `Authentication-Results` count. */
  authservId: string | null;
  senderName: SenderName;
  /** Below what an agent wrote. */
  signature: string;
  /** Whether a new ticket by mail is confirmed to its sender. */
  acknowledges: boolean;
  /** Whether mails quote the message before. */
  quotes: boolean;
  /** Whether mail to `address+anything` arrives: then answers go to an address of their own. */
  plusArrives: boolean;
  /** It also sends what belongs to tickets of no mailbox. */
  isDefault: boolean;
  /** `default`: through the mail server of the installation. */
  sends: Sends;
  /** Its own mail server for sending; empty if it has none. */
  outHost: string;
  outPort: number;
  outSecurity: MailSecurity;
  /** Empty: the server asks for no password. */
  outLogin: string;
}

/**
 * `off`: MAIL_READING is off. `waiting`: the connection failed and is tried again later. `sign-in`: no one has
 * signed in with the provider yet.
 */
export type MailboxState =
  | "sign-in"
  | "idle"
  | "connecting"
  | "reading"
  | "watching"
  | "waiting"
  | "rejected"
  | "paused"
  | "off";

export interface MailboxSummary {
  id: string;
  name: string;
  address: string;
  /** Other addresses whose mail arrives here. */
  aliases: string[];
  receives: Receives;
  state: MailboxState;
  stateSince: string | null;
  /** Why it cannot be read, and when that is tried again. */
  error: string | null;
  nextAttemptAt: string | null;
  /** Why its own mail server takes no mail. */
  sendError: string | null;
  lastMailAt: string | null;
}

export interface MailboxEvent {
  id: string;
  at: string;
  text: string;
}

export interface MailboxDetails extends MailboxSummary {
  fields: MailboxFields;
  company: { id: string; name: string } | null;
  /** A password is stored. It is never sent to a browser. */
  hasSecret: boolean;
  /** The same for sending. */
  hasOutSecret: boolean;
  hasClientSecret: boolean;
  /** A key for the webhook was made. It is shown only then. */
  hasKey: boolean;
  events: MailboxEvent[];
}

/** How long before its end a client secret is warned about. */
export const secretWarnedDays = 30;

/** Whole days until the client secret ends, if it ends soon; negative once it has ended. */
export function secretEndsIn(oauth: MailboxOAuth | null, today: string): number | null {
  if (!oauth?.secretExpiresOn) return null;
  const days = Math.round((Date.parse(oauth.secretExpiresOn) - Date.parse(today)) / 86_400_000);
  return days <= secretWarnedDays ? days : null;
}

export const testSteps = ["server", "sign-in", "folder", "watch"] as const;
export type TestStep = (typeof testSteps)[number];

export interface TestedStep {
  step: TestStep;
  /** Null: an earlier step failed, so this one was not tried. */
  passed: boolean | null;
  text: string;
}

export type MailTestStep = "sent" | "arrived" | "plus" | "checks";

/** A step of sending a mail to the mailbox itself. */
export interface TestedMailStep {
  step: MailTestStep;
  /** Null: it is waited for, or an earlier step failed. */
  passed: boolean | null;
  text: string;
}

/** A test whose mails are on their way. */
export interface StartedMailTest {
  /** Finds its mails again. */
  token: string;
  isOver: boolean;
  /** Why the mail server did not accept the mail to an address with `+`. */
  plusRefused: string | null;
  steps: TestedMailStep[];
}

/** A provider whose servers are known by the domain of the address. */
interface MailProvider {
  name: string;
  host: string;
  port: number;
  security: MailSecurity;
  /** What a person has to know before they type a password. */
  hint: string;
  /** Whether the provider accepts a password over IMAP. */
  acceptsPassword: boolean;
  /** It offers signing in without a password. */
  oauth?: "google" | "microsoft";
}

const tlsAt = (host: string) => ({ host, port: 993, security: "tls" as const });

const google: MailProvider = {
  name: "Google",
  ...tlsAt("imap.gmail.com"),
  hint: "Google accepts an app password only: turn on 2-Step Verification, then create one at myaccount.google.com/apppasswords. Or sign in with Google.",
  acceptsPassword: true,
  oauth: "google",
};

const microsoft: MailProvider = {
  name: "Microsoft",
  ...tlsAt("outlook.office365.com"),
  hint: "Microsoft no longer accepts passwords over IMAP. Choose Microsoft under Sign-in.",
  acceptsPassword: false,
  oauth: "microsoft",
};

const appPassword = (name: string, host: string, where: string): MailProvider => ({
  name,
  ...tlsAt(host),
  hint: `${name} accepts an app password only: create one ${where}.`,
  acceptsPassword: true,
});

const plain = (name: string, host: string, hint = ""): MailProvider => ({
  name,
  ...tlsAt(host),
  hint,
  acceptsPassword: true,
});

const icloud = appPassword("iCloud", "imap.mail.me.com", "at account.apple.com");
const yahoo = appPassword("Yahoo", "imap.mail.yahoo.com", "in the account's security settings");
const fastmail = appPassword("Fastmail", "imap.fastmail.com", "under Settings, Privacy & Security");
const gmx = plain("GMX", "imap.gmx.net", "First allow IMAP in the settings of GMX.");
const zoho = appPassword("Zoho", "imap.zoho.com", "in the account's security settings");

const providersByDomain: Record<string, MailProvider> = {
  "gmail.com": google,
  "googlemail.com": google,
  "outlook.com": microsoft,
  "hotmail.com": microsoft,
  "live.com": microsoft,
  "msn.com": microsoft,
  "icloud.com": icloud,
  "me.com": icloud,
  "mac.com": icloud,
  "yahoo.com": yahoo,
  "ymail.com": yahoo,
  "aol.com": appPassword("AOL", "imap.aol.com", "in the account's security settings"),
  "fastmail.com": fastmail,
  "fastmail.fm": fastmail,
  "gmx.de": gmx,
  "gmx.net": gmx,
  "gmx.at": gmx,
  "gmx.ch": gmx,
  "web.de": plain("WEB.DE", "imap.web.de", "First allow IMAP in the settings of WEB.DE."),
  "t-online.de": plain(
    "Telekom",
    "secureimap.t-online.de",
    "Telekom asks for the email password, not the account's.",
  ),
  "posteo.de": plain("Posteo", "posteo.de"),
  "posteo.net": plain("Posteo", "posteo.de"),
  "mailbox.org": plain("mailbox.org", "imap.mailbox.org"),
  "zoho.com": zoho,
  "zohomail.com": zoho,
};

/** Companies use their own domain with these too; then the host tells. */
const providersByHost = new Map(
  Object.values(providersByDomain).map((provider) => [provider.host, provider]),
);

export function providerOfAddress(address: string): MailProvider | null {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  return Object.hasOwn(providersByDomain, domain) ? (providersByDomain[domain] ?? null) : null;
}

export function providerOfHost(host: string): MailProvider | null {
  return providersByHost.get(host.trim().toLowerCase()) ?? null;
}

export const mailOutcomes = ["ticket", "message", "held", "stored"] as const;
export type MailOutcome = (typeof mailOutcomes)[number];

/** What became of the mail of one mailbox and day. `received` is the sum of the next three. */
export interface ReceivedDay {
  day: string;
  mailbox: { id: string; name: string };
  received: number;
  tickets: number;
  messages: number;
  held: number;
  /** Stored and not yet worked on. */
  beingRead: number;
}

/** A received mail in a list. */
export interface ReceivedMail {
  id: string;
  mailbox: { id: string; name: string };
  sender: string | null;
  senderName: string | null;
  subject: string | null;
  receivedAt: string;
  outcome: MailOutcome;
  /** Why it is held. */
  reason: HeldReason | null;
  preview: string | null;
  ticketNumber: number | null;
}

export interface ReceivedMailPage {
  mails: ReceivedMail[];
  nextCursor: string | null;
}
