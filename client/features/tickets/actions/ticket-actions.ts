import {
  Ban,
  Building2,
  CircleCheck,
  CircleDot,
  CornerDownRight,
  Eye,
  EyeOff,
  Link,
  Link2,
  type LucideIcon,
  Mail,
  MailOpen,
  Merge,
  Moon,
  Shapes,
  SignalHigh,
  Split,
  Tag,
  Undo2,
  UserRound,
  UserRoundCheck,
  UserRoundPlus,
  UsersRound,
} from "lucide-react";
import { createElement, type ReactNode } from "react";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import {
  statusNames,
  type TicketRow,
  type TicketStatus,
  ticketLimits,
} from "../../../../shared/tickets/vocabulary.ts";
import type { ExtraAction, KeyId } from "../../../app/keyboard/keys.ts";
import { StatusMark } from "../../../components/ticket/StatusMark.tsx";
import type { PickerName } from "../properties/use-pickers.ts";
import { canFollowUp } from "../ticket-links.ts";

/** An open ticket and what this person can do with it. */
export interface PageTarget {
  ticket: TicketDetails;
  viewerId: string;
  canMerge: boolean;
  canMarkSpam: boolean;
  /** It is spam that can be restored. */
  canUnmarkSpam: boolean;
}

/** The selected tickets, or the row under the cursor. */
export interface SelectionTarget {
  /** The selected tickets that have loaded. */
  rows: readonly TicketRow[];
  total: number;
}

interface ActionEntry {
  /** By the number of tickets, where that matters. */
  label: string | ((count: number) => string);
  icon: LucideIcon;
  /** Sets this status, and shows its mark instead of the icon. */
  status?: TicketStatus | undefined;
  key?: KeyId | undefined;
  /** Opens this picker. */
  picker?: PickerName | undefined;
  /** Closed tickets can't do it. */
  endsWithClosing?: boolean;
  /** The section of the ticket's More menu; absent: in the palette only. */
  menu?: 0 | 1 | 2 | undefined;
  /** Whether the ticket page offers it; absent: never. */
  onPage?: (target: PageTarget) => boolean;
  /** Whether it is offered for a selection; absent: never. */
  onSelection?: (target: SelectionTarget) => boolean;
}

const canUpdate = ({ ticket }: PageTarget) => ticket.may.update;
const canUpdateOpen = ({ ticket }: PageTarget) => ticket.may.update && ticket.status !== "closed";
const canMoveTo = (status: TicketStatus) => (target: PageTarget) =>
  target.ticket.may.moveTo.includes(status);
const isFollowing = ({ ticket, viewerId }: PageTarget) =>
  ticket.followers.some(({ id }) => id === viewerId);
const notAllSpam = ({ rows }: SelectionTarget) => !areAllSpam(rows);
const hasUnread = ({ rows }: SelectionTarget) => rows.some(({ unread }) => unread);

function setTo(status: TicketStatus): ActionEntry {
  return {
    label: status === "closed" ? "Close ticket…" : `Set to ${statusNames[status]}`,
    icon: CircleCheck,
    ...(status !== "closed" && { status }),
    menu: 0,
    onPage: canMoveTo(status),
  };
}

/**
 * Every action on tickets, in the order menus list them. The ticket page, the selection bar, the
 * shortcuts and the command palette read this registry, and each runs the actions in its own way.
 */
const registry = {
  resolve: {
    label: "Resolve ticket",
    icon: CircleCheck,
    status: "resolved",
    key: "ticket.resolve",
    endsWithClosing: true,
    menu: 0,
    onPage: canMoveTo("resolved"),
    onSelection: notAllSpam,
  },
  "set-new": setTo("new"),
  "set-open": setTo("open"),
  "set-pending": setTo("pending"),
  "set-on-hold": setTo("on-hold"),
  close: setTo("closed"),
  "follow-up": {
    label: "Open follow-up ticket",
    icon: CornerDownRight,
    menu: 1,
    onPage: ({ ticket }) => canFollowUp(ticket),
  },
  assign: {
    label: "Assign to…",
    icon: UserRound,
    key: "ticket.assign",
    picker: "assignee",
    endsWithClosing: true,
    onPage: canUpdateOpen,
    onSelection: notAllSpam,
  },
  take: {
    label: "Assign to me",
    icon: UserRoundCheck,
    key: "ticket.take",
    endsWithClosing: true,
    menu: 1,
    onPage: (target) => canUpdateOpen(target) && target.ticket.assignee?.id !== target.viewerId,
    onSelection: notAllSpam,
  },
  status: {
    label: "Set status",
    icon: CircleDot,
    key: "ticket.status",
    picker: "status",
    endsWithClosing: true,
    onPage: canUpdateOpen,
    onSelection: notAllSpam,
  },
  priority: {
    label: "Set priority",
    icon: SignalHigh,
    key: "ticket.priority",
    picker: "priority",
    endsWithClosing: true,
    onPage: canUpdateOpen,
    onSelection: notAllSpam,
  },
  tags: {
    label: "Edit tags",
    icon: Tag,
    key: "ticket.tags",
    picker: "tags",
    onPage: canUpdate,
    onSelection: notAllSpam,
  },
  snooze: {
    label: "Snooze until…",
    icon: Moon,
    key: "ticket.snooze",
    picker: "snooze",
    endsWithClosing: true,
    menu: 1,
    onPage: canUpdateOpen,
    onSelection: notAllSpam,
  },
  team: {
    label: "Set team",
    icon: UsersRound,
    picker: "team",
    onPage: canUpdate,
    onSelection: notAllSpam,
  },
  type: {
    label: "Set type",
    icon: Shapes,
    picker: "type",
    onPage: canUpdate,
    onSelection: notAllSpam,
  },
  requester: {
    label: "Change requester",
    icon: UserRound,
    picker: "requester",
    onPage: canUpdateOpen,
  },
  company: {
    label: "Change company",
    icon: Building2,
    picker: "company",
    onPage: canUpdateOpen,
  },
  follow: {
    label: "Follow ticket",
    icon: Eye,
    onPage: (target) => canUpdateOpen(target) && !isFollowing(target),
  },
  unfollow: {
    label: "Unfollow ticket",
    icon: EyeOff,
    onPage: (target) => canUpdateOpen(target) && isFollowing(target),
  },
  followers: {
    label: "Add follower",
    icon: UserRoundPlus,
    picker: "followers",
    onPage: canUpdateOpen,
  },
  link: {
    label: "Link ticket",
    icon: Link,
    picker: "links",
    onPage: canUpdate,
  },
  read: {
    label: "Mark as read",
    icon: MailOpen,
    onSelection: hasUnread,
  },
  unread: {
    label: "Mark as unread",
    icon: Mail,
    menu: 1,
    onPage: () => true,
    onSelection: (target) => !hasUnread(target),
  },
  "copy-link": {
    label: "Copy link",
    icon: Link2,
    menu: 1,
    onPage: () => true,
  },
  merge: {
    label: (count) => (count === 1 ? "Merge with…" : "Merge…"),
    icon: Merge,
    menu: 2,
    onPage: ({ ticket, canMerge }) => canMerge && ticket.status !== "closed",
    onSelection: canMergeSelection,
  },
  split: {
    label: "Split…",
    icon: Split,
    menu: 2,
    onPage: ({ ticket, canMerge }) => canMerge && ticket.status !== "closed",
  },
  spam: {
    label: "Mark as spam",
    icon: Ban,
    menu: 2,
    onPage: ({ canMarkSpam }) => canMarkSpam,
    onSelection: notAllSpam,
  },
  "not-spam": {
    label: "Not spam",
    icon: Undo2,
    onPage: ({ canUnmarkSpam }) => canUnmarkSpam,
    onSelection: ({ rows }) => hasSpam(rows),
  },
} satisfies Record<string, ActionEntry>;

export type TicketActionName = keyof typeof registry;

const entries: [TicketActionName, ActionEntry][] = Object.entries(registry) as never;

/** An action that can be done now. */
export interface OfferedAction extends Pick<ActionEntry, "status" | "key" | "picker" | "menu"> {
  name: TicketActionName;
  label: string;
  /** The icon, or the mark of the status it sets. */
  mark: ReactNode;
}

export function actionsOnPage(target: PageTarget): OfferedAction[] {
  return entries
    .filter(([, { onPage }]) => onPage?.(target))
    .map(([name, entry]) => offered(name, entry, 1));
}

export function actionsOnSelection(target: SelectionTarget): OfferedAction[] {
  return entries
    .filter(([, { onSelection }]) => onSelection?.(target))
    .map(([name, entry]) => offered(name, entry, target.total));
}

function offered(name: TicketActionName, entry: ActionEntry, count: number): OfferedAction {
  const { label, icon, status, key, picker, menu } = entry;
  return {
    name,
    status,
    key,
    picker,
    menu,
    label: typeof label === "string" ? label : label(count),
    mark: status ? createElement(StatusMark, { status, besideWord: true }) : createElement(icon),
  };
}

type Run = (action: OfferedAction) => void;

/** The shortcuts of these actions. */
export function keyHandlers(
  actions: readonly OfferedAction[],
  run: Run,
): Partial<Record<KeyId, () => void>> {
  return Object.fromEntries(
    actions.flatMap((action) => (action.key ? [[action.key, () => run(action)]] : [])),
  );
}

/** The actions without a shortcut, for the command palette, which lists shortcuts itself. */
export function paletteActions(actions: readonly OfferedAction[], run: Run): ExtraAction[] {
  return actions
    .filter(({ key }) => !key)
    .map((action) => ({ label: action.label, mark: action.mark, run: () => run(action) }));
}

/** The keys of all actions on a selection, so that an open ticket does not get them. */
export const selectionKeys: readonly KeyId[] = entries.flatMap(([, { key, onSelection }]) =>
  key && onSelection ? [key] : [],
);

/** Whether all selected tickets are known to be closed and the action needs an open one. */
export function isEnded(name: TicketActionName, { rows, total }: SelectionTarget): boolean {
  const areAllClosed = rows.length === total && rows.every(({ status }) => status === "closed");
  return areAllClosed && (registry[name] as ActionEntry).endsWithClosing === true;
}

export const closedNotice = "Closed tickets can't be reopened. Open a follow-up ticket instead.";

/** Including the ticket they are merged into. */
export const maxMerged = ticketLimits.merged + 1;

/** Whether the selection can be merged: not too many, no spam, and all rows loaded. */
function canMergeSelection({ rows, total }: SelectionTarget): boolean {
  return rows.length === total && total <= maxMerged && !hasSpam(rows);
}

export function whyNotMergeable({ rows }: SelectionTarget): string {
  return hasSpam(rows)
    ? "Spam can't be merged"
    : `Select up to ${maxMerged} loaded tickets to merge`;
}

/** Whether all selected tickets that have loaded are spam. */
export function areAllSpam(rows: readonly TicketRow[]): boolean {
  return rows.length > 0 && rows.every(({ spam }) => spam);
}

function hasSpam(rows: readonly TicketRow[]): boolean {
  return rows.some(({ spam }) => spam);
}
