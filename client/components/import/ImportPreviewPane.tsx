import type { ReactNode } from "react";
import { type ImportKind, type ImportPreview, importFieldNames } from "../../../shared/imports.ts";
import type { Failure } from "../../data/errors.ts";
import { cn } from "../cn.ts";
import { formatNumber } from "../format/format.ts";
import { ListTrouble } from "../list/ListTrouble.tsx";
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
        No column means {names}. Say above which one does: by it {kind} are known again.
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
        label="What would happen"
        counts={counts}
        words={{ created: "new", updated: "changed", skipped: "unchanged", refused: "refused" }}
      />
      {children}
      {refused.length > 0 && (
        <RowList
          title="These rows would be refused"
          rows={refused.map(({ reasons, ...row }) => ({ ...row, text: reasons.join(" ") }))}
          more={
            counts.refused > refused.length
              ? `and ${formatNumber(counts.refused - refused.length)} more. All of them are in the file that the result offers.`
              : undefined
          }
        />
      )}
      {warnings.length > 0 && (
        <RowList
          title="Is this meant?"
          rows={warnings.map(({ message, ...row }) => ({ ...row, text: message }))}
        />
      )}
      {sample.length > 0 && (
        <RowList
          title="The first rows that would do something"
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
