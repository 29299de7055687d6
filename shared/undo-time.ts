/** How long a person can undo their own actions on tickets, users, companies or tags. */
export const undoMs = 10 * 60_000;
