import { Fragment, useLayoutEffect, useRef } from "react";
import type { ParsedQuery, QueryProblem, Span } from "../../../../shared/search/query.ts";

interface QueryMarksProps {
  text: string;
  parsed: ParsedQuery;
  problems: readonly QueryProblem[];
  input: () => HTMLInputElement | null;
}

/** Overlays the box's text: tints operators and underlines errors. */
export function QueryMarks({ text, parsed, problems, input }: QueryMarksProps) {
  const layer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const field = input();
    if (!field) return undefined;
    const follow = () => {
      if (layer.current) layer.current.scrollLeft = field.scrollLeft;
    };
    follow();
    // The field scrolls to its caret only after the text has changed.
    const frame = requestAnimationFrame(follow);
    field.addEventListener("scroll", follow);
    return () => {
      cancelAnimationFrame(frame);
      field.removeEventListener("scroll", follow);
    };
  });

  return (
    <div
      ref={layer}
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0 right-8 left-8 flex items-center overflow-hidden whitespace-pre border-transparent border-x text-sm text-transparent pointer-coarse:right-11 pointer-coarse:text-[max(1rem,16px)]"
    >
      <span className="shrink-0">
        {marksOf(text, parsed, problems).map(({ start, end, look }) => (
          <Fragment key={start}>
            {look ? (
              <span data-mark={look} className={looks[look]}>
                {text.slice(start, end)}
              </span>
            ) : (
              text.slice(start, end)
            )}
          </Fragment>
        ))}
      </span>
    </div>
  );
}

const looks = {
  operator: "rounded-sm bg-primary/14 py-0.5",
  problem: "underline decoration-destructive decoration-wavy decoration-from-font",
};

interface Mark {
  start: number;
  end: number;
  look: keyof typeof looks | null;
}

/** Splits the text into pieces of one style. */
function marksOf(
  text: string,
  { terms, spans }: ParsedQuery,
  problems: readonly QueryProblem[],
): Mark[] {
  const inProblem = (span: Span) =>
    problems.some(({ start, end }) => span.start < end && span.end > start);
  const operators = spans.filter(
    (span, index) => terms[index]?.kind === "operator" && !inProblem(span),
  );
  const marked: Mark[] = [
    ...operators.map(({ start, end }) => ({ start, end, look: "operator" as const })),
    ...problems.map(({ start, end }) => ({ start, end, look: "problem" as const })),
  ].sort((one, other) => one.start - other.start);
  const pieces: Mark[] = [];
  let at = 0;
  for (const mark of marked) {
    if (mark.start > at) pieces.push({ start: at, end: mark.start, look: null });
    pieces.push(mark);
    at = mark.end;
  }
  if (at < text.length) pieces.push({ start: at, end: text.length, look: null });
  return pieces;
}
