import { CircleUserRound, Inbox } from "lucide-react";
import type { ReactNode } from "react";
import { DeskMark } from "../components/ui/desk-mark.tsx";
import { Skeleton } from "../components/ui/skeleton.tsx";
import { readCookie } from "../data/browser/cookies.ts";
import { useStore } from "../data/store.ts";
import { entryClasses, NavigationEntry } from "./NavigationEntry.tsx";
import { deskName } from "./navigation/page.ts";
import { deskLogo } from "./theme/desk-theme.ts";

/** The shell's frame while the session loads, so nothing moves when it is filled. */
export function ShellSkeleton() {
  const name = useStore(deskName);
  const logo = useStore(deskLogo);
  return (
    <ShellFrame
      collapsed={readCookie("frontdesk_nav") === "collapsed"}
      mark={<DeskMark title={name} logo={logo} />}
    />
  );
}

interface ShellFrameProps {
  collapsed: boolean;
  mark: ReactNode;
}

/** What every role sees: the navigation's shape and a list skeleton. */
function ShellFrame({ collapsed, mark }: ShellFrameProps) {
  const entry = entryClasses(false, collapsed);
  return (
    <div aria-busy="true" className="flex h-dvh bg-card max-shell:flex-col-reverse">
      <div
        className={`flex shrink-0 max-shell:h-14 max-shell:border-t max-shell:px-1 shell:flex-col shell:border-r shell:px-1 shell:pb-2 ${collapsed ? "shell:w-[50px]" : "shell:w-[60px]"}`}
      >
        <div className="grid h-11 pointer-coarse:h-14 place-items-center max-shell:hidden">
          {mark}
        </div>
        <div className="max-shell:flex-1">
          <div className={entry}>
            <NavigationEntry icon={Inbox} label="Tickets" collapsed={collapsed} />
          </div>
        </div>
        <div className="max-shell:flex-1 shell:mt-auto shell:pb-8">
          <div className={entry}>
            <NavigationEntry icon={CircleUserRound} label="Account" collapsed={collapsed} />
          </div>
        </div>
      </div>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <div className="h-11 shell:pointer-coarse:h-14 shrink-0 border-b" />
        <div className="min-h-0 flex-1 overflow-hidden">
          <PageSkeleton />
        </div>
      </div>
    </div>
  );
}

/** A toolbar and rows, shown while a page's code loads. */
export function PageSkeleton() {
  return (
    <div aria-busy="true" aria-label="Loading" role="status">
      <div className="flex h-11 items-center gap-3 border-b px-4">
        <Skeleton className="w-28" />
        <Skeleton className="ml-auto w-20" />
      </div>
      {["w-1/2", "w-2/5", "w-3/5", "w-1/3", "w-1/2", "w-2/5"].map((width, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows that never move.
        <div key={row} className="flex h-row items-center gap-3 border-b px-4">
          <Skeleton className="size-4 rounded-full" />
          <Skeleton className={width} />
        </div>
      ))}
    </div>
  );
}
