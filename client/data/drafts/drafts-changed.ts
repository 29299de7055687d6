import { createStore } from "../store.ts";

/** Set whenever a draft of this person changes elsewhere: it may be on screen here. */
export const draftsChanged = createStore<object>({});

export function notifyDraftsChanged(): void {
  draftsChanged.set({});
}
