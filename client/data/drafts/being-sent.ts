import { namedFiles, seam, withFiles } from "./text.ts";
import type { DraftBeingSent } from "./types.ts";
import type { DraftText } from "./unsaved-texts.ts";

/** Whether one of the messages was written in this revision of the draft. */
export function isWrittenIn(acts: readonly DraftBeingSent[], revision: number): boolean {
  return acts.some((act) => act.revision === revision);
}

/** Removes the text that is being sent, which precedes the text typed since. */
export function withoutHandedOver(text: DraftText, acts: readonly DraftBeingSent[]): DraftText {
  return acts.reduce((rest, act) => {
    const ids = new Set(act.files.map(({ id }) => id));
    const files = namedFiles(rest.form);
    const others = files.filter(({ id }) => !ids.has(id));
    const isAbove = rest.body === act.body || rest.body.startsWith(`${act.body}${seam}`);
    if (!isAbove || others.length + ids.size !== files.length) return rest;
    const body = rest.body.slice(act.body.length + seam.length);
    return { body, form: withFiles(rest.form, others) };
  }, text);
}
