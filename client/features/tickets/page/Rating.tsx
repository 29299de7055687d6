import { ThumbsDown, ThumbsUp } from "lucide-react";
import { useId, useState } from "react";
import type { TicketDetails, TicketMay } from "../../../../shared/tickets/page.ts";
import { isOpenStatus } from "../../../../shared/tickets/vocabulary.ts";
import { cn } from "../../../components/cn.ts";
import { useUnsavedForm } from "../../../components/dialogs/unsaved-form.ts";
import { Button } from "../../../components/ui/button.tsx";
import { Label } from "../../../components/ui/label.tsx";
import { Textarea } from "../../../components/ui/textarea.tsx";
import type { Rated } from "../actions/use-ticket-action.ts";

interface RatingProps {
  ticket: Pick<TicketDetails, "status"> & { may: Pick<TicketMay, "rate"> };
  busy: boolean;
  onRate: (rated: Rated) => Promise<boolean>;
}

/**
 * Rates the support once after each solution, with an optional comment. A comment begun before the
 * ticket was reopened stays until it is solved again.
 */
export function Rating({ ticket: { may, status }, busy, onRate }: RatingProps) {
  const id = useId();
  const [chosen, setChosen] = useState<Rated["rating"] | null>(null);
  const [comment, setComment] = useState("");
  const isWritten = comment.trim() !== "";
  useUnsavedForm(() => !busy && isWritten);
  const empty = () => {
    setChosen(null);
    setComment("");
  };
  if (!may.rate && !isWritten) return null;
  return (
    <form
      aria-label="Rate our support"
      className="mx-4 mb-2 flex shrink-0 flex-col gap-2 rounded-lg border p-3 max-shell:mx-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!chosen || !may.rate) return;
        void onRate({ rating: chosen, comment: comment.trim() }).then((done) => done && empty());
      }}
    >
      <fieldset disabled={!may.rate} className="flex flex-wrap items-center gap-2">
        <legend className="sr-only">How did we do?</legend>
        <span aria-hidden="true" className="mr-auto font-medium">
          How did we do?
        </span>
        {choices.map(({ value, name, icon: Icon }) => (
          <Button
            key={value}
            variant="outline"
            aria-pressed={chosen === value}
            className={cn(chosen === value && "border-primary bg-selected dark:bg-selected")}
            onClick={() => setChosen(value)}
          >
            <Icon />
            {name}
          </Button>
        ))}
      </fieldset>
      {chosen && (
        <>
          <Label htmlFor={id}>
            {chosen === "good" ? "What went well? (optional)" : "What went wrong? (optional)"}
          </Label>
          <Textarea
            id={id}
            dir="auto"
            maxLength={2000}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
            className="min-h-16"
          />
          {may.rate || busy ? (
            <Button type="submit" disabled={busy} className="self-end">
              Send rating
            </Button>
          ) : (
            <div className="flex flex-wrap items-center justify-end gap-2">
              <p role="status" className="mr-auto text-muted-foreground text-sm">
                {isOpenStatus(status)
                  ? "This ticket was reopened. Your comment stays here until it is solved."
                  : "This ticket can no longer be rated. Your comment was not sent."}
              </p>
              <Button variant="outline" onClick={empty}>
                Discard
              </Button>
            </div>
          )}
        </>
      )}
    </form>
  );
}

const choices = [
  { value: "good", name: "Good", icon: ThumbsUp },
  { value: "bad", name: "Bad", icon: ThumbsDown },
] as const;
