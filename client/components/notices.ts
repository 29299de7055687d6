import { wordsFor } from "../../shared/error-words.ts";
import { createStore } from "../data/store.ts";

export type NoticeKind = "info" | "success" | "warning" | "error";

export interface Notice {
  id: number;
  kind: NoticeKind;
  message: string;
  title?: string;
  /** With the key that does the same. */
  action?: { label: string; shortcut?: string; run: () => void };
  /** The act that its action takes back: the notice goes as soon as that is done, however. */
  takesBack?: string;
}

/** Info, success and warning go by themselves; an error stays until it is dismissed. */
const noticeDuration = 3000;

export const notices = createStore<readonly Notice[]>([]);

export function notify({ message, ...notice }: Omit<Notice, "id">): number {
  // What went well names things as people do, and a link is one: the rule is about errors.
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

/** The key takes back what was done last: of what was done before, the button alone does. */
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

/** An act was taken back, or cannot be any more: what offered that has nothing left to offer. */
export function dismissOffersOf(actId: string): void {
  for (const { id, takesBack } of notices.get()) if (takesBack === actId) dismissNotice(id);
}

export function dismissAllNotices(): void {
  for (const { id } of notices.get()) dismissNotice(id);
}

/** While somebody points at a notice or has the focus in it, its clock stands still. */
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

/** Mark where notices stand, so that dialogs know a click there is not a click outside. */
export const noticesRegion = "notices";
export const noticeCard = "notice";

/** Holds for a dismissed notice too, which is out of the page before the dialog hears of the click. */
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
