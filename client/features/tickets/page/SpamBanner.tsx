import { Ban } from "lucide-react";
import type { StaffDetails } from "../../../../shared/tickets/page.ts";
import { Button } from "../../../components/ui/button.tsx";
import { Day } from "../../../components/ui/time-ago.tsx";
import { useNow } from "../../../data/time/use-now.ts";

interface SpamBannerProps {
  spam: NonNullable<StaffDetails["spam"]>;
  onNotSpam: () => void;
}

/** It was spam for so long that nobody takes that back any more. */
export function isForGood({ until }: SpamBannerProps["spam"], now: number): boolean {
  return now > Date.parse(until);
}

/** Nothing can be done with spam but to say that it is none, for as long as that goes. */
export function SpamBanner({ spam, onNotSpam }: SpamBannerProps) {
  const isOver = isForGood(spam, useNow());
  return (
    <section
      aria-label="Spam"
      data-focus-heir='[aria-label^="Ticket #"] [aria-label="More"]'
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b bg-note px-4 py-2 text-sm"
    >
      <Ban className="text-note-foreground" />
      <p className="min-w-0 flex-1 text-note-foreground">
        <strong className="font-semibold">
          Marked as spam on <Day at={spam.at} />.
        </strong>{" "}
        {isOver ? (
          "It stays hidden."
        ) : (
          <>
            It is hidden from every list, and can be taken back until <Day at={spam.until} />.
          </>
        )}
      </p>
      {!isOver && (
        <Button variant="outline" size="sm" onClick={onNotSpam}>
          Not spam
        </Button>
      )}
    </section>
  );
}
