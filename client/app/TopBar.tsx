import { Keyboard, Search } from "lucide-react";
import { type ComponentProps, Fragment, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { isStaff } from "../../shared/access.ts";
import { fullName, type Theme, themeNames, themes } from "../../shared/users.ts";
import { cn } from "../components/cn.ts";
import { Avatar } from "../components/ui/avatar.tsx";
import { Button } from "../components/ui/button.tsx";
import { DeskMark } from "../components/ui/desk-mark.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "../components/ui/dropdown-menu.tsx";
import { inputClasses } from "../components/ui/input.tsx";
import { KbdMark } from "../components/ui/kbd.tsx";
import { usePreference } from "../data/session/use-preference.ts";
import { useViewer } from "../data/session/viewer.ts";
import { useStore } from "../data/store.ts";
import { Bell } from "./Bell.tsx";
import { accountPagesOf } from "./navigation/areas.ts";
import { breadcrumb, deskName, searchSlot } from "./navigation/page.ts";
import { overlay } from "./overlay.ts";
import { personIcons, themeIcons } from "./person-icons.ts";
import { deskLogo } from "./theme/desk-theme.ts";
import { setTheme } from "./theme/theme.ts";

/** Breadcrumb, a slot for the page's search box, and the account menu. */
export function TopBar() {
  const trail = useStore(breadcrumb);
  const viewer = useViewer();
  return (
    <header className="flex min-h-11 shell:pointer-coarse:min-h-14 shrink-0 items-center gap-x-4 border-b px-4 max-shell:flex-wrap">
      {!isStaff(viewer) && <DeskName />}
      <nav aria-label="Breadcrumb" className="min-w-0 flex-1 shell:min-w-44">
        <ol className="flex min-w-0 items-center gap-1.5 font-medium text-sm">
          {trail.map(({ label, to }, index) => (
            <Fragment key={`${to}-${label}`}>
              {index > 0 && (
                <li aria-hidden="true" className="text-faint">
                  /
                </li>
              )}
              <li
                className={cn(
                  "truncate",
                  // The first crumb is one short word and the last is the open page; those between shrink
                  // first.
                  index === 0 ? "shrink-0" : "min-w-0",
                  index > 0 && index < trail.length - 1 && "shrink-[9999]",
                  to && "-mx-1",
                )}
                aria-current={index === trail.length - 1 ? "location" : undefined}
              >
                {to ? (
                  <Link
                    to={to}
                    className="block min-w-6 truncate rounded-sm px-1 text-center leading-6 hover:text-selected-foreground pointer-coarse:leading-11"
                  >
                    {label}
                  </Link>
                ) : (
                  label
                )}
              </li>
            </Fragment>
          ))}
        </ol>
      </nav>
      <div
        ref={searchSlot.set}
        className="peer w-full max-w-135 empty:hidden shell:w-2/5 lg:w-full max-shell:order-last max-shell:max-w-none max-shell:*:mb-2"
      />
      {isStaff(viewer) && <PaletteBox />}
      <div className="flex items-center justify-end gap-1 max-shell:ml-auto shell:flex-1">
        {isStaff(viewer) && (
          <>
            <Button
              variant="ghost"
              size="sm"
              aria-label="Commands, Ctrl K"
              aria-keyshortcuts="Control+K Meta+K"
              data-hint="Commands (Ctrl K)"
              className="in-[.peer:empty~*]:hidden px-1.5 max-shell:hidden"
              onClick={openPalette}
            >
              <KbdMark keys="Ctrl K" />
            </Button>
            <Bell />
          </>
        )}
        <PersonMenu trigger={<Person />} />
      </div>
    </header>
  );
}

/** Whom a customer writes to. */
function DeskName() {
  const name = useStore(deskName);
  const logo = useStore(deskLogo);
  return (
    <p className="flex min-w-0 shrink-0 items-center gap-2 font-semibold">
      <DeskMark title={name} logo={logo} className="size-6" />
      <bdi className="max-w-48 truncate max-shell:max-w-28">{name}</bdi>
    </p>
  );
}

/** Opens the palette; shown on pages without a search box in the top bar. */
function PaletteBox() {
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      className={cn(
        inputClasses,
        "hidden h-7 w-2/5 max-w-135 items-center gap-2 text-left text-muted-foreground text-sm lg:w-full shell:peer-empty:flex",
      )}
      onClick={openPalette}
    >
      <Search className="shrink-0" />
      <span className="min-w-0 flex-1 truncate">Search or go to…</span>
      <KbdMark keys="Ctrl K" className="-mr-1" />
    </button>
  );
}

function openPalette(): void {
  overlay.set("palette");
}

function Person(props: ComponentProps<"button">) {
  const viewer = useViewer();
  const name = fullName(viewer);
  return (
    <button
      type="button"
      className="flex h-8 min-w-0 items-center gap-2 rounded-md px-1.5 font-medium text-sm hover:bg-accent data-[state=open]:bg-accent pointer-coarse:h-11 pointer-coarse:min-w-11 pointer-coarse:justify-center"
      {...props}
    >
      <Avatar id={viewer.id} name={name} />
      <span className="max-w-48 truncate max-shell:sr-only">{name}</span>
    </button>
  );
}

function PersonMenu({ trigger }: { trigger: ReactNode }) {
  const viewer = useViewer();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {accountPagesOf(viewer).map(({ page, label, home }) => {
          const Icon = personIcons[page];
          return (
            <DropdownMenuItem key={home} asChild>
              <Link to={home}>
                {Icon && <Icon />}
                {label}
              </Link>
            </DropdownMenuItem>
          );
        })}
        {isStaff(viewer) && (
          <DropdownMenuItem onSelect={() => overlay.set("keys")}>
            <Keyboard />
            Keyboard shortcuts
          </DropdownMenuItem>
        )}
        <DropdownMenuSeparator />
        <ThemeItems />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function ThemeItems() {
  const { theme } = useViewer();
  const choose = usePreference("theme", setTheme);
  return (
    <DropdownMenuRadioGroup
      aria-label="Theme"
      value={theme}
      onValueChange={(next) => choose(next as Theme)}
    >
      <DropdownMenuLabel>Theme</DropdownMenuLabel>
      {themes.map((name) => {
        const Icon = themeIcons[name];
        return (
          <DropdownMenuRadioItem key={name} value={name}>
            <Icon />
            {themeNames[name]}
          </DropdownMenuRadioItem>
        );
      })}
    </DropdownMenuRadioGroup>
  );
}
