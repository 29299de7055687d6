/** What a Super Admin sets for the whole desk. */
export interface DeskSettings {
  name: string;
  /** `#rrggbb`; null: the desk's own blue. */
  accent: string | null;
  /** Where the picture lies; null where there is none. */
  logo: string | null;
  /** After so long without an answer a customer's ticket is overdue. */
  overdueHours: number;
  /** Resolved tickets are closed by the desk after so many days. */
  autoCloseDays: number;
  language: SearchLanguage;
  /** The audit log is kept for so many whole months; null: for ever. */
  auditMonths: number | null;
  /** What a customer can write in an hour; staff can write ten times as much. */
  messagesPerHour: number;
  ticketsPerHour: number;
  uploadMbPerHour: number;
  /** Invitations and password links that one person can send in an hour. */
  invitationsPerHour: number;
}

/** The settings as their page shows them. */
export interface DeskDetails extends DeskSettings {
  /** The release of the server that answers. */
  version: string;
}

/** What is changed by hand; the logo has an act of its own. */
export type DeskFields = Omit<DeskSettings, "logo">;

/** How the desk looks, and whether it mails, for everybody and before anybody has signed in. */
export interface DeskLook {
  name: string;
  logo: string | null;
  /** The variables of styles.css that the accent sets; null: as they come. */
  colours: Record<string, string> | null;
  /** Else somebody has to hand links over. */
  sendsMail: boolean;
}

export const deskLimits = {
  name: 80,
  logoBytes: 200 * 1024,
  overdueHours: { min: 1, max: 720 },
  autoCloseDays: { min: 1, max: 365 },
  auditMonths: { min: 3, max: 600 },
  perHour: { min: 1, max: 100_000 },
  uploadMbPerHour: { min: 25, max: 100_000 },
} as const;

export const logoTypes = ["image/png", "image/jpeg", "image/webp"] as const;
export type LogoType = (typeof logoTypes)[number];

/** Where the desk's picture lies: a new one has a new address, so that it can be kept for good. */
export function logoAddress(hash: string): string {
  return `/node/desk/logo/${hash}`;
}

/** Those whose endings Postgres 15 and newer know. */
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

/** How far the index of words has been read anew. */
export interface SearchRebuild {
  /** Null until they have been counted. */
  total: number | null;
  done: number;
  languageBefore: SearchLanguage;
}

/** What holds at sign-in: shown as it is, and changed by nobody. */
export interface SignInRules {
  passwordLength: { min: number; max: number };
  idleHours: { staff: number; customers: number };
  sessionDays: number;
  linkMinutes: { reset: number; invitation: number };
  perAccountAndNetwork: { failures: number; firstWaitSeconds: number; longestWaitMinutes: number };
  perAccountAnHour: number;
  perNetworkAMinute: number;
}

/** Where mail goes out, without what opens it. */
export interface MailSettings {
  server: { host: string; port: number; encrypted: boolean; signsIn: boolean } | null;
  from: string;
  replyTo: string | null;
  linksBeginWith: string | null;
}

/** What the mail server itself said of a test. */
export interface TestMailAnswer {
  taken: boolean;
  to: string;
  answer: string;
}
