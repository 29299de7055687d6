import { SlidersHorizontal } from "lucide-react";
import { Suspense } from "react";
import { lazyComponent } from "../../../app/lazy/lazy-component.ts";
import { Button } from "../../../components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuTrigger,
} from "../../../components/ui/dropdown-menu.tsx";

const DisplayChoices = lazyComponent<"DisplayChoices", { isTable: boolean }>(
  () => import("./DisplayChoices.tsx"),
  "DisplayChoices",
);

/** How the person's ticket lists look: groups, row height and columns. Cards have groups only. */
export function DisplayMenu({ isTable }: { isTable: boolean }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        asChild
        onPointerEnter={DisplayChoices.preload}
        onFocus={DisplayChoices.preload}
      >
        <Button variant="ghost" size="sm" aria-label="Display" data-hint="Display">
          <SlidersHorizontal />
          <span className={isTable ? "max-[72rem]:sr-only" : "sr-only"}>Display</span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <Suspense>
          <DisplayChoices isTable={isTable} />
        </Suspense>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
