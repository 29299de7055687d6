import { expect, test } from "bun:test";
import type { TimelineChange } from "../../shared/tickets/page.ts";
import type { TicketChange } from "../../shared/tickets/state.ts";
import { presentChange } from "./timeline.ts";
import type { StoredEvent } from "./timeline-items.ts";

const names: StoredEvent["names"] = {
  ...{ ana: "Ana Ruiz", maya: "Maya Chen", printers: "Printers", harbour: "Harbour" },
  here: { number: 7, subject: "It is here", isMerged: true },
  gone: { number: 8, subject: "It went home", isMerged: false },
};

/** As it is stored: the kind in a column, the rest in `data`. */
function told({ kind, ...data }: TicketChange): TimelineChange {
  const row = { kind, data, names } as Partial<StoredEvent> as StoredEvent;
  return presentChange(row);
}

test("an assignee, requester or follower is shown by name, and an empty one as no one", () => {
  expect(told({ kind: "assigned", from: null, to: "maya" })).toEqual({
    ...{ kind: "assigned", from: null, to: { id: "maya", name: "Maya Chen" } },
  });
  expect(told({ kind: "assigned", from: "maya", to: null })).toEqual({
    ...{ kind: "assigned", from: { id: "maya", name: "Maya Chen" }, to: null },
  });
  expect(told({ kind: "requester", from: "ana", to: "maya" })).toEqual({
    kind: "requester",
    ...{ from: { id: "ana", name: "Ana Ruiz" }, to: { id: "maya", name: "Maya Chen" } },
  });
  expect(told({ kind: "followers", added: ["ana"], removed: ["maya"] })).toEqual({
    kind: "followers",
    ...{ added: [{ id: "ana", name: "Ana Ruiz" }], removed: [{ id: "maya", name: "Maya Chen" }] },
  });
});

test("a deleted team, a company that the reader cannot see, and an empty value each have their own word", () => {
  expect(told({ kind: "team", from: null, to: "printers" })).toEqual({
    ...{ kind: "team", from: null, to: "Printers" },
  });
  expect(told({ kind: "team", from: "(deleted)", to: null })).toEqual({
    ...{ kind: "team", from: "(deleted)", to: null },
  });
  expect(told({ kind: "company", from: null, to: "harbour" })).toEqual({
    ...{ kind: "company", from: null, to: "Harbour" },
  });
  expect(told({ kind: "company", from: "secret", to: null })).toEqual({
    ...{ kind: "company", from: "another company", to: null },
  });
});

test("another ticket is shown by number and subject, and not at all if the reader cannot see it", () => {
  const here = { number: 7, subject: "It is here" };
  const link = { link: "related", direction: "to" } as const;
  expect(told({ kind: "merged", into: "here" })).toEqual({ kind: "merged", into: here });
  expect(told({ kind: "merged", into: "hidden" })).toEqual({ kind: "merged", into: null });
  expect(told({ kind: "unmerged", other: "here" })).toEqual({ kind: "unmerged", other: here });
  const gone = { messageId: "gone", writtenAt: "2026-11-20T11:00:00.000000Z" };
  expect(told({ kind: "reply-taken-back", ...gone })).toEqual({ kind: "reply-taken-back" });
  expect(told({ kind: "split", into: "here", messages: 2 })).toEqual({
    ...{ kind: "split", into: here, messages: 2 },
  });
  expect(told({ kind: "split-from", origin: "here", messages: 3 })).toEqual({
    ...{ kind: "split-from", origin: here, messages: 3 },
  });
  for (const kind of ["linked", "unlinked"] as const) {
    expect(told({ kind, ...link, other: "here" })).toEqual({ kind, ...link, other: here });
  }
});

test("a merge can be undone from its event while the other ticket is shown in this one", () => {
  const source = { number: 7, subject: "It is here" };
  expect(told({ kind: "merged-from", source: "here" })).toEqual({
    ...{ kind: "merged-from", source, mergedId: "here" },
  });
  expect(told({ kind: "merged-from", source: "gone" })).toMatchObject({ mergedId: null });
  expect(told({ kind: "merged-from", source: "hidden" })).toEqual({
    ...{ kind: "merged-from", source: null, mergedId: null },
  });
});

test("the previous and new end of a snooze are times, or empty if the ticket was awake", () => {
  const [from, until] = ["2026-11-24T12:00:00Z", "2026-11-25T12:00:00Z"];
  expect(told({ kind: "snoozed", from, until } as unknown as TicketChange)).toEqual({
    ...{ kind: "snoozed", from: "2026-11-24T12:00:00.000Z", until: "2026-11-25T12:00:00.000Z" },
  });
  const neither = { kind: "snoozed", from: null, until: null } as const;
  expect(told(neither)).toEqual(neither);
  expect(told({ kind: "snoozed", until: null })).toEqual(neither);
});
