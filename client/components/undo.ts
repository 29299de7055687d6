import { undoMs } from "../../shared/undo-time.ts";
import { isTyping } from "../app/keyboard/keys.ts";
import { letterOf } from "../app/keyboard/letter.ts";
import { newRequestId } from "../data/calls/request-id.ts";
import { whenForgotten } from "../data/session/forget.ts";
import { dismissOffersOf, type Notice } from "./notices.ts";

/** What this tab did and can still undo, newest last. */
interface Undoable {
  actId: string;
  until: number;
  undo: () => void;
}

let done: readonly Undoable[] = [];

// The undo key never affects the actions of a person who was signed in earlier.
whenForgotten(() => {
  for (const { actId } of done) forgetUndo(actId);
});

export function rememberUndo(act: Undoable): void {
  if (done.length === 0) document.addEventListener("keydown", undoByKey);
  done = [...done, act].slice(-50);
}

export function forgetUndo(actId: string): void {
  done = done.filter((act) => act.actId !== actId);
  dismissOffersOf(actId);
  if (done.length === 0) document.removeEventListener("keydown", undoByKey);
}

/**
 * An action can be undone as soon as it is sent. The returned function takes the server's answer: it updates
 * the entry, or carries out an undo that was requested in the meantime and then returns true.
 */
export function trackUndo(requestId: string, onUndo: () => void = () => {}): Answer {
  let isUnwanted = false;
  rememberUndo({
    actId: requestId,
    until: Number.POSITIVE_INFINITY,
    undo() {
      isUnwanted = true;
      forgetUndo(requestId);
      onUndo();
    },
  });
  return (answered: Undoable | null): boolean => {
    if (answered && isUnwanted) answered.undo();
    else if (answered) done = done.map((act) => (act.actId === requestId ? answered : act));
    else forgetUndo(requestId);
    return isUnwanted && answered !== null;
  };
}

/** Receives the result of an action, or null if it failed; returns true if it is already being undone. */
export type Answer = (act: Undoable | null) => boolean;

/** For an action that cannot be undone before it is answered. */
export const remembered: Answer = (act) => {
  if (act) rememberUndo(act);
  return false;
};

/**
 * The Undo button of a notice, with its shortcut. In a text field that key is the field's own, so the hint
 * then explains how to leave the field.
 */
export function undoOffer(
  actId: string,
  run: () => void,
  leavesField = false,
): Required<Pick<Notice, "action" | "takesBack">> {
  const isInField = isTyping(document.activeElement);
  const shortcut = !isInField ? undoHint : leavesField ? `Esc, ${undoHint}` : null;
  return {
    action: { label: "Undo", ...(shortcut && { shortcut }), run },
    takesBack: actId,
  };
}

/**
 * For an action that is undone by an inverse action: the key and this button run it, once. Null if it is
 * already being undone.
 */
export function undoable(
  undo: () => void,
  answer: Answer = remembered,
): ReturnType<typeof undoOffer> | null {
  const actId = newRequestId();
  const run = () => {
    forgetUndo(actId);
    undo();
  };
  if (answer({ actId, until: Date.now() + undoMs, undo: run })) return null;
  return undoOffer(actId, run);
}

/** The shortcut's label on this platform. */
const undoHint = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "") ? "⌘ Z" : "Ctrl Z";

function undoByKey(event: KeyboardEvent): void {
  if (letterOf(event) !== "z" || !(event.ctrlKey || event.metaKey)) return;
  if (event.altKey || event.repeat || event.defaultPrevented) return;
  if (isTyping(event.target)) return;
  const last = done.findLast(({ until }) => until > Date.now());
  if (!last) return;
  event.preventDefault();
  last.undo();
}
