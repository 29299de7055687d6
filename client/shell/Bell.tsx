import { Bell as BellIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { bellCountCap } from "../../shared/bell.ts";
import { lazyPart } from "../lib/code/lazy-part.ts";
import { trpc } from "../lib/trpc.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { LazyMenu } from "../ui/lazy-menu.tsx";

const BellPanel = lazyPart(() => import("./BellPanel.tsx"), "BellPanel");

/** What came for this person, and how much of it they have not read. */
export function Bell() {
  const unread = trpc.notifications.unreadCount.useQuery(undefined, {
    meta: { showsError: true },
  });
  return (
    <LazyMenu
      menu={BellPanel}
      popup="dialog"
      trigger={<BellButton count={unread.data?.count ?? 0} />}
    />
  );
}

type BellButtonProps = Omit<ComponentProps<typeof IconButton>, "label"> & { count: number };

function BellButton({ count, ...props }: BellButtonProps) {
  const shown = count >= bellCountCap ? `${bellCountCap - 1}+` : String(count);
  return (
    <IconButton
      size="icon"
      label={count > 0 ? `Notifications, ${shown} unread` : "Notifications"}
      className="relative"
      {...props}
    >
      <BellIcon />
      {count > 0 && (
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
