import type { ReactNode } from "react";
import { type ImportKind, type ImportPreview, importFieldNames } from "../../../shared/imports.ts";
import type { Failure } from "../../data/errors.ts";
import { cn } from "../cn.ts";
import { formatNumber } from "../format/format.ts";
import { ListTrouble } from "../table/ListTrouble.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { CountRow } from "./CountRow.tsx";
import { RowList } from "./RowList.tsx";

interface PreviewPaneProps {
  kind: ImportKind;
  preview: ImportPreview | undefined;
  isCurrent: boolean;
  failure: Failure | null;
  retry: () => void;
  /** What is chosen, beside what would happen. */
  children: ReactNode;
}

/** How many rows would do what, and each row with which something is wrong. */
export function ImportPreviewPane(props: PreviewPaneProps) {
  const { kind, preview, isCurrent, failure, retry, children } = props;
  if (failure) return <ListTrouble failure={failure} retry={retry} />;
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
