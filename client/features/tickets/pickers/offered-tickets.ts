interface Offered {
  id: string;
}

/** What is found, with those first that are near; each stands once. */
export function offeredTickets<T extends Offered>(
  near: readonly T[],
  found: readonly T[],
  isNear: (ticket: T) => boolean,
): T[] {
  const ids = new Set(near.map(({ id }) => id));
  const others = found.filter(({ id }) => !ids.has(id));
  return [
    ...near,
    ...others.filter((ticket) => isNear(ticket)),
    ...others.filter((ticket) => !isNear(ticket)),
  ];
}
