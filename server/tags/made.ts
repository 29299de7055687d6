import type { Rewritten } from "./rewrite.ts";

/** What a change of tags did, as far as taking it back needs to know. */
export type MadeOfTag = { tag: { id: string; name: string }; rewritten: Rewritten } & (
  | { kind: "renamed"; name: string }
  | { kind: "deleted"; ticketIds: string[] }
  | { kind: "merged"; into: string; ticketIds: string[]; addedIds: string[] }
);
