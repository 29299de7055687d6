import { type ImportCounts, type ImportOutcome, importOutcomes } from "../../../shared/imports.ts";
import { cn } from "../cn.ts";
import { formatNumber } from "../format/format.ts";

interface CountRowProps {
  label: string;
  counts: ImportCounts;
  words: Record<ImportOutcome, string>;
}

/** How many rows have each outcome. */
export function CountRow({ label, counts, words }: CountRowProps) {
  return (
    <div role="status" aria-label={label}>
      <dl className="grid grid-cols-4 divide-x rounded-lg border max-shell:grid-cols-2 max-shell:divide-x-0">
        {importOutcomes.map((outcome) => (
          <div key={outcome} className="flex flex-col-reverse px-3 py-2">
            <dt className="text-muted-foreground text-sm">{words[outcome]}</dt>
            <dd
              className={cn(
                "font-semibold text-lg tabular-nums",
                counts[outcome] === 0 && "text-muted-foreground",
                outcome === "refused" && counts.refused > 0 && "text-danger-text",
              )}
            >
              {formatNumber(counts[outcome])}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
