/** Changes of oneself go one after the other: what was pressed last is what stands. */
export const profileScope = { scope: { id: "profile" } };
