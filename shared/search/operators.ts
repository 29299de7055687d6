import {
  ticketChannels,
  ticketPriorities,
  ticketStatuses,
  ticketTypes,
} from "../tickets/vocabulary.ts";

/** The kind of value an operator takes. */
type OperatorTakes = "choice" | "name" | "time" | "moment" | "number" | "hour";

export interface Operator {
  takes: OperatorTakes;
  /** What it filters by, as shown in the list of completions. */
  says: string;
  example: string;
  choices?: readonly string[];
  /** Whether a name can be `me` for the reader, or `none` for no one. */
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
  status: choice("status", ticketStatuses),
  priority: choice("priority", ticketPriorities),
  type: choice("question, incident, problem or task", ticketTypes),
  assignee: name("assigned agent", "assignee:me", { me: true, none: true }),
  requester: name("requester", 'requester:"Ana Ferreira"', { me: true }),
  company: name("customer's company", 'company:"Nordlicht Klinik"', { none: true }),
  team: name("team", "team:warehouse", { none: true }),
  tag: name("tag", "tag:billing", { none: true }),
  channel: choice("channel", ticketChannels),
  mailbox: name("mailbox that received it", "mailbox:support", { none: true }),
  created: time("date created", "created:>2026-01-01"),
  updated: time("date of the last change", "updated:>-1h"),
  resolved: time("date last resolved", "resolved:>-7d"),
  closed: time("date closed", "closed:today"),
  "open-at": { takes: "moment", says: "open on that date", example: "open-at:2026-01-31" },
  "first-reply": time("date of the first staff reply", "first-reply:today"),
  unassigned: time("unassigned since", "unassigned:<-1h"),
  reopened: number("times reopened", "reopened:>0"),
  "reopened-at": time("date reopened", "reopened-at:today"),
  replies: number("number of staff replies", "replies:1"),
  rating: choice("customer's rating", ["good", "bad"]),
  rated: time("date of the customer's rating", "rated:>-7d"),
  waiting: choice("who has to reply next", ["us", "customer"]),
  "created-hour": {
    takes: "hour",
    says: "weekday and hour created",
    example: "created-hour:tue-14",
  },
  has: choice("has this set or attached", has),
  is: choice("is in this state", is),
} as const satisfies Record<string, Operator>;

export type OperatorName = keyof typeof staffOperators;
/** The operators that take one kind of value, so that a switch over them is checked for each. */
export type OperatorTaking<What extends OperatorTakes> = {
  [Name in OperatorName]: (typeof staffOperators)[Name]["takes"] extends What ? Name : never;
}[OperatorName];
export type HasChoice = (typeof has)[number];
export type IsChoice = (typeof is)[number];

/** Customers lack the operators that would show them how staff work. */
const customerOperators: Partial<Record<OperatorName, Operator>> = {
  status: staffOperators.status,
  assignee: { ...staffOperators.assignee, me: false, example: 'assignee:"Maya Lindqvist"' },
  requester: { ...staffOperators.requester, example: "requester:me" },
  company: staffOperators.company,
  created: staffOperators.created,
  updated: staffOperators.updated,
  resolved: staffOperators.resolved,
  closed: staffOperators.closed,
  is: choice("is in this state", ["open"]),
};

/** Which operators a query can use: those of staff, or the few of Customers. */
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
