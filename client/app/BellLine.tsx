import { KeyRound, MailWarning } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type {
  BellItem,
  BellKind,
  MailboxBellItem,
  MailboxBellKind,
  TokenBellItem,
} from "../../shared/bell.ts";
import { cn } from "../components/cn.ts";
import { formatDate } from "../components/format/format.ts";
import { UnreadDot } from "../components/ticket/UnreadDot.tsx";
import { Avatar } from "../components/ui/avatar.tsx";
import { DeskMark } from "../components/ui/desk-mark.tsx";
import { TimeAgo } from "../components/ui/time-ago.tsx";
import { useTimeZone } from "../data/session/viewer.ts";
import { useStore } from "../data/store.ts";
import { deskName } from "./navigation/page.ts";

export function BellLine({ item, onOpen }: { item: BellItem; onOpen: () => void }) {
  const desk = useStore(deskName);
  if (item.kind === "token-expiring") return <TokenLine item={item} onOpen={onOpen} />;
  if ("mailbox" in item) return <MailboxLine item={item} onOpen={onOpen} />;
  const { by, kind, ticket } = item;
  return (
    <Line
      item={item}
      to={`/ticket/${ticket.number}`}
      onOpen={onOpen}
      icon={by ? <Avatar id={by.id} name={by.name} /> : <DeskMark title={desk} />}
      detail={ticket.subject}
    >
      {by && <bdi>{by.name} </bdi>}
      {by ? acts[kind] : passive[kind]} <span className="tabular-nums">#{ticket.number}</span>
    </Line>
  );
}

function TokenLine({ item, onOpen }: { item: TokenBellItem; onOpen: () => void }) {
  const { name, isApp, expiresAt } = item.token;
  const day = formatDate(expiresAt, useTimeZone());
  return (
    <Line
      item={item}
      to={isApp ? "/settings/api" : "/profile"}
      onOpen={onOpen}
      icon={<KeyRound aria-hidden className="size-4 translate-x-0.5 translate-y-0.5" />}
      detail={name}
    >
      An API token expires on {day}
    </Line>
  );
}

function MailboxLine({ item, onOpen }: { item: MailboxBellItem; onOpen: () => void }) {
  const { id, name } = item.mailbox;
  return (
    <Line
      item={item}
      to={isAboutHeld(item.kind) ? "/settings/mailboxes/held" : `/settings/mailboxes/${id}`}
      onOpen={onOpen}
      icon={<MailWarning aria-hidden className="size-4 translate-x-0.5 translate-y-0.5" />}
      detail={name}
    >
      {aboutMailbox[item.kind]}
    </Line>
  );
}

const aboutMailbox: Record<MailboxBellKind, string> = {
  "mail-flood": "Too many new senders: their mail is held",
  "mailbox-failing": "A mailbox can't be read",
  "mail-held": "New mail was held",
  "mailbox-not-sending": "A mailbox can't send",
  "secret-ending": "A mailbox's client secret ends soon",
};

function isAboutHeld(kind: MailboxBellKind): boolean {
  return kind === "mail-held" || kind === "mail-flood";
}

interface LineProps {
  item: BellItem;
  to: string;
  onOpen: () => void;
  icon: ReactNode;
  detail: string;
  children: ReactNode;
}

function Line({ item: { at, unread }, to, onOpen, icon, detail, children }: LineProps) {
  return (
    <Link
      to={to}
      onClick={onOpen}
      className="grid grid-cols-[1.375rem_minmax(0,1fr)_auto] gap-x-2.5 rounded-md px-2 py-2 text-sm hover:bg-accent focus-visible:outline-offset-[-2px]"
    >
      {icon}
      <span className={cn("min-w-0", unread && "font-semibold")}>{children}</span>
      <span className="flex items-center gap-1.5 self-start text-faint text-xs/5">
        <TimeAgo at={at} />
        {unread ? <UnreadDot /> : <span className="size-1.5" />}
      </span>
      <span
        dir="auto"
        className="col-start-2 col-end-4 truncate text-left text-muted-foreground text-xs/5"
      >
        {detail}
      </span>
    </Link>
  );
}

const acts: Record<BellKind, string> = {
  assigned: "assigned you",
  mentioned: "mentioned you in",
  "customer-wrote": "wrote in",
  opened: "opened",
  followed: "replied in",
  reopened: "reopened",
  rated: "gave a bad rating to",
  team: "assigned your team",
  woke: "ended the snooze of",
  undelivered: "wrote a reply that was not delivered in",
};

const passive: Record<BellKind, string> = {
  assigned: "You were assigned",
  mentioned: "You were mentioned in",
  "customer-wrote": "A customer wrote in",
  opened: "A customer opened",
  followed: "New reply in",
  reopened: "A customer reopened",
  rated: "A customer gave a bad rating to",
  team: "Your team was assigned",
  woke: "Snooze ended for",
  undelivered: "A reply was not delivered in",
};
