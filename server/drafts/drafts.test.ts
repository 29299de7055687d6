import { beforeAll, describe, expect, test } from "bun:test";
import type { SaveDraftInput } from "../../shared/schemas/ticket-acts.ts";
import { actDuring } from "../../tests/support/act-during.ts";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import {
  insertCompany,
  insertEachTicket,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { merge } from "../tickets/merge.ts";
import { moveDrafts, readDraft, restoreToDraft } from "./move-drafts.ts";
import { saveDraft } from "./save-draft.ts";
import { getDrafts, listBegunDrafts, sweepDrafts } from "./stored-draft.ts";

const now = new Date("2026-11-21T12:00:00.000Z");

const database = setUpTestDatabase();
let ticketId: string;
let companyId: string;

let ana: UserRow;

beforeAll(async () => {
  const company = await insertCompany(database.db);
  ana = await insertUser(database.db, { companies: [company.id] });
  const ticket = await insertTicket(database.db, { requester_id: ana.id, company_id: company.id });
  ticketId = ticket.id;
  companyId = company.id;
}, 60_000);

const as = (user: UserRow) => actingAs(database.db, user, now);

const asked = () => ({ requester_id: ana.id });

const newAgent = () => insertUser(database.db, { role: "Agent" });

async function save(user: UserRow, given: Partial<SaveDraftInput>) {
  const place = { ticketId, kind: "reply", revision: 0, body: "" } as const;
  return await saveDraft(await as(user), { ...place, ...given });
}

/** Saves a first draft, or after this revision; returns the new revision. */
async function begin(user: UserRow, given: Partial<SaveDraftInput>): Promise<number> {
  const answer = await save(user, given);
  if (!answer.saved) throw new Error("It was not saved");
  return answer.revision;
}

const draftsOf = async (user: UserRow, of: string | null = ticketId) =>
  getDrafts(await as(user), { ticketId: of });

describe("a draft", () => {
  test("is saved as it is typed, separately for reply and note", async () => {
    const maya = await newAgent();
    const first = await begin(maya, { body: " Hello " });
    expect(first).toBeGreaterThan(0);
    expect(await save(maya, { body: "Hello there", revision: first })).toEqual({
      ...{ saved: true, revision: first + 1 },
    });
    const note = await begin(maya, { kind: "note", body: "Hm" });
    const at = { form: null, updatedAt: now.toISOString() };
    expect(await draftsOf(maya)).toEqual([
      { kind: "reply", body: "Hello there", revision: first + 1, ...at },
      { kind: "note", body: "Hm", revision: note, ...at },
    ]);
    expect(await draftsOf(ana)).toEqual([]);
  });

  test("that another device saved since is returned, and nothing is overwritten", async () => {
    const maya = await newAgent();
    const revision = await begin(maya, { body: "from the office" });
    for (const body of ["from home", ""]) {
      expect(await save(maya, { body })).toMatchObject({
        saved: false,
        other: { body: "from the office", revision },
      });
    }
    // Sent again after a lost connection.
    expect(await save(maya, { body: "from the office" })).toEqual({ saved: true, revision });
    expect(await draftsOf(maya)).toMatchObject([{ body: "from the office", revision }]);
  });

  test("of a new ticket also differs by its form", async () => {
    const maya = await newAgent();
    const place = { ticketId: null, kind: "new", body: "" } as const;
    const form = { subject: "From the office", tags: ["a", "b"] };
    const revision = await begin(maya, { ...place, form });
    expect(await save(maya, { ...place, form: { subject: "From home" } })).toMatchObject({
      ...{ saved: false, other: { form, revision } },
    });
    const again = { tags: ["a", "b"], subject: "From the office" };
    expect(await save(maya, { ...place, form: again })).toEqual({ saved: true, revision });
  });

  test("that was deleted is not confused with a new one by a device that missed it", async () => {
    const maya = await newAgent();
    const old = await begin(maya, { body: "Answered in between" });
    await save(maya, { revision: old });
    const fresh = await begin(maya, { body: "Begun since" });
    expect(await save(maya, { body: "Answered in between, and", revision: old })).toMatchObject({
      saved: false,
      other: { body: "Begun since", revision: fresh },
    });
    await save(maya, { revision: fresh });
    const text = "Nothing is lost where there is none any more";
    await begin(maya, { body: text, revision: fresh });
    expect(await draftsOf(maya)).toMatchObject([{ body: text }]);
  });

  test("with other files is another draft, even with the same text", async () => {
    const maya = await newAgent();
    const form = { files: [{ id: "a", name: "log.txt", size: 3 }] };
    const revision = await begin(maya, { body: "See the log", form });
    expect(await save(maya, { body: "See the log" })).toMatchObject({
      ...{ saved: false, other: { body: "See the log", form, revision } },
    });
    expect(await save(maya, { body: "See the log", form })).toEqual({ saved: true, revision });
    expect(await begin(maya, { body: "", form, revision })).toBe(revision + 1);
  });

  test("is deleted when it becomes empty", async () => {
    const maya = await newAgent();
    const revision = await begin(maya, { body: "x" });
    expect(await save(maya, { body: " \n", revision })).toEqual({ saved: true, revision: 0 });
    expect(await save(maya, { body: "" })).toEqual({ saved: true, revision: 0 });
    expect(await draftsOf(maya)).toEqual([]);
    const none = { kind: "reply", body: "", form: null, revision: 0 } as const;
    expect(await readDraft(database.db, maya.id, ticketId)).toMatchObject(none);
  });

  test("saved by two devices at the same time is stored once", async () => {
    const maya = await newAgent();
    const saved = await Promise.all([save(maya, { body: "one" }), save(maya, { body: "two" })]);
    expect(saved.filter((each) => each.saved)).toHaveLength(1);
  });

  test("of a new ticket keeps its form", async () => {
    const maya = await newAgent();
    const form = { subject: "Label \\u0000 is typed so", tags: ["a"] };
    await save(maya, { ticketId: null, kind: "new", body: "", form });
    expect(await draftsOf(maya, null)).toMatchObject([{ kind: "new", body: "", form }]);
    const broken = [{ subject: "a\0" }, { subject: "\ud800" }];
    for (const form of broken) {
      const error = await refusalOf(save(maya, { ticketId: null, kind: "new", revision: 1, form }));
      expect(error.code).toBe("invalid_text");
    }
    const longest = { subject: "x".repeat(20_000 - '{"subject":""}'.length) };
    const place = { ticketId: null, kind: "new" } as const;
    const noah = await newAgent();
    expect(await save(noah, { ...place, form: longest })).toMatchObject({ saved: true });
    const long = { subject: `${longest.subject}x` };
    expect((await refusalOf(save(noah, { ...place, form: long }))).code).toBe("invalid_input");
  });

  test("is saved only where its author can write", async () => {
    const maya = await newAgent();
    const stranger = await insertUser(database.db);
    expect((await refusalOf(save(stranger, { body: "x" }))).code).toBe("not_found");
    expect((await refusalOf(draftsOf(stranger))).code).toBe("not_found");
    expect((await refusalOf(save(ana, { kind: "note", body: "x" }))).code).toBe("forbidden");
    expect((await refusalOf(save(maya, { kind: "new", body: "x" }))).code).toBe("invalid_input");
    expect((await refusalOf(save(maya, { ticketId: null, body: "x" }))).code).toBe("invalid_input");
  });

  test("does not affect drafts of another ticket or kind, or of a new ticket", async () => {
    const maya = await newAgent();
    const other = await insertTicket(database.db, { requester_id: ana.id });
    const here = await begin(maya, { body: "here" });
    await save(maya, { body: "there", ticketId: other.id });
    await save(maya, { kind: "note", body: "aside" });
    await save(maya, { ticketId: null, kind: "new", body: "again", form: {} });
    expect(await draftsOf(maya, null)).toMatchObject([{ kind: "new", body: "again", form: null }]);
    expect(await save(maya, { kind: "note", body: "late" })).toMatchObject({
      other: { kind: "note", body: "aside" },
    });
    expect((await readDraft(database.db, maya.id, ticketId)).body).toBe("here");
    // Drafts of other tickets are not offered.
    const third = await insertTicket(database.db, { requester_id: ana.id });
    expect(await save(maya, { ticketId: third.id })).toEqual({ saved: true, revision: 0 });
    const noah = await newAgent();
    await save(noah, { body: "mine" });
    await database.db.updateTable("drafts").set({ revision: here }).execute();
    await save(maya, { revision: here });
    expect(await draftsOf(noah)).toMatchObject([{ body: "mine" }]);
    await save(maya, { ticketId: null, kind: "new", revision: here, form: {} });
    expect(await draftsOf(maya)).toMatchObject([{ kind: "note" }]);
    expect(await draftsOf(maya, other.id)).toMatchObject([{ body: "there" }]);
    expect(await draftsOf(maya, null)).toEqual([]);
  });

  test("in a merged ticket moves along, but only for users who can see the target", async () => {
    const given = { role: "Agent", company_scope: "assigned" } as const;
    const company = await insertCompany(database.db);
    const outsider = await insertUser(database.db, { ...given, companies: [company.id] });
    const { id } = await insertTicket(database.db, {
      ...{ requester_id: ana.id, company_id: company.id },
      ...{ merged_into_id: ticketId, status: "closed" },
    });
    expect((await refusalOf(save(outsider, { ticketId: id, body: "x" }))).code).toBe("not_found");
    const maya = await newAgent();
    await save(maya, { ticketId: id, body: " \n" });
    expect(await draftsOf(maya)).toEqual([]);
    await save(maya, { ticketId: id, body: "For both" });
    expect(await draftsOf(maya)).toMatchObject([{ body: "For both" }]);
  });

  test("saved during a merge is stored in the target", async () => {
    const maya = await newAgent();
    const beside = { requester_id: ana.id, company_id: companyId };
    const { id: sourceId } = await insertTicket(database.db, beside);
    const revision = await begin(maya, { ticketId: sourceId, body: "Typed" });
    const deps = await as(maya);
    await actDuring(
      database,
      (tx) => merge(tx, deps, Bun.randomUUIDv7(), { sourceId, targetId: ticketId }),
      () => save(maya, { ticketId: sourceId, body: "Typed in between", revision }),
    );
    expect(await draftsOf(maya)).toMatchObject([{ body: "Typed in between" }]);
  });

  test("continued after a merge has the latest text, files and age", async () => {
    const maya = await newAgent();
    const revision = await begin(maya, { body: "See", form: { files: [{ id: "a" }] } });
    const form = { files: [{ id: "b" }] };
    const later = { ...(await as(maya)), now: new Date(now.getTime() + 60_000) };
    await saveDraft(later, { ticketId, kind: "reply", body: "See this", form, revision });
    expect(await draftsOf(maya)).toMatchObject([
      { body: "See this", form, updatedAt: later.now.toISOString() },
    ]);
  });

  test("joined by another after a merge has a new revision, so that it is not overwritten", async () => {
    const [maya, source] = [await newAgent(), await insertTicket(database.db, asked())];
    const later = { ...(await as(maya)), now: new Date(now.getTime() + 60_000) };
    const joined = { form: null, updatedAt: later.now.toISOString() };
    const revision = await begin(maya, { body: "Hello there" });
    await begin(maya, { ticketId: source.id, body: "there" });
    await database.db.transaction().execute((tx) => moveDrafts(tx, source.id, ticketId, later.now));
    const held = { body: "Hello there", revision: revision + 1, ...joined };
    expect(await draftsOf(maya)).toMatchObject([held]);
    expect(await save(maya, { body: "Hello there!", revision })).toMatchObject({
      ...{ saved: false, other: held },
    });
    const merged = { ...asked(), merged_into_id: ticketId, status: "closed" } as const;
    const { id } = await insertTicket(database.db, merged);
    const typed = { ticketId: id, kind: "reply", body: "Hello", revision: 0 } as const;
    const last = { ...later, now: new Date(later.now.getTime() + 60_000) };
    expect(await saveDraft(last, typed)).toEqual({ saved: true, revision: 0 });
    expect(await draftsOf(maya)).toMatchObject([
      { ...held, revision: revision + 2, updatedAt: last.now.toISOString() },
    ]);
    expect(await save(maya, { body: "Hello there!", revision: revision + 1 })).toMatchObject({
      saved: false,
    });
  });

  test("of an unknown ticket is not stored", async () => {
    const maya = await newAgent();
    const call = save(maya, { ticketId: Bun.randomUUIDv7(), body: "x" });
    expect((await refusalOf(call)).code).toBe("not_found");
    expect(await draftsOf(maya, null)).toEqual([]);
  });

  test("that returns is placed in front of newer text, or alone", async () => {
    const maya = await newAgent();
    const deps = { ...(await as(maya)), now: new Date(now.getTime() + 60_000) };
    const form = { files: [{ id: "a", name: "log.txt", size: 3 }] };
    const back = () =>
      database.db
        .transaction()
        .execute((tx) => restoreToDraft(tx, deps, ticketId, { body: "Sent", files: [] }));
    expect(await back()).toMatchObject({ body: "Sent", form: null });
    await save(maya, { revision: (await readDraft(database.db, maya.id, ticketId)).revision });
    await save(maya, { body: "", form });
    const updatedAt = deps.now.toISOString();
    expect(await back()).toMatchObject({ kind: "reply", body: "Sent", form, updatedAt });
    expect((await back()).body).toBe("Sent\n\nSent");
  });

  test("is refused beyond 500 per user, and accepted again after one is deleted", async () => {
    const writer = await newAgent();
    const ticket = await insertTicket(database.db, asked());
    const others = await insertEachTicket(
      database.db,
      Array.from({ length: 499 }, () => asked()),
    );
    await database.db
      .insertInto("drafts")
      .values(
        others.map(({ id }) => ({
          ...{ user_id: writer.id, ticket_id: id, kind: "reply" as const, body: "x", revision: 1 },
          updated_at: now,
        })),
      )
      .execute();
    const revision = await begin(writer, { ticketId: ticket.id, body: "the 500th" });
    const note = { ticketId: ticket.id, kind: "note", body: "one more" } as const;
    expect((await refusalOf(save(writer, note))).code).toBe("too_many_drafts");
    // The others can still be changed and cleared.
    await begin(writer, { ticketId: ticket.id, body: "", revision });
    expect((await save(writer, note)).saved).toBe(true);
  });

  test("is deleted after 90 days", async () => {
    const maya = await newAgent();
    await save(maya, { body: "x" });
    const day = 24 * 60 * 60_000;
    await sweepDrafts(database.db, new Date(now.getTime() + 89 * day));
    expect(await draftsOf(maya)).toHaveLength(1);
    await sweepDrafts(database.db, new Date(now.getTime() + 91 * day));
    expect(await draftsOf(maya)).toEqual([]);
  });
});

describe("in a list", () => {
  const begunBy = async (user: UserRow) => listBegunDrafts(await as(user));
  const newTicket = () => insertTicket(database.db, asked());

  test("shows tickets with a started reply or note, without the text", async () => {
    const maya = await newAgent();
    const other = await newTicket();
    await begin(maya, { body: "A reply" });
    await begin(maya, { kind: "note", body: "A note" });
    await begin(maya, { ticketId: other.id, body: "Of another ticket" });
    await begin(maya, { ticketId: null, kind: "new", body: "Of none yet" });
    const told = await begunBy(maya);
    expect(told.map(({ ticketId, kind }) => `${ticketId} ${kind}`).sort()).toEqual(
      [`${ticketId} note`, `${ticketId} reply`, `${other.id} reply`].sort(),
    );
    expect(await begunBy(await newAgent())).toEqual([]);
    expect(await begunBy(ana)).toEqual([]);
  });

  test("leaves out tickets that the author can no longer see, and notes for customers", async () => {
    const company = await insertCompany(database.db);
    const given = { role: "Agent", company_scope: "assigned" } as const;
    const moved = await insertUser(database.db, { ...given, companies: [company.id] });
    const noMoreStaff = await insertUser(database.db);
    const there = await insertTicket(database.db, {
      ...{ requester_id: noMoreStaff.id, company_id: company.id },
    });
    const at = { body: "x", revision: 1, updated_at: now };
    await database.db
      .insertInto("drafts")
      .values([
        { ...at, user_id: moved.id, ticket_id: ticketId, kind: "reply" },
        { ...at, user_id: moved.id, ticket_id: there.id, kind: "note" },
        { ...at, user_id: noMoreStaff.id, ticket_id: there.id, kind: "note" },
        { ...at, user_id: noMoreStaff.id, ticket_id: there.id, kind: "reply" },
      ])
      .execute();
    expect(await begunBy(moved)).toEqual([{ ticketId: there.id, kind: "note" }]);
    expect(await begunBy(noMoreStaff)).toEqual([{ ticketId: there.id, kind: "reply" }]);
  });

  test("updates the author's other pages when drafts start or end, not at each key", async () => {
    const maya = await newAgent();
    const { id } = await newTicket();
    const told = async () => {
      const rows = await database.db
        .deleteFrom("live_events")
        .where("topic", "=", "drafts")
        .returning(["audience", "people_ids"])
        .execute();
      return rows.map(({ audience, people_ids }) => [audience, ...people_ids]);
    };
    await told();
    const once = [["person", maya.id]];
    const first = await begin(maya, { ticketId: id, body: "a" });
    expect(await told()).toEqual(once);
    const second = await begin(maya, { ticketId: id, body: "ab", revision: first });
    await save(maya, { ticketId: id, body: "from elsewhere" });
    expect(await told()).toEqual([]);
    await begin(maya, { ticketId: id, kind: "note", body: "a" });
    expect(await told()).toEqual(once);
    await save(maya, { ticketId: id, revision: second });
    expect(await told()).toEqual(once);
    await save(maya, { ticketId: id, revision: second });
    expect(await told()).toEqual([]);

    const deps = await as(maya);
    const target = await newTicket();
    await database.db.transaction().execute(async (tx) => {
      await restoreToDraft(tx, deps, id, { body: "Sent", files: [] });
    });
    expect(await told()).toEqual(once);
    await database.db.transaction().execute((tx) => moveDrafts(tx, id, target.id, now));
    expect(await told()).toEqual(once);
    await database.db.transaction().execute((tx) => moveDrafts(tx, id, target.id, now));
    expect(await told()).toEqual([]);
    const merged = { ...asked(), merged_into_id: target.id, status: "closed" } as const;
    await save(maya, { ticketId: (await insertTicket(database.db, merged)).id, body: "Late" });
    expect(await told()).toEqual(once);

    const form = { subject: "x" };
    const added = await begin(maya, { ticketId: null, kind: "new", body: "New", form });
    await save(maya, { ticketId: null, kind: "new", revision: added });
    expect(await told()).toEqual([]);
  });
});
