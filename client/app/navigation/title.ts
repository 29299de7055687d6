/** What a tab is called: where one is in it, behind how much of what came is unread. */
export function titleOf(trail: readonly string[], unread: string): string {
  const place = trail.join(" · ");
  return unread === "" ? place : `(${unread}) ${place}`;
}
