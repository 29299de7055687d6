import { LoaderCircle } from "lucide-react";
import { useEffect, useState } from "react";
import { ListTrouble } from "../../../components/list/ListTrouble.tsx";
import { Button } from "../../../components/ui/button.tsx";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogFooter,
} from "../../../components/ui/dialog.tsx";
import { readFailure } from "../../../data/errors.ts";
import { trpc } from "../../../data/trpc.ts";
import { inWords, mergeInto } from "../selection/bulk-changes.ts";
import { useTicketBulk } from "../selection/use-ticket-bulk.ts";
import { type AskedMerge, closeMerge, type MergeTicket } from "./open-merge.ts";
import { FindOther } from "./FindOther.tsx";
import { MergeChoices } from "./MergeChoices.tsx";
import { useLinkDuplicates } from "./use-link-duplicates.ts";
import { usualTarget } from "./usual-target.ts";

/** Which ticket is kept, who will see what then, and whether it is meant. */
export function MergeDialog({ question }: { question: AskedMerge }) {
  const [other, setOther] = useState<MergeTicket | null>(null);
  const [again, setAgain] = useState(false);
  const tickets = other ? [...question.tickets, other] : question.tickets;
  const [first] = tickets;
  return (
    <Dialog open onOpenChange={(open) => !open && closeMerge()}>
      <DialogContent
        title={tickets.length < 2 ? `Merge #${first?.number}` : `Merge ${tickets.length} tickets`}
        description={
          tickets.length < 2
            ? "Find the other ticket that is about the same."
            : `The conversations show in the ticket that is kept. ${tickets.length === 2 ? "The other is closed and leads" : "The others are closed and lead"} there.`
        }
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
  /** To another than the one that was found. */
  onBack: (() => void) | null;
}

function Merge({ tickets, onBack }: MergeProps) {
  const [target, setTarget] = useState(() => usualTarget(tickets));
  const bulk = useTicketBulk();
  const link = useLinkDuplicates();
  const sources = tickets.filter(({ id }) => id !== target.id);
  const preview = trpc.tickets.previewMerge.useQuery(
    { targetId: target.id, sourceIds: sources.map(({ id }) => id) },
    // Nothing is merged by what was so when it was asked before.
    { meta: { showsError: true }, networkMode: "always", staleTime: 0, gcTime: 0 },
  );
  const { asks = null, namedIds = [], refusals = [] } = preview.data ?? {};
  const mergeable = sources.filter(({ id }) => !refusals.some((refusal) => refusal.id === id));
  const mayMerge = preview.isSuccess && mergeable.length > 0;
  const merge = () => {
    const ids = mergeable.map(({ id }) => id);
    closeMerge();
    void bulk({ ids, number: mergeable[0]?.number }, mergeInto(target, namedIds));
  };
  // Pressed before it is known what comes of it: done then, unless that has to be read first.
  const [isWanted, want] = useState(false);
  const isWaiting = isWanted && preview.isPending;
  const isPlain = mayMerge && asks === null && refusals.length === 0;
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
            Find another ticket
          </Button>
        )}
      </div>
      {preview.isError && (
        <ListTrouble failure={readFailure(preview.error)} retry={() => void preview.refetch()} />
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
      </div>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
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
          aria-disabled={isWaiting || !(mayMerge || preview.isPending)}
          aria-busy={isWaiting || undefined}
          onClick={() => (mayMerge ? merge() : preview.isPending && want(true))}
        >
          {isWaiting && <LoaderCircle className="animate-spin motion-reduce:animate-none" />}
          Merge {inWords(Math.max(1, mergeable.length), (mergeable[0] ?? sources[0])?.number)} into
          #{target.number}
        </Button>
      </DialogFooter>
    </>
  );
}
