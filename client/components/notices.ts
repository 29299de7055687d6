import { wordsFor } from "../../shared/client-error-messages.ts";
import { createStore } from "../data/store.ts";

export type NoticeKind = "info" | "success" | "warning" | "error";

export interface Notice {
  id: number;
  kind: NoticeKind;
  message: string;
  title?: string;
  /** With the shortcut that does the same. */
  action?: { label: string; shortcut?: string; run: () => void };
  /** The action that its button undoes; the notice disappears once that has been undone by any means. */
  takesBack?: string;
}

/** Info, success and warning disappear after this time; an error stays until dismissed. */
const noticeDuration = 3000;

export const notices = createStore<readonly Notice[]>([]);

export function notify({ message, ...notice }: Omit<Notice, "id">): number {
  // Only errors are reworded: success messages may contain names and words like "link".
  const words = notice.kind === "error" ? wordsFor(message) : message;
  const twin = notices
    .get()
    .find((n) => n.kind === "error" && n.title === notice.title && n.message === words);
  if (twin && notice.kind === "error" && !notice.action) return twin.id;

  const id = nextId++;
  const before = notice.takesBack ? notices.get().map(withoutKey) : notices.get();
  notices.set([...before, { ...notice, message: words, id }]);
  if (notice.kind !== "error") clocks.set(id, { left: noticeDuration, started: 0 });
  resumeNotice(id);
  return id;
}

/** The undo key affects the latest action only; older ones are undone by their button. */
function withoutKey(notice: Notice): Notice {
  if (!notice.takesBack || !notice.action?.shortcut) return notice;
  const { shortcut: _shortcut, ...action } = notice.action;
  return { ...notice, action };
}

export function dismissNotice(id: number): void {
  clearTimeout(clocks.get(id)?.timer);
  clocks.delete(id);
  notices.set(notices.get().filter((notice) => notice.id !== id));
}

/** After an action was undone, or can no longer be, removes the notices that offer to undo it. */
export function dismissOffersOf(actId: string): void {
  for (const { id, takesBack } of notices.get()) if (takesBack === actId) dismissNotice(id);
}

export function dismissAllNotices(): void {
  for (const { id } of notices.get()) dismissNotice(id);
}

/** A notice does not expire while it is hovered or focused. */
export function pauseNotice(id: number): void {
  const clock = clocks.get(id);
  if (!clock?.timer) return;
  clearTimeout(clock.timer);
  clocks.set(id, { left: clock.left - (performance.now() - clock.started), started: 0 });
}

export function resumeNotice(id: number): void {
  const clock = clocks.get(id);
  if (!clock || clock.timer) return;
  const timer = setTimeout(() => dismissNotice(id), Math.max(0, clock.left));
  clocks.set(id, { left: clock.left, started: performance.now(), timer });
}

/** Marks the notices' container, so that dialogs do not treat a click there as a click outside. */
export const noticesRegion = "notices";
export const noticeCard = "notice";

/** Also true for a dismissed notice, which is removed before the dialog handles the click. */
export function belongsToNotices(target: EventTarget | null): boolean {
  const selector = `[data-slot="${noticesRegion}"], [data-slot="${noticeCard}"]`;
  return target instanceof Element && target.closest(selector) !== null;
}

interface Clock {
  left: number;
  started: number;
  timer?: ReturnType<typeof setTimeout>;
}

let nextId = 1;
const clocks = new Map<number, Clock>();
