import type { LinkKind } from "../../../../shared/tickets/page.ts";

const linksTo: Record<LinkKind, string> = {
  related: "related to",
  "duplicate-of": "a duplicate of",
  "parent-of": "the parent of",
  "follow-up-of": "a follow-up of",
};

const linksFrom: Record<LinkKind, string> = {
  related: "related to",
  "duplicate-of": "the original of",
  "parent-of": "a child of",
  "follow-up-of": "followed up by",
};

/** What the ticket is to the other one. */
export function linkWords({
  link,
  direction,
}: {
  link: LinkKind;
  direction: "to" | "from";
}): string {
  return (direction === "to" ? linksTo : linksFrom)[link];
}
