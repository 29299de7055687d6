import { CircleHelp, Download, Printer } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogTrigger } from "../ui/dialog.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { CsvMenu } from "./CsvMenu.tsx";
import { HowItCounts } from "./HowItCounts.tsx";
import type { Dashboard } from "./use-dashboard.ts";

/** What can be done with the page as a whole. */
export function PageActions({ dashboard }: { dashboard: Dashboard }) {
  return (
    <>
      <CsvMenu
        dashboard={dashboard}
        trigger={
          <Button variant="ghost" size="sm">
            <Download />
            <span className="max-xl:sr-only">CSV</span>
          </Button>
        }
      />
      {/* A phone's browser has its own. */}
      <Button variant="ghost" size="sm" className="max-shell:hidden" onClick={() => window.print()}>
        <Printer />
        <span className="max-xl:sr-only">Print</span>
      </Button>
      <Dialog>
        <DialogTrigger asChild>
          <IconButton label="How it counts">
            <CircleHelp />
          </IconButton>
        </DialogTrigger>
        <HowItCounts />
      </Dialog>
    </>
  );
}
