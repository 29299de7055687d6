import { expect, test } from "bun:test";
import type { TicketConflict } from "../../../../shared/tickets/page.ts";
import type { Failure } from "../../../data/errors.ts";
import type { Held } from "./held-changes.ts";
import { refusalNow } from "./refusal-now.ts";
import type { SendPlan } from "./send-plan.ts";

const held: Held = { status: "on-hold", priority: "high", addTags: ["vip"] };
const conflict = (field: TicketConflict["field"]): TicketConflict => ({
  ...{ field, theirs: "low", yours: "high", by: null },
});
const refused = (kind: SendPlan["kind"], fields: TicketConflict["field"][]) => {
  const failure = { cameBetween: [], conflicts: fields.map(conflict) } as unknown as Failure;
  return { failure, plan: { kind, status: "on-hold", held } satisfies SendPlan };
};
const asked = (refusal: ReturnType<typeof refusalNow>) =>
  refusal?.failure.conflicts.map(({ field }) => field);

test("what one took away since is neither asked about nor sent", () => {
  const withoutHigh = { ...held, priority: undefined };
  const now = refusalNow(refused("note", ["status", "priority"]), {
    ...{ held: withoutHigh, wanted: "on-hold" },
  });
  expect(asked(now)).toEqual(["status"]);
  expect(now?.plan).toMatchObject({ status: "on-hold", held: withoutHigh });
  expect(refusalNow(refused("note", ["priority"]), { held: null, wanted: undefined })).toBeNull();
});

test("a note's state goes with its chip, a reply's stays that of its button", () => {
  const wishes = { held: { ...held, status: undefined }, wanted: undefined };
  expect(asked(refusalNow(refused("note", ["status", "priority"]), wishes))).toEqual(["priority"]);
  const reply = refusalNow(refused("reply", ["status", "priority"]), wishes);
  expect(asked(reply)).toEqual(["status", "priority"]);
  expect(reply?.plan.status).toBe("on-hold");
  // Nobody can set it from here any more, which the desk says in words.
  const note = refusalNow(refused("note", ["status"]), { held, wanted: undefined });
  expect(note?.plan.status).toBe("on-hold");
});

test("who was overtaken by a message is asked whatever else they changed", () => {
  const { failure, plan } = refused("reply", []);
  const overtaken = { failure: { ...failure, cameBetween: [{}] } as unknown as Failure, plan };
  expect(refusalNow(overtaken, { held: null, wanted: undefined })?.plan.held).toBeUndefined();
  expect(refusalNow(refused("reply", []), { held: null, wanted: undefined })).not.toBeNull();
});
