/** Changes of oneself go one after the other: what was pressed last is what stands. */
export const profileTurn = { scope: { id: "profile" } };
