import { expect, test } from "bun:test";
import { type AuditEntry, besideIt } from "./record-act.ts";

const entry = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  ...{ act: "user.updated", actorId: "admin", subject: { kind: "user", id: "ana" }, ...more },
});
const row = (person_id: string | null, more: object = {}) => ({
  ...{ person_id, before: null, after: null, network: null, typed_address: null, device: null },
  ...more,
});

test("values lie with the person whom they are about, and where it came from with whoever acted", () => {
  const personal = { before: { phone: "1" }, after: { phone: "2" } };
  expect(besideIt(entry({ personal }), "10.0.0.0/24")).toEqual([
    row("ana", personal),
    row("admin", { network: "10.0.0.0/24" }),
  ]);
  expect(besideIt(entry({ personal: { ...personal, personId: "ben" } }))).toEqual([
    row("ben", personal),
  ]);
  const subject = { kind: "desk", id: null } as const;
  expect(besideIt(entry({ subject, personal }))).toEqual([row("admin", personal)]);
  const own = entry({ actorId: "ana", personal });
  expect(besideIt(own, "10.0.0.0/24")).toEqual([
    row("ana", { ...personal, network: "10.0.0.0/24" }),
  ]);
});

test("what is nobody's lies beside all people, and nothing lies there of an act without values", () => {
  const values = { before: { name: "Billing" }, after: { name: "Money" } };
  expect(besideIt(entry({ values }))).toEqual([row(null, values)]);
  expect(besideIt(entry({ values: { after: { name: "Money" } } }), "10.0.0.0/24")).toEqual([
    row(null, { after: { name: "Money" } }),
    row("admin", { network: "10.0.0.0/24" }),
  ]);
  expect(besideIt(entry())).toEqual([]);
});

test("of somebody unknown who acted nothing is kept but what they left at the door", () => {
  const subject = { kind: "user", id: null } as const;
  const personal = {
    ...{ personId: null, network: "10.0.0.0/24" },
    ...{ device: "x".repeat(300), typedAddress: "y".repeat(300) },
  };
  const left = row(null, {
    ...{ network: "10.0.0.0/24", device: "x".repeat(200), typed_address: "y".repeat(254) },
  });
  expect(besideIt(entry({ actorId: null, subject, personal }), "10.0.1.0/24")).toEqual([left]);
  expect(besideIt(entry({ actorId: null }), "10.0.1.0/24")).toEqual([]);
  // Said of the act itself, it is not said once more of the actor.
  const signIn = entry({ actorId: "ana", personal: { network: "10.0.0.0/24" } });
  expect(besideIt(signIn, "10.0.1.0/24")).toEqual([row("ana", { network: "10.0.0.0/24" })]);
});
