import { useId } from "react";
import { Badge } from "../ui/badge.tsx";
import { ScrollPane } from "../ui/scroll-pane.tsx";

interface RowListProps {
  title: string;
  rows: readonly { line: number; subject: string; text: string; mark?: string }[];
  /** What is not shown of it. */
  more?: string | undefined;
}

/** Rows of the file by their lines, each with what is to be said of it. */
export function RowList({ title, rows, more }: RowListProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-1.5">
      <h3 id={id} className="font-medium text-sm">
        {title}
      </h3>
      <ScrollPane className="max-h-44 rounded-lg border">
        <ul aria-labelledby={id} className="divide-y text-sm">
          {rows.map(({ line, subject, text, mark }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line may be named twice.
            <li key={at} className="flex flex-wrap items-baseline gap-x-2 px-3 py-1.5">
              <span className="shrink-0 text-muted-foreground tabular-nums">Line {line}</span>
              <span
                dir="auto"
                data-hint={subject}
                data-hint-cut=""
                className="min-w-0 max-w-full truncate font-medium"
              >
                {subject}
              </span>
              {mark && <Badge>{mark}</Badge>}
              <span dir="auto" className="min-w-0 basis-full break-words text-muted-foreground">
                {text}
              </span>
            </li>
          ))}
          {more && <li className="px-3 py-1.5 text-muted-foreground">{more}</li>}
        </ul>
      </ScrollPane>
    </section>
  );
}
