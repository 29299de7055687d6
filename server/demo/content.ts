import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Role } from "../../shared/access.ts";
import type { CompanyState } from "../../shared/companies.ts";
import type { HeldReason } from "../../shared/inbound-mail.ts";
import type { TicketPriority, TicketStatus, TicketType } from "../../shared/tickets/vocabulary.ts";
import type { CompanyScope, UserState } from "../../shared/users.ts";

// The demo's people, companies and stories are YAML files in content/. This file reads and types them.

export type TeamName = "Warehouse" | "Billing" | "Integrations" | "Access";
export type Language = "en" | "de" | "fr" | "es";

export interface DemoUser {
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  state: UserState;
  /** Company names: those assigned to an Agent, or those a Customer is a member of. */
  companies: readonly string[];
  seesAllTickets: boolean;
  companyScope: CompanyScope | null;
  timeZone: string;
  phone: string | null;
  teams: readonly TeamName[];
  languages: readonly Language[];
  /** This person's part of the tickets of their company, or of their team's work. */
  share: number;
}

export interface DemoCompany {
  name: string;
  domains: readonly string[];
  notes: string;
  state: CompanyState;
  timeZone: string;
  /** A language they write in besides English. */
  language?: Language;
  /** This company's part of all tickets. */
  share: number;
  /** How many days ago they became a customer. */
  since: number;
  /** Words for the placeholders in stories. */
  sites: readonly string[];
  items: readonly string[];
  shops: readonly string[];
  carriers: readonly string[];
  home: string;
}

/** One message of a story. */
export interface Turn {
  /** `colleague`: someone else at the requester's company. `peer`: a note of another agent. */
  by: "customer" | "colleague" | "agent" | "note" | "peer";
  /** Working minutes since the previous turn. */
  after: number;
  text: string;
  /** The status an agent sets with the message. Absent: the next turn decides. */
  sets?: "on-hold" | "resolved";
  priority?: TicketPriority;
}

/**
 * A conversation that is reused for different companies. In its texts `{order}` is filled in and one
 * of `[[one|other]]` is chosen, so that no two tickets read the same.
 */
export interface Story {
  key: string;
  subjects: readonly string[];
  type: TicketType;
  team: TeamName;
  tags: readonly string[];
  priority: TicketPriority;
  /** `phone`: an agent opens it during a call, and it begins with a note. */
  channel?: "web" | "phone";
  /** The whole way to the solution. A ticket that is still open stops somewhere before. */
  turns: readonly Turn[];
  /** What follows when it turns out not to be solved. */
  reopen?: readonly Turn[];
  /** The companies it is for. Absent: all but those in `except`. */
  only?: readonly string[];
  except?: readonly string[];
  language?: Language;
}

/** A ticket of today, stopped in the middle of its story. */
export interface UnfinishedTicket {
  state: "new" | "open" | "pending" | "on-hold" | "snoozed";
  /** Minutes since the last message: at least and at most. */
  age: readonly [least: number, most: number];
  /** Sent at exactly that minute, whatever the hour, so that there is always something recent. */
  fresh?: boolean;
  story?: string;
  requester?: string;
  assignee?: string;
}

/** Mails that became tickets and messages, with the answers of staff, and mails that are held. */
interface DemoMails {
  mailbox: { name: string; address: string; authservId: string; signature: string };
  conversations: readonly {
    key: string;
    subject: string;
    turns: readonly (ReceivedTurn | AnswerTurn)[];
  }[];
  held: readonly HeldTurn[];
}

interface MailText {
  /** Minutes before now. */
  ago: number;
  /** As `Ana Ferreira <ana@harbour.test>`. Absent: the mail names no sender. */
  from?: string;
  html?: string;
  text?: string;
  /** Whether the mail server could verify the sender. */
  isProven?: boolean;
}

/** A mail of a customer. */
export interface ReceivedTurn extends MailText {
  from: string;
  to?: readonly string[];
  cc?: readonly string[];
  /** How their program quotes the mail they answer. */
  client: "gmail" | "outlook" | "plain";
  /** Shown in the text as `cid:label`. */
  image?: { name: string; faded: boolean };
}

export interface AnswerTurn {
  by: string;
  ago: number;
  text: string;
  note?: boolean;
  sets?: TicketStatus;
  /** The copied address that the answer does not reach. */
  fails?: string;
}

export interface HeldTurn extends MailText {
  reason: HeldReason;
  subject?: string;
  headers?: Readonly<Record<string, string>>;
  /** What the mail server found, instead of a pass. */
  results?: string;
  /** The conversation that it answers. */
  about?: string;
  /** The conversation whose first mail arrives again. */
  repeats?: string;
  /** The address whose mail it returns. */
  bounces?: string;
  /** A pattern that was blocked before. */
  blocks?: string;
  /** It was held by a number or a rule that the demo cannot reach. */
  isDecidedByHand?: boolean;
}

type Person = Pick<DemoUser, "firstName" | "lastName" | "email"> & Partial<DemoUser>;

const personDefaults = {
  state: "active",
  companies: [],
  seesAllTickets: false,
  phone: null,
  teams: [],
  languages: ["en"],
  share: 1,
} as const;

const companiesWithPeople = readYaml<(DemoCompany & { people: readonly Person[] })[]>("companies");

export const demoTeams: readonly TeamName[] = ["Warehouse", "Billing", "Integrations", "Access"];

export const demoCompanies: readonly DemoCompany[] = companiesWithPeople.map(
  ({ people: _, ...company }) => company,
);

export const staff: readonly DemoUser[] = readYaml<(Person & { timeZone: string })[]>("staff").map(
  (person) => ({ ...personDefaults, role: "Agent", companyScope: "all", ...person }),
);

export const customers: readonly DemoUser[] = companiesWithPeople.flatMap(
  ({ name, timeZone, language, people }) =>
    people.map((person) => ({
      ...personDefaults,
      role: "Customer" as const,
      companies: [name],
      companyScope: null,
      timeZone,
      languages: language ? ["en", language] : ["en"],
      ...person,
    })),
);

export const demoUsers: readonly DemoUser[] = [...staff, ...customers];

export const unfinishedTickets = readYaml<readonly UnfinishedTicket[]>("today");

export const demoMails = readYaml<DemoMails>("mails");

export const stories: readonly Story[] = readdirSync(join(import.meta.dir, "content/stories"))
  .sort()
  .flatMap((file) => readYaml<Story[]>(`stories/${file.replace(/\.yaml$/, "")}`));

function readYaml<T>(name: string): T {
  return Bun.YAML.parse(readFileSync(join(import.meta.dir, `content/${name}.yaml`), "utf8")) as T;
}
