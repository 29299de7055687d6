import type { TokenDays } from "./api-tokens.ts";
import type { MailSecurity } from "./mailboxes.ts";

/** The settings of the desk. */
export interface DeskSettings {
  name: string;
  /** `#rrggbb`, or null for the default blue. */
  accent: string | null;
  /** The address of the logo, if there is one. */
  logo: string | null;
  /** Hours without an answer after which a ticket is overdue. */
  overdueHours: number;
  /** Days after which resolved tickets are closed. */
  autoCloseDays: number;
  language: SearchLanguage;
  /** Whole months for which the audit log is kept. Null: forever. */
  auditMonths: number | null;
  /** What happens to tickets closed for longer than `oldTicketMonths`. Null: nothing. */
  oldTickets: OldTicketAction | null;
  oldTicketMonths: number;
  /** What a customer can write in an hour; staff can write ten times as much. */
  messagesPerHour: number;
  ticketsPerHour: number;
  uploadMbPerHour: number;
  /** Invitations and password links that one person can send in an hour. */
  invitationsPerHour: number;
  /** The most days a new API token can be valid. Null: no limit. */
  tokenDays: TokenDays | null;
  /** Whether customers can have API tokens. */
  customerTokens: boolean;
}

export const oldTicketActions = ["anonymise", "delete"] as const;
export type OldTicketAction = (typeof oldTicketActions)[number];

export interface OldTicketCount {
  tickets: number;
  messages: number;
  files: number;
}

/** The run that removes old tickets: the one in progress, or the last one. */
export interface OldTicketRun extends OldTicketCount {
  action: OldTicketAction;
  months: number;
  startedAt: string;
  /** Null while it is running. */
  endedAt: string | null;
}

/** The settings as their page shows them. */
export interface DeskDetails extends DeskSettings {
  /** The release of the server that answers. */
  version: string;
}

/** The settings that are changed together. The logo has its own action. */
export type DeskFields = Omit<DeskSettings, "logo">;

/** How the desk looks and whether it sends email. Known before sign-in. */
export interface DeskTheme {
  name: string;
  logo: string | null;
  /** The variables of styles.css that the accent sets. Null: the defaults. */
  colours: Record<string, string> | null;
  /** False: links have to be handed over. */
  sendsMail: boolean;
}

export const deskLimits = {
  name: 80,
  logoBytes: 200 * 1024,
  overdueHours: { min: 1, max: 720 },
  autoCloseDays: { min: 1, max: 365 },
  auditMonths: { min: 3, max: 600 },
  oldTicketMonths: { min: 6, max: 120 },
  perHour: { min: 1, max: 100_000 },
  uploadMbPerHour: { min: 25, max: 100_000 },
} as const;

export const logoTypes = ["image/png", "image/jpeg", "image/webp"] as const;
export type LogoType = (typeof logoTypes)[number];

/** The address of the logo. A new logo has a new address, so it can be cached forever. */
export function logoAddress(hash: string): string {
  return `/node/desk/logo/${hash}`;
}

/** The languages with a text search configuration in Postgres 15 and newer. */
export const searchLanguages = [
  "arabic",
  "armenian",
  "basque",
  "catalan",
  "danish",
  "dutch",
  "english",
  "finnish",
  "french",
  "german",
  "greek",
  "hindi",
  "hungarian",
  "indonesian",
  "irish",
  "italian",
  "lithuanian",
  "nepali",
  "norwegian",
  "portuguese",
  "romanian",
  "russian",
  "serbian",
  "spanish",
  "swedish",
  "tamil",
  "turkish",
  "yiddish",
] as const;
export type SearchLanguage = (typeof searchLanguages)[number];

export function languageName(language: SearchLanguage): string {
  return language.charAt(0).toUpperCase() + language.slice(1);
}

/** The steps of setting up a desk, and whether someone closed the panel that shows them. */
export interface SetUp {
  isDismissed: boolean;
  done: Record<"appearance" | "email" | "agent" | "team" | "ticket", boolean>;
}

/** The progress of rebuilding the search index. */
export interface SearchRebuild {
  /** Null until the tickets are counted. */
  total: number | null;
  done: number;
  languageBefore: SearchLanguage;
}

/** The rules of signing in. They are constants and shown in the settings. */
export interface SignInRules {
  passwordLength: { min: number; max: number };
  idleHours: { staff: number; customers: number };
  sessionDays: number;
  linkMinutes: { reset: number; invitation: number };
  perAccountAndNetwork: { failures: number; firstWaitSeconds: number; longestWaitMinutes: number };
  perAccountAnHour: number;
  perAddressAMinute: number;
  perNetworkAMinute: number;
}

/** The mail server, without its credentials. */
export interface MailSettings {
  server: { host: string; port: number; encrypted: boolean; signsIn: boolean } | null;
  from: string;
  replyTo: string | null;
  linksBeginWith: string | null;
}

/** The mail server and sender as a Super Admin sets them. */
export interface MailFields {
  /** Empty: no server. */
  host: string;
  port: number;
  security: MailSecurity;
  /** Empty: the server asks for no password. */
  login: string;
  /** `desk@example.com` or `Desk <desk@example.com>`. */
  sender: string | null;
  replyTo: string | null;
  /** Where links in emails lead. */
  baseUrl: string | null;
}

export interface StoredMailSettings {
  fields: MailFields;
  /** A password is stored. It is never sent to a browser. */
  hasSecret: boolean;
  /** What the environment decides instead: SMTP_URL, MAIL_FROM, MAIL_REPLY_TO and BASE_URL. */
  fixed: Record<"server" | "sender" | "replyTo" | "baseUrl", boolean>;
}

/** The answer of the mail server to a test email. */
export interface TestMailAnswer {
  taken: boolean;
  to: string;
  answer: string;
}
