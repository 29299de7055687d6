import * as Slot from "radix-ui/slot";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import type { LazyPart } from "../lib/lazy-part.ts";
import { noLineWords } from "../lib/no-line.ts";
import { notify } from "../lib/notices.ts";
import { offlineSince } from "../lib/online.ts";

/** What a menu of its own file takes: its trigger. It begins open. */
export interface MenuProps {
  trigger: ReactNode;
}

interface LazyMenuProps<Given extends object> extends MenuProps {
  menu: LazyPart<MenuProps & Given>;
  /** What else this menu takes. */
  given?: Given;
  /** What opens: a menu, or a panel that holds more than choices. */
  popup?: "menu" | "dialog";
}

/**
 * Menus, and all that positions them, weigh more than the page around them: their code is fetched
 * when somebody points at the trigger and runs when they press it. Until it has come the trigger
 * looks pressed; without a line it is said that it does not come.
 */
export function LazyMenu<Given extends object>(props: LazyMenuProps<Given>) {
  const { menu: Menu, popup = "menu", trigger } = props;
  const [coming, setComing] = useState(false);
  const [wantedBy, setWantedBy] = useState<"pointer" | "keyboard" | null>(null);
  const open = async (by: "pointer" | "keyboard") => {
    setComing(true);
    const isThere = await Menu.preload();
    setComing(false);
    if (isThere || offlineSince.get() === null) setWantedBy(by);
    else notify({ kind: "warning", message: noLineWords.notLoaded });
  };
  const plain = (
    <Slot.Root
      aria-haspopup={popup}
      aria-expanded={false}
      aria-busy={coming || undefined}
      data-state={coming ? "open" : "closed"}
      onPointerEnter={Menu.preload}
      onFocus={Menu.preload}
      onClick={(event) => void (coming || open(event.detail === 0 ? "keyboard" : "pointer"))}
    >
      {trigger}
    </Slot.Root>
  );
  if (!wantedBy) return plain;
  return (
    <Suspense fallback={plain}>
      <Menu {...({ ...props.given, trigger } as MenuProps & Given)} />
      {popup === "menu" && wantedBy === "keyboard" && <FocusFirstItem />}
    </Suspense>
  );
}

/** A menu opened by the keyboard begins at its first item; this one was not there to see the key. */
function FocusFirstItem() {
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      document.querySelector<HTMLElement>('[role="menu"] [role^="menuitem"]')?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, []);
  return null;
}
