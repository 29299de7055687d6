import { undoMs } from "../../shared/undo-time.ts";
import { isTyping } from "../app/keyboard/keys.ts";
import { letterOf } from "../app/keyboard/letter.ts";
import { newRequestId } from "../data/calls/request-id.ts";
import { whenForgotten } from "../data/session/forget.ts";
import { dismissOffersOf, type Notice } from "./notices.ts";

/** What this tab did and can still take back, newest last. */
interface Undoable {
  actId: string;
  until: number;
  undo: () => void;
}

let done: readonly Undoable[] = [];

// The key takes back what this person did, never what another did before on the same page.
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
 * An act can be taken back from the moment it is done. Called with the answer, this puts it in the
 * place of what was remembered, or undoes it where the person asked for that meanwhile: then true.
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

/** Tells what an act became, and null where it did not: true where it is being taken back already. */
export type Answer = (act: Undoable | null) => boolean;

/** Of an act that could not be taken back before it was answered. */
export const remembered: Answer = (act) => {
  if (act) rememberUndo(act);
  return false;
};

/**
 * What a notice of an act offers, with the key that does the same; in a text field that key is the
 * field's own, and nothing is said of it, but how one leaves a field that was sent from.
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
 * Of an act that is taken back by another like it: the key and what this offers do that, once. Null
 * where it is being taken back already.
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

/** As the hint says it on this machine. */
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
