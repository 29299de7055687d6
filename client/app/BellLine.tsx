import { Link } from "react-router-dom";
import type { BellItem, BellKind } from "../../shared/bell.ts";
import { cn } from "../components/cn.ts";
import { UnreadDot } from "../components/ticket/UnreadDot.tsx";
import { Avatar } from "../components/ui/avatar.tsx";
import { DeskMark } from "../components/ui/desk-mark.tsx";
import { TimeAgo } from "../components/ui/time-ago.tsx";
import { useStore } from "../data/store.ts";
import { deskName } from "./navigation/page.ts";

export function BellLine({ item, onOpen }: { item: BellItem; onOpen: () => void }) {
  const { by, kind, ticket, at, unread } = item;
  const desk = useStore(deskName);
  return (
    <Link
      to={`/ticket/${ticket.number}`}
      onClick={onOpen}
      className="grid grid-cols-[1.375rem_minmax(0,1fr)_auto] gap-x-2.5 rounded-md px-2 py-2 text-sm hover:bg-accent focus-visible:outline-offset-[-2px]"
    >
      {by ? <Avatar id={by.id} name={by.name} /> : <DeskMark title={desk} />}
      <span className={cn("min-w-0", unread && "font-semibold")}>
        {by && <bdi>{by.name} </bdi>}
        {by ? acts[kind] : passive[kind]} <span className="tabular-nums">#{ticket.number}</span>
      </span>
      <span className="flex items-center gap-1.5 self-start text-faint text-xs/5">
        <TimeAgo at={at} />
        {unread ? <UnreadDot /> : <span className="size-1.5" />}
      </span>
      <span
        dir="auto"
        className="col-start-2 col-end-4 truncate text-left text-muted-foreground text-xs/5"
      >
        {ticket.subject}
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
};
