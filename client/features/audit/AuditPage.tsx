import { Download, ScrollText } from "lucide-react";
import type { AuditPage as Page } from "../../../shared/audit.ts";
import { backwards } from "../../../shared/dashboard/days.ts";
import { usePage } from "../../app/navigation/page.ts";
import { ListBody } from "../../components/table/ListBody.tsx";
import { useListAddress } from "../../components/table/list-address.ts";
import { openingRowHeight } from "../../components/table/OpeningRow.tsx";
import { useOpenRows } from "../../components/table/use-open-rows.ts";
import { pagedOptions, usePages } from "../../components/table/use-pages.ts";
import { VirtualList } from "../../components/table/VirtualList.tsx";
import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { trpc } from "../../data/trpc.ts";
import { AuditEntry, AuditEntrySkeleton, AuditHead } from "./AuditEntry.tsx";
import { AuditFilters } from "./AuditFilters.tsx";
import {
  type AuditList,
  auditAddress,
  auditFilterOf,
  csvAddress,
  isBackwards,
} from "./audit-address.ts";

const noFilters: AuditList = {
  actorId: undefined,
  act: undefined,
  subject: undefined,
  subjectId: undefined,
  from: undefined,
  to: undefined,
  timeZone: undefined,
};

/** The audit log: who did what, when and from where. It cannot be changed. */
export function AuditPage() {
  usePage("Audit log");
  const [list, change] = useListAddress(auditAddress);
  const entries = trpc.audit.list.useInfiniteQuery(auditFilterOf(list), pagedOptions);
  const pages = usePages(entries, rowsOf);
  const openRow = useOpenRows();
  const isFiltered = Object.keys(auditFilterOf(list)).length > 0;
  return (
    <div className="flex h-full flex-col">
      <div className="flex min-h-11.5 shrink-0 flex-wrap items-center gap-2 border-b px-4 py-2">
        <h1 className="mr-2 max-shell:-order-1 font-semibold">Audit log</h1>
        <div className="flex flex-wrap items-center gap-2 max-shell:w-full print:hidden">
          <AuditFilters list={list} change={change} />
          {isFiltered && (
            <Button size="sm" variant="ghost" onClick={() => change(noFilters)}>
              Clear filters
            </Button>
          )}
        </div>
        <Button
          asChild
          size="sm"
          variant="outline"
          className="ml-auto max-shell:-order-1 print:hidden"
        >
          <a href={csvAddress(list)} download>
            <Download />
            Export CSV
          </a>
        </Button>
      </div>
      <ListBody
        pages={pages}
        empty={
          <EmptyState
            icon={ScrollText}
            title="No entries"
            action={
              isFiltered && (
                <Button variant="outline" onClick={() => change(noFilters)}>
                  Clear filters
                </Button>
              )
            }
          >
            {whyEmpty(list, isFiltered)}
          </EmptyState>
        }
      >
        <VirtualList
          label="Audit log"
          pages={pages}
          size={openingRowHeight}
          listKey={JSON.stringify(list)}
          skeleton={<AuditEntrySkeleton />}
          head={<AuditHead />}
        >
          {(row) => <AuditEntry row={row} {...openRow(row.id)} filter={change} />}
        </VirtualList>
      </ListBody>
    </div>
  );
}

function whyEmpty(list: AuditList, isFiltered: boolean): string {
  if (isBackwards(list)) return backwards;
  return isFiltered
    ? "No entries match these filters."
    : "Sign-ins and actions of admins appear here.";
}

function rowsOf(page: Page) {
  return page.rows;
}
