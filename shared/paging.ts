export const pageLimit = { default: 50, max: 200 } as const;
