import { CircleHelp, Download, Printer } from "lucide-react";
import { cn } from "../../components/cn.ts";
import { Button } from "../../components/ui/button.tsx";
import { Dialog, DialogTrigger } from "../../components/ui/dialog.tsx";
import { IconButton } from "../../components/ui/icon-button.tsx";
import { CsvMenu } from "./CsvMenu.tsx";
import { HowItCounts } from "./HowItCounts.tsx";
import type { Dashboard } from "./use-dashboard.ts";

/** Without its word, an icon takes no more room than the one that never has any. */
const alone = "max-xl:w-7 max-xl:px-0";

/** What can be done with the page as a whole. */
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
      {/* A phone's browser has its own. */}
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
