/** Where texts stand for the moment between two pages, and what was being sent. */
export const unsavedTextsKey = "frontdesk.last-words";
export const unsentActionsKey = "frontdesk.last-acts";
