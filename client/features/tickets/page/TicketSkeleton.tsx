import { isStaff } from "../../../../shared/access.ts";
import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import { useHoldsKeys } from "../../../app/keyboard/held-keys.ts";
import { cn } from "../../../components/cn.ts";
import { StatusMark } from "../../../components/ticket/StatusMark.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { useViewer } from "../../../data/session/viewer.ts";
import { CustomerHeader } from "./CustomerHeader.tsx";
import { SubjectWords, subjectPlace } from "./Subject.tsx";
import { BackToList } from "./TicketHeader.tsx";

interface TicketSkeletonProps {
  number: number;
  /** The ticket's row in the list, if it is cached. */
  row: TicketRow | undefined;
  nextToList: boolean;
  listAddress: string;
  withProperties: boolean;
}

const messages = ["mr-auto w-3/4", "ml-auto w-3/5", "mr-auto w-1/2"];
const facts = ["w-16", "w-12", "w-24", "w-14", "w-20", "w-28"];

/** The layout of a ticket while it loads, with what the list knows of it. */
export function TicketSkeleton(props: TicketSkeletonProps) {
  const { number, row, listAddress, withProperties } = props;
  const staff = isStaff(useViewer());
  useHoldsKeys();
  return (
    <div
      role="status"
      aria-busy="true"
      aria-label={`Loading #${number}`}
      className="flex min-h-0 flex-1 flex-col"
    >
      {staff ? (
        <StaffHead {...props} />
      ) : (
        <CustomerHeader number={number} ticket={row} listAddress={listAddress} />
      )}
      <div className="flex min-h-0 flex-1">
        <div
          className={cn(
            "flex w-full min-w-0 max-w-190 flex-1 flex-col justify-end gap-4 p-4 pb-3 max-shell:pb-2",
            !staff && "mx-auto",
          )}
        >
          {messages.map((place) => (
            <div key={place} className={`flex flex-col gap-2 rounded-lg border p-3.5 ${place}`}>
              <Skeleton className="w-1/3" />
              <Skeleton />
              <Skeleton className="w-4/5" />
            </div>
          ))}
          <div className="h-30 rounded-lg border max-shell:-mx-2 max-shell:h-13" />
        </div>
        {withProperties && (
          <div className="ml-auto flex w-66 shrink-0 flex-col gap-4 border-l bg-background p-4 pt-5">
            <PropertiesSkeleton />
          </div>
        )}
      </div>
    </div>
  );
}

export function PropertiesSkeleton() {
  return facts.map((width) => (
    <div key={width} className="flex gap-6">
      <Skeleton className="w-14" />
      <Skeleton className={width} />
    </div>
  ));
}

function StaffHead({ number, row, nextToList, listAddress }: TicketSkeletonProps) {
  return (
    <div className="@container flex min-h-10.5 shrink-0 items-center gap-2 border-b px-4 max-shell:flex-wrap max-shell:py-1 pointer-coarse:min-h-13">
      {!nextToList && <BackToList to={listAddress} />}
      <span className="flex shrink-0 items-center gap-2 text-lg text-muted-foreground tabular-nums">
        {row && <StatusMark status={row.status} />}
        <span className="@max-3xl:hidden">#{number}</span>
      </span>
      <div className={subjectPlace}>
        {row ? (
          <p className="flex min-h-8 min-w-0 flex-1 items-center font-semibold text-lg pointer-coarse:min-h-11">
            <SubjectWords>{row.subject}</SubjectWords>
          </p>
        ) : (
          <Skeleton className="w-2/5" />
        )}
      </div>
      {/* As wide as the buttons, so that the subject does not re-wrap. */}
      <span className="w-50 shrink-0 max-shell:hidden" />
    </div>
  );
}
