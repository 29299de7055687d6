/** Profile changes are sent one after another, so the last one wins. */
export const profileScope = { scope: { id: "profile" } };
