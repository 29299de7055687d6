import { ChevronLeft, Inbox } from "lucide-react";
import { Link } from "react-router-dom";
import { isUuid } from "../../../../shared/ids.ts";
import { type MailOutcome, mailOutcomes, type ReceivedMail } from "../../../../shared/mailboxes.ts";
import { FilterMenu } from "../../../components/filters/FilterMenu.tsx";
import { formatDayName } from "../../../components/format/format.ts";
import { mailsOf, senderOf } from "../../../components/HeldMailList.tsx";
import { ListBody } from "../../../components/table/ListBody.tsx";
import {
  type ListAddress,
  readChoice,
  useListAddress,
  writeSearch,
} from "../../../components/table/list-address.ts";
import { pagedOptions, usePages } from "../../../components/table/use-pages.ts";
import { VirtualList } from "../../../components/table/VirtualList.tsx";
import { Badge } from "../../../components/ui/badge.tsx";
import { EmptyState } from "../../../components/ui/empty-state.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { TimeAgo } from "../../../components/ui/time-ago.tsx";
import { useTimeZone } from "../../../data/session/viewer.ts";
import { trpc } from "../../../data/trpc.ts";

const rowHeight = 57;

/** As wide as the settings. */
export const listClasses =
  "mx-4 mb-6 max-w-178 overflow-clip rounded-lg border [&>li:last-child]:border-b-0 shell:mx-auto";

const outcomeNames: Record<MailOutcome, string> = {
  ticket: "New ticket",
  message: "Message",
  held: "Held",
  stored: "Being read",
};

/** The mails behind a number of the page Received. */
export function ReceivedMails() {
  const [list, change] = useListAddress(receivedAddress);
  const timeZone = useTimeZone();
  const { mailbox: mailboxId, ...filter } = list;
  const mails = trpc.mailboxes.received.useInfiniteQuery(
    { mailboxId, ...filter, timeZone },
    pagedOptions,
  );
  const pages = usePages(mails, mailsOf);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="mx-auto flex w-full max-w-190 shrink-0 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 shell:px-6">
        <Link
          to="/settings/mailboxes/received"
          className="inline-flex items-center gap-1 text-muted-foreground hover:text-foreground pointer-coarse:min-h-11"
        >
          <ChevronLeft />
          Received
        </Link>
        <h1 className="font-semibold text-base">{list.day && formatDayName(list.day)}</h1>
        <FilterMenu
          label="Became"
          any="Anything"
          value={list.outcome}
          choices={mailOutcomes.map((value) => ({ value, name: outcomeNames[value] }))}
          onChange={(outcome) => change({ outcome })}
        />
      </div>
      <ListBody
        pages={pages}
        empty={
          <EmptyState icon={Inbox} title="No mail">
            No mail of this day became this.
          </EmptyState>
        }
      >
        <VirtualList
          label="Received mail"
          pages={pages}
          size={rowHeight}
          listKey={JSON.stringify(list)}
          skeleton={<MailSkeleton />}
          className={listClasses}
        >
          {(mail) => <MailRow mail={mail} />}
        </VirtualList>
      </ListBody>
    </div>
  );
}

function MailRow({ mail }: { mail: ReceivedMail }) {
  const { id, ticketNumber, outcome, subject, receivedAt } = mail;
  const to =
    outcome === "held"
      ? `/settings/mailboxes/held?mail=${id}`
      : ticketNumber === null
        ? null
        : `/ticket/${ticketNumber}`;
  const line = (
    <>
      <span className="flex items-center gap-2">
        <span dir="auto" className="min-w-0 flex-1 truncate">
          {senderOf(mail)}
        </span>
        {ticketNumber !== null && outcome !== "held" && (
          <span className="text-muted-foreground tabular-nums">#{ticketNumber}</span>
        )}
        <Badge>{outcomeNames[outcome]}</Badge>
        <TimeAgo at={receivedAt} className="text-right text-muted-foreground" />
      </span>
      <span dir="auto" className="truncate text-muted-foreground">
        {subject || "No subject"}
      </span>
    </>
  );
  const className = "flex min-h-14 flex-col justify-center gap-0.5 px-3.5 py-2";
  if (!to) return <div className={className}>{line}</div>;
  return (
    <Link to={to} className={`${className} outline-offset-[-2px] hover:bg-accent`}>
      {line}
    </Link>
  );
}

function MailSkeleton() {
  return (
    <div className="flex h-14 flex-col justify-center gap-2 px-3.5">
      <Skeleton className="w-56" />
      <Skeleton className="w-80" />
    </div>
  );
}

interface ReceivedList {
  mailbox: string | undefined;
  day: string | undefined;
  outcome: MailOutcome | undefined;
}

const receivedAddress: ListAddress<ReceivedList> = {
  read(params) {
    const mailbox = params.get("mailbox") ?? "";
    const day = params.get("day") ?? "";
    return {
      mailbox: isUuid(mailbox) ? mailbox : undefined,
      day: /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : undefined,
      outcome: readChoice(params, "outcome", mailOutcomes),
    };
  },
  write: ({ mailbox, day, outcome }) => writeSearch({ mailbox, day, outcome }),
};
