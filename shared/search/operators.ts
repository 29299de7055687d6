import {
  ticketChannels,
  ticketPriorities,
  ticketStatuses,
  ticketTypes,
} from "../tickets/vocabulary.ts";

/** What may stand behind an operator's colon. */
type OperatorTakes = "choice" | "name" | "time" | "moment" | "number" | "hour";

export interface Operator {
  takes: OperatorTakes;
  /** What it looks at, for the list of completions. */
  says: string;
  example: string;
  choices?: readonly string[];
  /** Of a name: whether `me` and `none` stand for somebody and nobody. */
  me?: boolean;
  none?: boolean;
}

const has = ["attachment", "draft", "company", "team", "tag", "assignee", "rating"] as const;

const is = [
  "open",
  "unread",
  "snoozed",
  "unassigned",
  "overdue",
  "followed",
  "mentioned",
  "opened-by-staff",
  "spam",
  "merged",
] as const;

const staffOperators = {
  status: choice("state of the ticket", ticketStatuses),
  priority: choice("how urgent it is", ticketPriorities),
  type: choice("question, incident, problem or task", ticketTypes),
  assignee: name("who works on it", "assignee:me", { me: true, none: true }),
  requester: name("who asked", 'requester:"Ana Ferreira"', { me: true }),
  company: name("whose ticket it is", 'company:"Nordlicht Klinik"', { none: true }),
  team: name("which team has it", "team:warehouse", { none: true }),
  tag: name("how it is sorted", "tag:billing", { none: true }),
  channel: choice("how it came", ticketChannels),
  created: time("when it was opened", "created:>2026-01-01"),
  updated: time("when something last changed", "updated:>-1h"),
  resolved: time("when it was last resolved", "resolved:>-7d"),
  closed: time("when it was closed", "closed:today"),
  "open-at": { takes: "moment", says: "open at that moment", example: "open-at:2026-01-31" },
  "first-reply": time("when staff first replied", "first-reply:today"),
  unassigned: time("since when nobody works on it", "unassigned:<-1h"),
  reopened: number("how often it was reopened", "reopened:>0"),
  "reopened-at": time("when it was reopened", "reopened-at:today"),
  replies: number("how many replies staff wrote", "replies:1"),
  rating: choice("what the requester said of the help", ["good", "bad"]),
  waiting: choice("whose turn it is", ["us", "customer"]),
  "created-hour": { takes: "hour", says: "weekday and hour", example: "created-hour:tue-14" },
  has: choice("what it has", has),
  is: choice("what it is", is),
} as const satisfies Record<string, Operator>;

export type OperatorName = keyof typeof staffOperators;
/** Those that take such a thing: whoever reads them has a case for each. */
export type OperatorTaking<What extends OperatorTakes> = {
  [Name in OperatorName]: (typeof staffOperators)[Name]["takes"] extends What ? Name : never;
}[OperatorName];
export type HasChoice = (typeof has)[number];
export type IsChoice = (typeof is)[number];

/** What would tell a Customer of staff's work does not exist for them. */
const customerOperators: Partial<Record<OperatorName, Operator>> = {
  status: staffOperators.status,
  assignee: { ...staffOperators.assignee, me: false, example: 'assignee:"Maya Lindqvist"' },
  requester: { ...staffOperators.requester, example: "requester:me" },
  company: staffOperators.company,
  created: staffOperators.created,
  updated: staffOperators.updated,
  resolved: staffOperators.resolved,
  closed: staffOperators.closed,
  is: choice("what it is", ["open"]),
};

/** Who searches: staff, or a Customer with the few operators that are theirs. */
export type Language = "staff" | "customer";

export function operatorsOf(language: Language): readonly (readonly [OperatorName, Operator])[] {
  const operators = language === "staff" ? staffOperators : customerOperators;
  return Object.entries(operators) as [OperatorName, Operator][];
}

export function findOperator(language: Language, said: string): OperatorName | undefined {
  return operatorsOf(language).find(([name]) => name === said.toLowerCase())?.[0];
}

export function operatorOf(language: Language, operator: OperatorName): Operator {
  const found = operatorsOf(language).find(([name]) => name === operator);
  return found?.[1] ?? staffOperators[operator];
}

export function takes<What extends OperatorTakes>(
  operator: OperatorName,
  what: What,
): operator is OperatorTaking<What> {
  return staffOperators[operator].takes === what;
}

type Taking<What extends OperatorTakes> = Operator & { takes: What };

function choice(says: string, choices: readonly string[]): Taking<"choice"> {
  return { takes: "choice", says, example: choices[0] ?? "", choices };
}

function name(says: string, example: string, also: Pick<Operator, "me" | "none">): Taking<"name"> {
  return { takes: "name", says, example, ...also };
}

function time(says: string, example: string): Taking<"time"> {
  return { takes: "time", says, example };
}

function number(says: string, example: string): Taking<"number"> {
  return { takes: "number", says, example };
}
