import { expect, test } from "bun:test";
import { planOpening } from "./create.ts";
import { audienceOf } from "./fields.ts";
import { type ChangeKind, differences, instantOf, momentAfter } from "./state.ts";

const undone = (...kinds: ChangeKind[]) =>
  ({ kind: "undone", undoes: "event", kinds, kept: [], back: [] }) as const;

test("a customer is shown events of fields that they see, and no others", () => {
  const told: ChangeKind[] = [
    ...(["created", "status", "assigned", "rated", "requester", "subject", "company"] as const),
  ];
  for (const kind of told) expect(audienceOf(undone(kind))).toBe("everyone");
  const kept: ChangeKind[] = [
    ...(["priority", "type", "team", "tags", "followers", "snoozed", "spam", "redacted"] as const),
    ...(["merged", "merged-from", "unmerged", "split", "split-from", "linked"] as const),
    ...(["unlinked", "reply-taken-back", "note-changed"] as const),
  ];
  for (const kind of kept) expect(audienceOf(undone(kind))).toBe("staff");
  expect(audienceOf({ kind: "created" })).toBe("everyone");
  expect(audienceOf({ kind: "spam", spam: true })).toBe("staff");
  expect(audienceOf(undone("tags", "status"))).toBe("everyone");
});

test("differences are found by value: a list with the same entries is equal", () => {
  const { after } = planOpening(
    {
      ...{ subject: "Printer", requesterId: "ana", companyId: null, actorId: "ana" },
      ...{ fields: { addTags: ["vip"] }, by: "staff-note" },
    },
    instantOf(new Date(0)),
  );
  const changed = { ...after, tags: ["vip"], followers: ["ben"], subject: "Scanner" };
  expect(differences(after, changed)).toEqual({ followers: ["ben"], subject: "Scanner" });
});

test("an action on a ticket happens now, or just after the previous one", () => {
  const [one, other] = [instantOf(new Date(1000)), instantOf(new Date(2000))];
  expect(one).toBe("1970-01-01T00:00:01.000000Z");
  expect(momentAfter(one, other)).toBe(other);
  expect(momentAfter(other, one)).toBe("1970-01-01T00:00:02.000001Z");
  expect(momentAfter(one, one)).toBe("1970-01-01T00:00:01.000001Z");
  expect(momentAfter("1970-01-01T00:00:01.000009Z", one)).toBe("1970-01-01T00:00:01.000010Z");
  expect(momentAfter("1970-01-01T00:59:59.999999Z", one)).toBe("1970-01-01T01:00:00.000000Z");
});
