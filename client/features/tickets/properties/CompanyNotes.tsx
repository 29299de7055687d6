import { useLayoutEffect, useRef, useState } from "react";
import { cn } from "../../../components/cn.ts";
import { Button } from "../../../components/ui/button.tsx";
import { useWidth } from "../../../components/use-width.ts";

/** As `line-clamp-5` below says. */
const foldedLines = 5;

/** What colleagues wrote of the company, for whoever answers it; folded where it is long. */
export function CompanyNotes({ notes }: { notes: string }) {
  const text = useRef<HTMLParagraphElement>(null);
  const width = useWidth(text);
  const [isOpen, setOpen] = useState(false);
  const [isLong, setLong] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: how high it is hangs on its words and width.
  useLayoutEffect(() => {
    const { current } = text;
    if (!current) return;
    const line = Number.parseFloat(getComputedStyle(current).lineHeight);
    setLong(current.scrollHeight > (foldedLines + 0.5) * line);
  }, [notes, width]);
  return (
    <div
      role="note"
      aria-label="Notes on the company"
      className="my-1 rounded-md border border-note-border bg-note px-2 py-1.5 text-note-foreground text-xs"
    >
      <p
        ref={text}
        dir="auto"
        className={cn(
          "wrap-anywhere whitespace-pre-wrap text-left print:line-clamp-none",
          !isOpen && "line-clamp-5",
        )}
      >
        {notes}
      </p>
      {isLong && (
        <Button
          variant="link"
          size="inline"
          aria-expanded={isOpen}
          className="mt-1 text-note-foreground text-xs underline print:hidden"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Show less" : "Show more"}
        </Button>
      )}
    </div>
  );
}
