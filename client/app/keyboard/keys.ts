import type { LucideIcon } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { useLocation } from "react-router-dom";
import { createStore } from "../../data/store.ts";
import { isLeft } from "../navigation/areas.ts";
import { holdsKey, isPageComing, isPageLeft, isStepComing, replayBy } from "./held-keys.ts";
import { letterOf } from "./letter.ts";

/** The one table of keys: it binds them, and the sheet, the palette and all hints read it. */
export const keyTable = {
  "list.next": "j",
  "list.previous": "k",
  "list.open": "Enter",
  "list.select": "x",
  "list.selectTo": "X",
  "list.search": "/",
  // Before the ticket's, whose keys these take where users or companies are listed.
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
  "ticket.snooze": "z",
  "ticket.leave": "u",
  // They take the list's keys while a ticket is open.
  "ticket.next": "j",
  "ticket.previous": "k",
  "help.keys": "?",
  "go.tickets": "g t",
  "go.users": "g u",
  "go.companies": "g c",
  "go.dashboard": "g d",
} as const;

/** As hints show them, where that is not what the keyboard says. */
const hints: Partial<Record<KeyId, string>> = { "list.selectTo": "Shift X", "record.close": "Esc" };

export type KeyId = keyof typeof keyTable;

/** As a hint shows it: `G T`. */
export function keyHint(id: KeyId): string {
  return hints[id] ?? keyTable[id].replace(/(?<=^| )[a-z](?= |$)/g, (key) => key.toUpperCase());
}

/** Single keys get in the way of speech input: each person's profile says whether they act. */
export const keysOff = createStore(false);

/** Null: the key does nothing here, nor for whoever was bound before. */
type Acts = { [Id in KeyId]?: (() => void) | null | undefined };

interface Handlers extends Acts {
  /** What they act on, for those who see them in a list of all that can be done; else on no one thing. */
  about?: string;
  /** What can be done as well, by no key. */
  further?: ExtraAction[];
}

export interface ExtraAction {
  label: string;
  /** As beside what does the same elsewhere; else it is known by its name. */
  icon?: LucideIcon;
  /** Instead of an icon, such as the mark of a status. */
  mark?: ReactNode;
  run: () => void;
}

/** What acts on the list are about. */
export const thisList = "This list";

interface KeyOptions {
  /** Before all others, whenever those were bound. */
  first?: boolean;
  /** Of no page: also while the address names another area than is drawn still. */
  everywhere?: boolean;
}

/**
 * Binds keys for as long as the part is there; what was bound last comes first. What can be done
 * only at times is said by a function, which is asked when a key is pressed. A page that is left
 * hears no key any more.
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
    if (allLayers().length === 0) document.addEventListener("keydown", hear);
    stack.unshift(layer);
    return () => {
      stack.splice(stack.indexOf(layer), 1);
      if (allLayers().length === 0) document.removeEventListener("keydown", hear);
    };
  }, [first, everywhere]);
}

/** Whether a key pressed here is somebody's text, or belongs to what is open above the page. */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  return hasOverlay() || isTyping(event.target);
}

/** Whether a dialog or menu lies above the page; one that is just closing takes no key any more. */
export function hasOverlay(): boolean {
  return document.querySelector(overlays) !== null;
}

const overlays = ["dialog", "alertdialog", "menu"]
  .map((role) => `[role="${role}"]:not([data-state="closed"])`)
  // A dialog that was asked for, whose code is on its way: keys are meant for it.
  .concat('[data-slot="coming"]')
  .join();

/** In a text field keys are text, and Undo is the field's own. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element) || target.closest('[role="dialog"][data-state="closed"]')) {
    return false;
  }
  return target.closest(typingPlaces) !== null;
}

const typingPlaces =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="listbox"], [role="combobox"]';

/** Between two keys of a sequence. */
const sequencePause = 1000;

const firstLayers: (() => Handlers)[] = [];
const lastLayers: (() => Handlers)[] = [];
/** All that can be done at this moment, what was bound last first. */
export const allLayers = () => [...firstLayers, ...lastLayers];
let begun: { key: string; at: number } | null = null;

function hear(event: KeyboardEvent): void {
  if (keysOff.get() || event.repeat || isTaken(event)) return;
  const first = begun && event.timeStamp - begun.at < sequencePause ? begun.key : null;
  begun = null;
  if (!first && holdsKey(event, isOfTicket)) return;
  const key = letterOf(event);
  const act = handlerOf(first ? `${first} ${key}` : key) ?? handlerOf(key);
  if (act) {
    event.preventDefault();
    // What a key opens is there before the next key: fast fingers lose no letter.
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

/** What a ticket on its way does by this key; what every page does, and the list, need not wait. */
function isOfTicket(key: string): boolean {
  if (!/^\/ticket\/\d/.test(location.pathname)) return false;
  if (!ticketKeys.has(key) || handlerOf(key) !== undefined) return false;
  return isStep(key) ? isStepComing() : isPageComing();
}

function isStep(key: string): boolean {
  return key === keyTable["ticket.next"] || key === keyTable["ticket.previous"];
}

const ticketKeys = new Set<string>(
  Object.entries(keyTable).flatMap(([id, key]) => (id.startsWith("ticket.") ? [key] : [])),
);

/** The ticket still drawn is another one. */
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
