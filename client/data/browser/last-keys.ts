/** Where texts stand for the moment between two pages, and what was being sent. */
export const lastWords = "frontdesk.last-words";
export const lastActs = "frontdesk.last-acts";
