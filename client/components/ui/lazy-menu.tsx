import * as Slot from "radix-ui/slot";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import type { LazyPart } from "../../app/lazy/lazy-part.ts";
import { hearEscape, isCome } from "./called-for.ts";

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
 * looks pressed, and Escape calls it off; it opens only for who is still there. Without a line it
 * is said that it does not come.
 */
export function LazyMenu<Given extends object>(props: LazyMenuProps<Given>) {
  const { menu: Menu, popup = "menu", trigger } = props;
  const [coming, setComing] = useState<AbortController | null>(null);
  const [wantedBy, setWantedBy] = useState<"pointer" | "keyboard" | null>(null);
  useEffect(() => {
    if (!coming) return undefined;
    const stopHearing = hearEscape(() => setComing(null));
    return () => {
      stopHearing();
      coming.abort();
    };
  }, [coming]);
  const open = async (pressed: Element, by: "pointer" | "keyboard") => {
    const wanted = new AbortController();
    const held = document.activeElement;
    setComing(wanted);
    const isThere = await isCome(Menu, wanted.signal);
    if (wanted.signal.aborted) return;
    setComing(null);
    if (isThere && isStillAt(pressed, held)) setWantedBy(by);
  };
  const plain = (
    <Slot.Root
      aria-haspopup={popup}
      aria-expanded={false}
      aria-busy={coming !== null || undefined}
      data-state={coming ? "open" : "closed"}
      onPointerEnter={Menu.preload}
      onFocus={Menu.preload}
      onClick={({ currentTarget, detail }) =>
        void (coming || open(currentTarget, detail === 0 ? "keyboard" : "pointer"))
      }
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

/** With the focus; or with the pointer, where a press moves no focus and none has moved since. */
function isStillAt(pressed: Element, held: Element | null): boolean {
  const { activeElement } = document;
  if (pressed.contains(activeElement)) return true;
  return activeElement === held && pressed.matches(":hover");
}

/** A menu opened by the keyboard begins at its first item; this one was not there to see the key. */
function FocusFirstItem() {
  useEffect(() => {
    const item = '[role="menu"] [role^="menuitem"]';
    const frame = requestAnimationFrame(() => {
      // Whoever is at one already stays there.
      if (!document.activeElement?.matches(item))
        document.querySelector<HTMLElement>(item)?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return null;
}
