import { namedFiles } from "./text.ts";
import type { OnItsWay } from "./types.ts";
import type { DraftText } from "./unsaved-texts.ts";

/** Whether one of them was written in this state of the draft. */
export function isWrittenIn(acts: readonly OnItsWay[], revision: number): boolean {
  return acts.some((act) => act.revision === revision);
}

/** Whether these are its words, with its files. */
export function says({ body, files }: OnItsWay, text: DraftText): boolean {
  const ids = (given: OnItsWay["files"]) => given.map(({ id }) => id).join();
  return body === text.body && ids(files) === ids(namedFiles(text.form));
}
