/** Storage keys for unsaved texts and unsent actions between two pages. */
export const unsavedTextsKey = "frontdesk.last-words";
export const unsentActionsKey = "frontdesk.last-acts";
