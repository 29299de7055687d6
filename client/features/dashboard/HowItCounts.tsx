import {
  countingRules,
  type FigureKey,
  figureDefinitions,
} from "../../../shared/dashboard/figures.ts";
import { DialogContent } from "../../components/ui/dialog.tsx";
import { figureNames } from "./figures.ts";

/** All definitions in one place, for whoever has no pointer to hover with. */
export function HowItCounts() {
  return (
    <DialogContent title="How figures are calculated" className="max-w-160">
      <dl className="flex flex-col gap-2.5">
        {Object.entries(figureDefinitions).map(([key, definition]) => (
          <div key={key} className="grid gap-x-4 shell:grid-cols-[12rem_minmax(0,1fr)]">
            <dt className="font-medium">{figureNames[key as FigureKey]}</dt>
            <dd className="text-muted-foreground">{definition}</dd>
          </div>
        ))}
      </dl>
      <div className="border-t pt-3">
        <h3 className="mb-1.5 font-medium">General rules</h3>
        <ul className="flex list-disc flex-col gap-1 pl-4 text-muted-foreground">
          {Object.values(countingRules).map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </div>
    </DialogContent>
  );
}
