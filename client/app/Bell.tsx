import { Bell as BellIcon } from "lucide-react";
import { type ComponentProps, Suspense, useEffect, useRef, useState } from "react";
import { bellCountCap } from "../../shared/bell.ts";
import { IconButton } from "../components/ui/icon-button.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "../components/ui/popover.tsx";
import { trpc } from "../data/trpc.ts";
import { useKeys } from "./keyboard/keys.ts";
import { press } from "./keyboard/press.ts";
import { lazyComponent } from "./lazy/lazy-component.ts";
import { unreadNews } from "./navigation/page.ts";

const BellPanel = lazyComponent(() => import("./lazy/overlays.ts"), "BellPanel");

/** The bell with its unread count, which the tab's title repeats. */
export function Bell() {
  const unread = trpc.notifications.unreadCount.useQuery(undefined, {
    meta: { showsError: true },
  });
  const shown = shownCount(unread.data?.count ?? 0);
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useKeys(
    { further: [{ label: "Notifications", icon: BellIcon, run: () => press(button.current) }] },
    { everywhere: true },
  );
  useEffect(() => {
    unreadNews.set(shown);
    return () => unreadNews.set("");
  }, [shown]);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <BellButton
          ref={button}
          shown={shown}
          onPointerEnter={() => void BellPanel.preload()}
          onFocus={() => void BellPanel.preload()}
        />
      </PopoverTrigger>
      <PopoverContent
        align="end"
        aria-label="Notifications"
        className="flex max-h-[min(36rem,var(--radix-popover-content-available-height))] w-[min(26rem,calc(100vw-1rem))] flex-col overflow-hidden p-0"
      >
        <Suspense>
          <BellPanel close={() => setOpen(false)} />
        </Suspense>
      </PopoverContent>
    </Popover>
  );
}

function shownCount(count: number): string {
  if (count === 0) return "";
  return count >= bellCountCap ? `${bellCountCap - 1}+` : String(count);
}

type BellButtonProps = Omit<ComponentProps<typeof IconButton>, "label"> & { shown: string };

function BellButton({ shown, ...props }: BellButtonProps) {
  return (
    <IconButton
      size="icon"
      label={shown ? `Notifications, ${shown} unread` : "Notifications"}
      className="relative"
      {...props}
    >
      <BellIcon />
      {shown && (
        <span
          aria-hidden="true"
          className="absolute top-[calc(50%-0.875rem)] right-[calc(50%-1rem)] grid h-3.5 min-w-3.5 place-items-center rounded-full bg-primary px-0.75 font-semibold text-[0.5625rem]/none text-primary-foreground tabular-nums ring-2 ring-card"
        >
          {shown}
        </span>
      )}
    </IconButton>
  );
}
