import { type AuditRow, actionWords, describeFields } from "../../../shared/audit.ts";
import { cn } from "../../components/cn.ts";
import { OpeningRow } from "../../components/table/OpeningRow.tsx";
import { Avatar } from "../../components/ui/avatar.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { TimeAgo } from "../../components/ui/time-ago.tsx";
import { AuditDetails } from "./AuditDetails.tsx";
import type { AuditList } from "./audit-address.ts";

interface AuditEntryProps {
  row: AuditRow;
  open: boolean;
  toggle: () => void;
  filter: (patch: Partial<AuditList>) => void;
}

/** An entry of the log, which opens to show its details. */
export function AuditEntry({ row, open, toggle, filter }: AuditEntryProps) {
  const { actor, act, subject, person } = row;
  const said = describeFields(act, row.fields);
  return (
    <OpeningRow
      open={open}
      toggle={toggle}
      className={columns}
      line={
        <>
          <span className="flex min-w-0 items-center gap-2">
            {actor && <Avatar id={actor.id} name={actor.name} size="xs" />}
            <span dir="auto" className={cn("truncate", !actor && "text-muted-foreground")}>
              {actor?.name ?? actorName(row)}
            </span>
          </span>
          <span
            className={cn(
              "min-w-0 truncate max-shell:col-span-2 max-shell:col-start-2 max-shell:row-start-2",
              isWarning(act) && "text-danger-text",
            )}
          >
            {actionWords(act)}
            {isNamed(row) && (
              <>
                {": "}
                <bdi className="font-medium">
                  {subject.ticket ? `ticket #${subject.ticket.number}` : subject.name}
                </bdi>
              </>
            )}
            {person && (
              <>
                {isNamed(row) ? ", " : ": "}
                <bdi className="font-medium">{person.name}</bdi>
              </>
            )}
            {said && <span className="text-muted-foreground"> · {said}</span>}
          </span>
          <span className="text-muted-foreground text-xs tabular-nums max-shell:hidden">
            {row.network}
          </span>
          <TimeAgo at={row.at} className="text-right text-muted-foreground" />
        </>
      }
    >
      <AuditDetails row={row} filter={filter} />
    </OpeningRow>
  );
}

const columns =
  "grid-cols-[1rem_minmax(0,1fr)_auto] gap-x-3 shell:grid-cols-[1rem_minmax(0,14rem)_minmax(0,1fr)_auto_5rem]";

/** Hidden from screen readers, which read each entry as a sentence. */
export function AuditHead() {
  return (
    <div
      aria-hidden
      className={cn(
        "sticky top-0 z-10 grid h-8.5 items-center border-b bg-card px-4 text-muted-foreground text-xs",
        columns,
      )}
    >
      <span className="col-start-2">Who</span>
      <span>What</span>
      <span>Network</span>
      <span className="text-right">When</span>
    </div>
  );
}

/** The name shown if no signed-in user did it. */
function actorName({ act, requestId, typedAddress }: AuditRow): string {
  if (typedAddress) return typedAddress;
  if (requestId === "server-shell") return "Server command line";
  return /^(audit|ticket\.old)/.test(act) ? "System" : "Signed-out visitor";
}

/** The subject is not repeated if users act on themselves. */
function isNamed({ actor, subject }: AuditRow): boolean {
  if (subject.ticket) return true;
  return subject.name !== null && subject.id !== actor?.id && subject.kind !== "desk";
}

function isWarning(act: string): boolean {
  return act === "session.sign-in-failed";
}

export function AuditEntrySkeleton() {
  return (
    <div className="flex h-10 items-center gap-3 px-4">
      <Skeleton className="size-4" />
      <Skeleton className="w-36" />
      <Skeleton className="flex-1" />
      <Skeleton className="w-10" />
    </div>
  );
}
