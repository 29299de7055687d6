import { CircleHelp, Download, Printer } from "lucide-react";
import type { ReactNode } from "react";
import {
  breakdownsBy,
  countingRules,
  type DashboardBlock,
  type FigureKey,
  figureDefinitions,
  ratingsBy,
} from "../../../shared/dashboard/figures.ts";
import { cn } from "../../components/cn.ts";
import { Button } from "../../components/ui/button.tsx";
import { Dialog, DialogContent, DialogTrigger } from "../../components/ui/dialog.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../../components/ui/dropdown-menu.tsx";
import { IconButton } from "../../components/ui/icon-button.tsx";
import { csvOf } from "./csv.ts";
import { figureNames } from "./figures.ts";
import type { Dashboard } from "./use-dashboard.ts";

/** Without its label, a button is as narrow as an icon button. */
const alone = "max-xl:w-7 max-xl:px-0";

/** Actions for the whole page. */
export function PageActions({ dashboard }: { dashboard: Dashboard }) {
  return (
    <>
      <CsvMenu
        dashboard={dashboard}
        trigger={
          <Button variant="ghost" size="sm" className={alone} data-hint="Download as CSV">
            <Download />
            <span className="max-xl:sr-only">CSV</span>
          </Button>
        }
      />
      {/* Phones have their own print command. */}
      <Button
        variant="ghost"
        size="sm"
        className={cn(alone, "max-shell:hidden")}
        data-hint="Print the page"
        onClick={() => window.print()}
      >
        <Printer />
        <span className="max-xl:sr-only">Print</span>
      </Button>
      <Dialog>
        <DialogTrigger asChild>
          <IconButton label="How figures are calculated">
            <CircleHelp />
          </IconButton>
        </DialogTrigger>
        <HowItCounts />
      </Dialog>
    </>
  );
}

const files: { name: string; block: DashboardBlock; more?: Record<string, string> }[] = [
  { name: "To do now", block: "todo" },
  { name: "Figures", block: "totals" },
  { name: "Days", block: "days" },
  { name: "Arrivals by hour", block: "arrivals" },
  { name: "Agents", block: "agents" },
  ...breakdownsBy.map((by) => ({ name: `By ${by}`, block: "breakdown" as const, more: { by } })),
  ...ratingsBy.map((by) => ({
    name: `Ratings by ${by}`,
    block: "ratings" as const,
    more: { ratingsBy: by },
  })),
  { name: "Rating comments", block: "ratingComments" },
];

/** The figures of every block as CSV. */
function CsvMenu({ trigger, dashboard }: { trigger: ReactNode; dashboard: Dashboard }) {
  const { of } = dashboard.view;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {files.map(({ name, block, more }) => (
          <DropdownMenuItem key={name} asChild>
            <a
              href={csvOf(block, dashboard, block === "breakdown" ? { ...more, of } : more)}
              download
            >
              {name}
            </a>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** All definitions in one place, for people who cannot hover. */
function HowItCounts() {
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
