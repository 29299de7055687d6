/** How long the same person may take back an act of theirs, on tickets, users, companies or tags. */
export const undoMs = 10 * 60_000;
