import { createStore } from "../store.ts";

/** Told anew whenever a text of this person begins or goes elsewhere: it may be one that is shown here. */
export const draftsChanged = createStore<object>({});

export function notifyDraftsChanged(): void {
  draftsChanged.set({});
}
