import { MailX, TriangleAlert } from "lucide-react";
import type { MailPage } from "../../shared/mails.ts";
import { trpc } from "../lib/trpc.ts";
import { ListBody } from "../parts/list/ListBody.tsx";
import { openingRowHeight } from "../parts/list/OpeningRow.tsx";
import { useOpenRows } from "../parts/list/use-open-rows.ts";
import { nextCursorOf, usePages } from "../parts/list/use-pages.ts";
import { VirtualList } from "../parts/list/VirtualList.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { MailRow, MailRowSkeleton } from "./MailRow.tsx";
import { MailServer } from "./MailServer.tsx";

/** What the desk mailed, or would have. */
export function MailTab() {
  const mails = trpc.mails.list.useInfiniteQuery(
    {},
    { getNextPageParam: nextCursorOf, meta: { showsError: true } },
  );
  const pages = usePages(mails, mailsOf);
  const openRow = useOpenRows();
  const sending = mails.data?.pages[0]?.sending ?? true;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 flex-col gap-1 border-b px-4 py-3">
        <h1 className="font-semibold text-base">Outgoing mail</h1>
        {sending ? (
          <p className="text-muted-foreground">The mails of the last 90 days, the newest first.</p>
        ) : (
          <p className="flex items-start gap-2">
            <TriangleAlert className="mt-0.5 text-status-pending" />
            No SMTP_URL is set: mails are kept here and not sent. Where one would have brought a
            link, a new one can be made.
          </p>
        )}
        <MailServer />
      </div>
      <ListBody
        pages={pages}
        empty={
          <EmptyState icon={MailX} title="No mail yet">
            Invitations, replies, assignments and other mails stand here once there are any.
          </EmptyState>
        }
      >
        <VirtualList
          label="Outgoing mail"
          pages={pages}
          size={openingRowHeight}
          listKey="mails"
          skeleton={<MailRowSkeleton />}
        >
          {(mail) => <MailRow mail={mail} {...openRow(mail.id)} />}
        </VirtualList>
      </ListBody>
    </div>
  );
}

function mailsOf(page: MailPage) {
  return page.mails;
}
