import { ChevronsLeft, ChevronsRight, CircleUserRound } from "lucide-react";
import { type ComponentProps, type ReactNode, useRef } from "react";
import { Link, useLocation } from "react-router-dom";
import { cn } from "../components/cn.ts";
import { DeskMark } from "../components/ui/desk-mark.tsx";
import { IconButton } from "../components/ui/icon-button.tsx";
import { Hint } from "../components/ui/tooltip.tsx";
import { setCookie } from "../data/browser/cookies.ts";
import { usePreference } from "../data/session/use-preference.ts";
import { useViewer } from "../data/session/viewer.ts";
import { useStore } from "../data/store.ts";
import { AccountMenu } from "./AccountMenu.tsx";
import { useKeys } from "./keyboard/keys.ts";
import { press } from "./keyboard/press.ts";
import { entryClasses, NavigationEntry } from "./NavigationEntry.tsx";
import { type Area, areaAt, areasOf } from "./navigation/areas.ts";
import { deskName } from "./navigation/page.ts";
import { deskLogo } from "./theme/desk-theme.ts";

/** Names both entries of the menu, so that the palette finds it by either. */
const accountLabel = "Account menu: Change Password, Logout";

/** At the side from 720 px up, 60 or 50 px wide; below that, a bar at the bottom. */
export function SideNavigation() {
  const viewer = useViewer();
  const name = useStore(deskName);
  const logo = useStore(deskLogo);
  const { collapsed, toggle } = useNavCollapsed();
  const account = useRef<HTMLButtonElement>(null);
  useKeys(
    {
      further: [{ label: accountLabel, icon: CircleUserRound, run: () => press(account.current) }],
    },
    { everywhere: true },
  );
  return (
    <nav
      aria-label="Main"
      data-collapsed={collapsed}
      className={cn(
        "flex shrink-0 border-border max-shell:h-14 max-shell:border-t max-shell:px-1 shell:flex-col shell:items-stretch shell:border-r shell:px-1 shell:pb-2",
        collapsed ? "shell:w-[50px]" : "shell:w-[60px]",
      )}
    >
      <div className="grid h-11 pointer-coarse:h-14 place-items-center max-shell:hidden">
        <DeskMark title={name} logo={logo} className="size-[min(1.5rem,36px)]" />
      </div>
      <ul className="contents">
        {areasOf(viewer).map((area) => (
          <li key={area.path} className="max-shell:flex-1 shell:mb-0.5">
            <AreaEntry area={area} collapsed={collapsed} />
          </li>
        ))}
        <li className="max-shell:flex-1 shell:mt-auto">
          <AccountMenu trigger={<AccountEntry ref={account} collapsed={collapsed} />} />
        </li>
      </ul>
      <IconButton
        label={collapsed ? "Expand navigation" : "Collapse navigation"}
        side="right"
        className="mx-auto mt-1 max-w-full max-shell:hidden"
        aria-expanded={!collapsed}
        onClick={toggle}
      >
        {collapsed ? <ChevronsRight /> : <ChevronsLeft />}
      </IconButton>
    </nav>
  );
}

function AreaEntry({ area, collapsed }: { area: Area; collapsed: boolean }) {
  const selected = areaAt(useLocation().pathname)?.path === area.path;
  return (
    <MaybeHint label={area.label} show={collapsed}>
      <Link
        to={area.home}
        aria-current={selected ? "page" : undefined}
        className={entryClasses(selected, collapsed)}
      >
        <NavigationEntry icon={area.icon} label={area.label} collapsed={collapsed} />
      </Link>
    </MaybeHint>
  );
}

type AccountEntryProps = ComponentProps<"button"> & { collapsed: boolean };

function AccountEntry({ collapsed, ...props }: AccountEntryProps) {
  return (
    <MaybeHint label="Account" show={collapsed}>
      <button type="button" className={entryClasses(false, collapsed)} {...props}>
        <NavigationEntry icon={CircleUserRound} label="Account" collapsed={collapsed} />
      </button>
    </MaybeHint>
  );
}

function MaybeHint({
  show,
  label,
  children,
}: {
  show: boolean;
  label: string;
  children: ReactNode;
}) {
  if (!show) return children;
  return (
    <Hint label={label} side="right">
      {children}
    </Hint>
  );
}

/** Saved in the profile for all devices, and in a cookie for the first paint on this one. */
function useNavCollapsed(): { collapsed: boolean; toggle: () => void } {
  const { navCollapsed: collapsed } = useViewer();
  const set = usePreference("navCollapsed", saveWidth);
  return { collapsed, toggle: () => set(!collapsed) };
}

function saveWidth(collapsed: boolean): void {
  setCookie("frontdesk_nav", collapsed ? "collapsed" : "expanded");
}
