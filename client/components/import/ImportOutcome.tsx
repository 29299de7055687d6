import type { ImportResult } from "../../../shared/imports.ts";
import { formatNumber } from "../format/format.ts";
import { Button } from "../ui/button.tsx";
import { ScrollPane } from "../ui/scroll-pane.tsx";
import { CountRow } from "./CountRow.tsx";

/** What came of it, and of each row that was refused why. */
export function ImportOutcome({ result }: { result: ImportResult }) {
  const { job, counts, refused, hasFile } = result;
  const left = job.total - job.done;
  return (
    <div className="flex flex-col gap-3">
      {job.state !== "done" && (
        <p
          role="alert"
          className="rounded-md border border-note-border bg-note px-3 py-2 text-note-foreground"
        >
          {job.state === "cancelled" ? "Import cancelled" : "Import stopped"} with{" "}
          {formatNumber(left)} {left === 1 ? "row" : "rows"} not started. Imported rows stay. Import
          the same file again to continue; nothing is duplicated.
        </p>
      )}
      <CountRow
        label="Result"
        counts={counts}
        words={{ created: "created", updated: "updated", skipped: "unchanged", refused: "skipped" }}
      />
      {refused.length > 0 && (
        <>
          <ScrollPane className="max-h-64 rounded-lg border">
            <ul aria-label="Skipped rows" className="divide-y text-sm">
              {refused.map(({ subject, message }) => (
                <li key={subject} className="px-3 py-1.5">
                  <p
                    dir="auto"
                    data-hint={subject}
                    data-hint-cut=""
                    className="truncate font-medium"
                  >
                    {subject}
                  </p>
                  <p dir="auto" className="break-words text-muted-foreground">
                    {message}
                  </p>
                </li>
              ))}
              {counts.refused > refused.length && (
                <li className="px-3 py-1.5 text-muted-foreground">
                  and {formatNumber(counts.refused - refused.length)} more. The file lists all of
                  them.
                </li>
              )}
            </ul>
          </ScrollPane>
          {hasFile && (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Button asChild size="sm" variant="outline">
                <a href={`/node/imports/${job.id}/refused`} download>
                  Download skipped rows (CSV)
                </a>
              </Button>
              <p className="text-muted-foreground text-sm">
                Fix them and import the file again. It is available for a day.
              </p>
            </div>
          )}
        </>
      )}
    </div>
  );
}
