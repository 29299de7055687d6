import { type ReactNode, useId } from "react";
import { type ImportKind, type ImportPreview, importFieldNames } from "../../../shared/imports.ts";
import type { Failure } from "../../data/errors.ts";
import { cn } from "../cn.ts";
import { formatNumber } from "../format/format.ts";
import { ListError } from "../table/ListError.tsx";
import { Badge } from "../ui/badge.tsx";
import { ScrollPane } from "../ui/scroll-pane.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { CountRow } from "./CountRow.tsx";

interface PreviewPaneProps {
  kind: ImportKind;
  preview: ImportPreview | undefined;
  isCurrent: boolean;
  failure: Failure | null;
  retry: () => void;
  /** The form next to the preview. */
  children: ReactNode;
}

/** How many rows have each outcome, and every row with a problem. */
export function ImportPreviewPane(props: PreviewPaneProps) {
  const { kind, preview, isCurrent, failure, retry, children } = props;
  if (failure) return <ListError failure={failure} retry={retry} />;
  if (!preview) return <Skeleton className="h-24 shrink-0" />;
  const { counts, refused, warnings, sample, missing } = preview;
  if (missing.length > 0) {
    const names = missing.map((field) => importFieldNames[field]).join(", ");
    return (
      <p
        role="alert"
        className="rounded-md border border-note-border bg-note px-3 py-2 text-note-foreground"
      >
        No column is imported as {names}. Choose one above: it is used to match existing {kind}.
      </p>
    );
  }
  return (
    <div
      aria-busy={!isCurrent}
      className={cn(
        "flex flex-col gap-3",
        !isCurrent && "opacity-60 transition-opacity duration-100",
      )}
    >
      <CountRow
        label="Summary"
        counts={counts}
        words={{ created: "new", updated: "updated", skipped: "unchanged", refused: "skipped" }}
      />
      {children}
      {refused.length > 0 && (
        <RowList
          title="Rows that will be skipped"
          rows={refused.map(({ reasons, ...row }) => ({ ...row, text: reasons.join(" ") }))}
          more={
            counts.refused > refused.length
              ? `and ${formatNumber(counts.refused - refused.length)} more. The download after the import lists all of them.`
              : undefined
          }
        />
      )}
      {warnings.length > 0 && (
        <RowList
          title="Check these rows"
          rows={warnings.map(({ message, ...row }) => ({ ...row, text: message }))}
        />
      )}
      {sample.length > 0 && (
        <RowList
          title="Preview of changes"
          rows={sample.map(({ outcome, changes, ...row }) => ({
            ...row,
            mark: outcome === "created" ? "New" : "Changed",
            text: changes.join(" · "),
          }))}
        />
      )}
    </div>
  );
}

interface RowListProps {
  title: string;
  rows: readonly { line: number; subject: string; text: string; mark?: string }[];
  /** A note about rows that are not listed. */
  more?: string | undefined;
}

/** Rows of the file by line number, each with its message. */
function RowList({ title, rows, more }: RowListProps) {
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
