import { useQueryClient } from "@tanstack/react-query";
import { LoaderCircle } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { printName } from "../../../../shared/search/print.ts";
import type { MergePreview } from "../../../../shared/tickets/merge.ts";
import { cn } from "../../../components/cn.ts";
import { notify } from "../../../components/notices.ts";
import { ListError } from "../../../components/table/ListError.tsx";
import { StatusMark } from "../../../components/ticket/StatusMark.tsx";
import { Button } from "../../../components/ui/button.tsx";
import {
  Dialog,
  DialogCancel,
  DialogContent,
  DialogFooter,
} from "../../../components/ui/dialog.tsx";
import { invalidate } from "../../../data/calls/invalidation.ts";
import { notifyError, readFailure } from "../../../data/errors.ts";
import { trpc } from "../../../data/trpc.ts";
import { TicketChoices } from "../pickers/TicketChoices.tsx";
import { countWords, mergeInto } from "../selection/bulk-changes.ts";
import { useTicketBulk } from "../selection/use-ticket-bulk.ts";
import { closeMerge, defaultTarget, type MergeQuestion, type MergeTicket } from "./open-dialogs.ts";

/** Asks which ticket to keep, and shows who will see what. */
export function MergeDialog({ question }: { question: MergeQuestion }) {
  const [other, setOther] = useState<MergeTicket | null>(null);
  const [again, setAgain] = useState(false);
  const tickets = other ? [...question.tickets, other] : question.tickets;
  const [first] = tickets;
  return (
    <Dialog open onOpenChange={(open) => !open && closeMerge()}>
      <DialogContent
        title={tickets.length < 2 ? `Merge #${first?.number}` : `Merge ${tickets.length} tickets`}
        description={tickets.length < 2 ? "Search for the duplicate." : mergeEffect(tickets.length)}
        className="max-w-130"
      >
        {first && tickets.length < 2 ? (
          <FindOther ticket={first} again={again} onFound={setOther} />
        ) : (
          <Merge
            key={other?.id}
            tickets={tickets}
            onBack={
              other &&
              (() => {
                setOther(null);
                setAgain(true);
              })
            }
          />
        )}
      </DialogContent>
    </Dialog>
  );
}

interface MergeProps {
  tickets: readonly MergeTicket[];
  /** Back to the search for the other ticket. */
  onBack: (() => void) | null;
}

function Merge({ tickets, onBack }: MergeProps) {
  const [target, setTarget] = useState(() => defaultTarget(tickets));
  const bulk = useTicketBulk();
  const link = useLinkDuplicates();
  const sources = tickets.filter(({ id }) => id !== target.id);
  const preview = trpc.tickets.previewMerge.useQuery(
    { targetId: target.id, sourceIds: sources.map(({ id }) => id) },
    // A cached preview may be out of date.
    { meta: { showsError: true }, networkMode: "always", staleTime: 0, gcTime: 0 },
  );
  const { asks = null, namedIds = [], opens = null, refusals = [] } = preview.data ?? {};
  const mergeable = sources.filter(({ id }) => !refusals.some((refusal) => refusal.id === id));
  const canMerge = preview.isSuccess && mergeable.length > 0;
  const merge = () => {
    const ids = mergeable.map(({ id }) => id);
    closeMerge();
    void bulk({ ids, number: mergeable[0]?.number }, mergeInto(target, namedIds));
  };
  // Pressed while the preview loads: it merges then, unless there is something to read first.
  const [isWanted, want] = useState(false);
  const isWaiting = isWanted && preview.isPending;
  const isPlain = canMerge && asks === null && opens === null && refusals.length === 0;
  useEffect(() => {
    if (!isWanted || preview.isPending) return;
    want(false);
    if (isPlain) merge();
  });
  const choose = (ticket: MergeTicket) => {
    want(false);
    setTarget(ticket);
  };
  return (
    <>
      <div>
        <MergeChoices
          tickets={tickets}
          targetId={target.id}
          refusals={refusals}
          onChoose={choose}
        />
        {onBack && (
          <Button variant="link" size="inline" className="mt-2" onClick={onBack}>
            Choose another ticket
          </Button>
        )}
      </div>
      {preview.isError && (
        <ListError failure={readFailure(preview.error)} retry={() => void preview.refetch()} />
      )}
      <div aria-live="polite">
        {asks && (
          <p
            dir="auto"
            className="rounded-md border border-note-border bg-note px-3 py-2 text-left text-note-foreground"
          >
            {asks}
          </p>
        )}
        {opens && canMerge && <p className="px-0.5 pt-2 text-muted-foreground">{opens}</p>}
      </div>
      <DialogFooter>
        <DialogCancel />
        {(asks !== null || refusals.length > 0) && (
          <Button
            variant="outline"
            onClick={() => {
              closeMerge();
              void link(sources, target);
            }}
          >
            Link as duplicate
          </Button>
        )}
        <Button
          aria-disabled={isWaiting || !(canMerge || preview.isPending)}
          aria-busy={isWaiting || undefined}
          onClick={() => (canMerge ? merge() : preview.isPending && want(true))}
        >
          {isWaiting && <LoaderCircle className="animate-spin motion-reduce:animate-none" />}
          Merge {countWords(Math.max(1, mergeable.length), (mergeable[0] ?? sources[0])?.number)}{" "}
          into #{target.number}
        </Button>
      </DialogFooter>
    </>
  );
}

interface FindOtherProps {
  ticket: MergeTicket;
  /** Returned to the search, which takes the focus. */
  again: boolean;
  onFound: (ticket: MergeTicket) => void;
}

/**
 * Tickets of the same requester first. Before anything is typed only mergeable ones are offered; a
 * search finds all, and the next step says why one can't be merged.
 */
function FindOther({ ticket, again, onFound }: FindOtherProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (again) place.current?.querySelector("input")?.focus();
  }, [again]);
  return (
    <div ref={place} className="min-h-72">
      <TicketChoices
        label="Find a ticket"
        among={mergeableQuery(ticket)}
        isOffered={({ id }) => id !== ticket.id}
        isNear={({ requester, status }) =>
          requester.id === ticket.requester.id && status !== "closed"
        }
        onChoose={onFound}
      />
    </div>
  );
}

/** Tickets of other companies and closed ones would be refused. */
function mergeableQuery({ company, requester }: MergeTicket): string {
  const place = company
    ? `company:${printName(company.name)}`
    : `company:none requester:${printName(requester.name)}`;
  return `${place} -status:closed`;
}

interface MergeChoicesProps {
  tickets: readonly MergeTicket[];
  targetId: string;
  refusals: MergePreview["refusals"];
  onChoose: (ticket: MergeTicket) => void;
}

/** The tickets to choose from, each with the reason if it can't be merged. */
function MergeChoices({ tickets, targetId, refusals, onChoose }: MergeChoicesProps) {
  return (
    <fieldset className="min-h-0 shrink-0">
      <legend className="pb-1.5 text-muted-foreground text-xs">Keep</legend>
      <div className="max-h-72 divide-y overflow-y-auto rounded-md border">
        {tickets.map((ticket) => {
          const { id, number, subject, status, requester } = ticket;
          const refusal = refusals.find((other) => other.id === id);
          return (
            <label
              key={id}
              className={cn(
                "flex cursor-default items-start gap-2.5 px-3 py-2 hover:bg-accent",
                id === targetId && "bg-selected hover:bg-selected",
              )}
            >
              <input
                type="radio"
                name="kept"
                checked={id === targetId}
                onChange={() => onChoose(ticket)}
                className="mt-0.5 size-4 shrink-0 accent-primary"
              />
              <StatusMark status={status} className="mt-0.5" />
              <span className="min-w-0 flex-1">
                <span
                  dir="auto"
                  data-hint={subject}
                  data-hint-cut=""
                  className="block truncate text-left"
                >
                  <span className="text-muted-foreground tabular-nums">#{number}</span> {subject}
                </span>
                <span dir="auto" className="block truncate text-left text-muted-foreground text-xs">
                  {requester.name}
                </span>
                {refusal && (
                  <span className="block text-danger-text text-xs">{refusal.message}</span>
                )}
              </span>
              {id === targetId && (
                <span className="font-medium text-selected-foreground text-xs">Kept</span>
              )}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

/** Links the tickets as duplicates instead of merging them. Linking twice has no effect. */
function useLinkDuplicates() {
  const queryClient = useQueryClient();
  const { mutateAsync } = trpc.tickets.link.useMutation({
    meta: { showsError: true },
    networkMode: "always",
  });
  return async function link(sources: readonly MergeTicket[], target: MergeTicket): Promise<void> {
    const what = countWords(sources.length, sources[0]?.number);
    try {
      for (const { id } of sources) {
        await mutateAsync({ id, number: target.number, kind: "duplicate-of" });
      }
      const message = `Linked ${what} as ${sources.length === 1 ? "a duplicate" : "duplicates"} of #${target.number}`;
      notify({ kind: "success", message });
    } catch (error) {
      const retry = () => void link(sources, target);
      notifyError(`Couldn't link ${what}`, readFailure(error), retry);
    } finally {
      invalidate(queryClient, "ticket");
    }
  };
}

function mergeEffect(count: number): string {
  return count === 2
    ? "Both conversations move to the ticket you keep. The other is closed and links to it."
    : "All conversations move to the ticket you keep. The others are closed and link to it.";
}
