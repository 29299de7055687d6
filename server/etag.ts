/** Whether `If-None-Match` names this ETag, alone or in a list. Weak ones count: a proxy that compresses makes them. */
export function matchesEtag(header: string | null | undefined, etag: string): boolean {
  if (!header) return false;
  const tags = header.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*");
}
