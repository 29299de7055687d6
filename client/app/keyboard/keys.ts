import type { LucideIcon } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { useLocation } from "react-router-dom";
import { createStore } from "../../data/store.ts";
import { isLeft } from "../navigation/areas.ts";
import { holdsKey, isPageComing, isPageLeft, isStepComing, replayBy } from "./held-keys.ts";
import { letterOf } from "./letter.ts";

/** The one table of shortcuts: bindings, the shortcuts sheet, the palette and all hints read it. */
export const keyTable = {
  "list.next": "j",
  "list.previous": "k",
  "list.open": "Enter",
  "list.select": "x",
  "list.selectTo": "X",
  "list.search": "/",
  // Before the ticket's keys, which these override in lists of users and companies.
  "record.new": "c",
  "record.edit": "e",
  "record.leave": "u",
  "record.close": "Escape",
  "ticket.new": "c",
  "ticket.reply": "r",
  "ticket.note": "n",
  "ticket.assign": "a",
  "ticket.take": "i",
  "ticket.status": "s",
  "ticket.priority": "p",
  "ticket.tags": "t",
  "ticket.resolve": "e",
  "ticket.resolveNext": "E",
  "ticket.snooze": "z",
  "ticket.leave": "u",
  // These take precedence over the list's keys while a ticket is open.
  "ticket.next": "j",
  "ticket.previous": "k",
  "help.keys": "?",
  "go.tickets": "g t",
  "go.users": "g u",
  "go.companies": "g c",
  "go.dashboard": "g d",
} as const;

/** Labels for hints where they differ from the key itself. */
const hints: Partial<Record<KeyId, string>> = {
  "list.selectTo": "Shift X",
  "record.close": "Esc",
  "ticket.resolveNext": "Shift E",
};

export type KeyId = keyof typeof keyTable;

/** As shown in hints: `G T`. */
export function keyHint(id: KeyId): string {
  return hints[id] ?? keyTable[id].replace(/(?<=^| )[a-z](?= |$)/g, (key) => key.toUpperCase());
}

/** Single keys get in the way of speech input, so each profile can turn them off. */
export const keysOff = createStore(false);

/** Null: the key does nothing, not even what was bound before. */
type Acts = { [Id in KeyId]?: (() => void) | null | undefined };

interface Handlers extends Acts {
  /** What the keys act on, shown as the heading in the palette. */
  about?: string;
  /** Actions without a shortcut, for the palette. */
  further?: ExtraAction[];
}

export interface ExtraAction {
  label: string;
  /** The icon of the button that does the same. */
  icon?: LucideIcon;
  /** Shown instead of an icon, such as a status mark. */
  mark?: ReactNode;
  run: () => void;
}

/** The palette's heading for actions on the list. */
export const thisList = "This list";

interface KeyOptions {
  /** Takes precedence over all other layers, regardless of order. */
  first?: boolean;
  /** Active on every page, also while another page is loading. */
  everywhere?: boolean;
}

/**
 * Binds keys while the component is mounted; the last layer bound takes precedence. A function is evaluated
 * at each key press, for actions that are only available at times. The keys of a page that is being left are
 * inactive.
 */
export function useKeys(
  handlers: Handlers | (() => Handlers),
  { first = false, everywhere = false }: KeyOptions = {},
): void {
  const { pathname } = useLocation();
  const latest = useRef({ handlers, pathname });
  latest.current = { handlers, pathname };
  useEffect(() => {
    const layer = () => {
      const { handlers, pathname } = latest.current;
      if (!everywhere && isLeft(pathname)) return {};
      const acts = typeof handlers === "function" ? handlers() : handlers;
      return everywhere || !isPageLeft() ? acts : withoutTicket(acts);
    };
    const stack = first ? firstLayers : lastLayers;
    if (allLayers().length === 0) document.addEventListener("keydown", listener);
    stack.unshift(layer);
    return () => {
      stack.splice(stack.indexOf(layer), 1);
      if (allLayers().length === 0) document.removeEventListener("keydown", listener);
    };
  }, [first, everywhere]);
}

/** Whether the key is text input, or belongs to an overlay above the page. */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  return hasOverlay() || isTyping(event.target);
}

/** Whether a dialog or menu is open above the page, not counting one that is closing. */
export function hasOverlay(): boolean {
  return document.querySelector(overlays) !== null;
}

const overlays = ["dialog", "alertdialog", "menu"]
  .map((role) => `[role="${role}"]:not([data-state="closed"])`)
  // A dialog that was opened but whose code is still loading: the keys are meant for it.
  .concat('[data-slot="coming"]')
  .join();

/** In a text field, keys are text and Undo is the field's own. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element) || target.closest('[role="dialog"][data-state="closed"]')) {
    return false;
  }
  return target.closest(typingPlaces) !== null;
}

const typingPlaces =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="listbox"], [role="combobox"]';

/** The longest pause between two keys of a sequence. */
const sequencePause = 1000;

const firstLayers: (() => Handlers)[] = [];
const lastLayers: (() => Handlers)[] = [];
/** All bindings that are active now, the last bound first. */
export const allLayers = () => [...firstLayers, ...lastLayers];
let begun: { key: string; at: number } | null = null;

function listener(event: KeyboardEvent): void {
  if (keysOff.get() || event.repeat || isTaken(event)) return;
  const first = begun && event.timeStamp - begun.at < sequencePause ? begun.key : null;
  begun = null;
  if (!first && holdsKey(event, isOfTicket)) return;
  const key = letterOf(event);
  const act = handlerOf(first ? `${first} ${key}` : key) ?? handlerOf(key);
  if (act) {
    event.preventDefault();
    // Rendered before the next key press, so fast typing loses no letter.
    flushSync(act);
  } else if (bindings.some(({ keys }) => keys.startsWith(`${key} `))) {
    begun = { key, at: event.timeStamp };
  }
}

replayBy({
  isStep,
  act: (key) => {
    const act = hasOverlay() ? undefined : handlerOf(key);
    if (act) flushSync(act);
    return act !== undefined;
  },
});

/** Keys of a ticket wait until it has loaded; those of every page and of the list do not. */
function isOfTicket(key: string): boolean {
  if (!/^\/ticket\/\d/.test(location.pathname)) return false;
  if (!ticketKeys.has(key) || handlerOf(key) !== undefined) return false;
  return isStep(key) ? isStepComing() : isPageComing();
}

function isStep(key: string): boolean {
  return steps.has(key);
}

/** Keys that lead from a ticket to another one. */
const steps = new Set<string>([
  keyTable["ticket.next"],
  keyTable["ticket.previous"],
  keyTable["ticket.resolveNext"],
]);

const ticketKeys = new Set<string>(
  Object.entries(keyTable).flatMap(([id, key]) => (id.startsWith("ticket.") ? [key] : [])),
);

/** Without the keys of the ticket that is still drawn, since the address points to another one. */
function withoutTicket(acts: Handlers): Handlers {
  const others = Object.entries(acts).filter(
    ([id]) => !id.startsWith("ticket.") && id !== "further",
  );
  return Object.fromEntries(others);
}

const bindings = Object.entries(keyTable).map(([id, keys]) => ({ id: id as KeyId, keys }));

function handlerOf(pressed: string): (() => void) | undefined {
  for (const { id, keys } of bindings) {
    if (keys !== pressed) continue;
    for (const layer of allLayers()) {
      const act = layer()[id];
      if (act === null) return undefined;
      if (act) return act;
    }
  }
  return undefined;
}
