import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { SaveDraftInput } from "../../shared/schemas/ticket-acts.ts";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import {
  insertCompany,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/postgres.ts";
import { getDrafts } from "./get-drafts.ts";
import { readDraft } from "./restore-draft.ts";
import { saveDraft } from "./save-draft.ts";
import { sweepDrafts } from "./sweep-drafts.ts";

const now = new Date("2026-11-21T12:00:00.000Z");

let database: TestDatabase;
let ticketId: string;

let ana: UserRow;

beforeAll(async () => {
  database = await createTestDatabase();
  const company = await insertCompany(database.db);
  ana = await insertUser(database.db, { companies: [company.id] });
  const ticket = await insertTicket(database.db, { requester_id: ana.id, company_id: company.id });
  ticketId = ticket.id;
}, 60_000);
afterAll(() => database.drop());

const as = (user: UserRow) => actingAs(database.db, user, now);

const newAgent = () => insertUser(database.db, { role: "Agent" });

async function save(user: UserRow, given: Partial<SaveDraftInput>) {
  const place = { ticketId, kind: "reply", revision: 0, body: "" } as const;
  return await saveDraft(await as(user), { ...place, ...given });
}

const draftsOf = async (user: UserRow, of: string | null = ticketId) =>
  getDrafts(await as(user), { ticketId: of });

describe("a draft", () => {
  test("is kept as it is typed, the reply and the note apart", async () => {
    const maya = await newAgent();
    expect(await save(maya, { body: " Hello " })).toEqual({ saved: true, revision: 1 });
    expect(await save(maya, { body: "Hello there", revision: 1 })).toEqual({
      ...{ saved: true, revision: 2 },
    });
    await save(maya, { kind: "note", body: "Hm" });
    expect(await draftsOf(maya)).toEqual([
      { kind: "reply", body: "Hello there", form: null, revision: 2, updatedAt: now.toISOString() },
      { kind: "note", body: "Hm", form: null, revision: 1, updatedAt: now.toISOString() },
    ]);
    expect(await draftsOf(ana)).toEqual([]);
  });

  test("that another device saved since is answered, and nothing is overwritten", async () => {
    const maya = await newAgent();
    await save(maya, { body: "from the office" });
    for (const body of ["from home", ""]) {
      expect(await save(maya, { body })).toMatchObject({
        saved: false,
        other: { body: "from the office", revision: 1 },
      });
    }
    // Sent again after the line was cut.
    expect(await save(maya, { body: "from the office" })).toEqual({ saved: true, revision: 1 });
    expect(await draftsOf(maya)).toMatchObject([{ body: "from the office", revision: 1 }]);
  });

  test("with other files is another draft, though its words are the same", async () => {
    const maya = await newAgent();
    const form = { files: [{ id: "a", name: "log.txt", size: 3 }] };
    await save(maya, { body: "See the log", form });
    expect(await save(maya, { body: "See the log" })).toMatchObject({
      ...{ saved: false, other: { form, revision: 1 } },
    });
    expect(await save(maya, { body: "See the log", form })).toEqual({ saved: true, revision: 1 });
    expect(await save(maya, { body: "", form, revision: 1 })).toEqual({ saved: true, revision: 2 });
  });

  test("goes when nothing is left in it", async () => {
    const maya = await newAgent();
    await save(maya, { body: "x" });
    expect(await save(maya, { body: " \n", revision: 1 })).toEqual({ saved: true, revision: 0 });
    expect(await save(maya, { body: "" })).toEqual({ saved: true, revision: 0 });
    expect(await draftsOf(maya)).toEqual([]);
  });

  test("saved at the same time by two devices is kept once", async () => {
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
    const long = { subject: "x".repeat(30_000) };
    expect((await refusalOf(save(maya, { ticketId: null, kind: "new", form: long }))).code).toBe(
      "invalid_input",
    );
  });

  test("stands where its writer may write", async () => {
    const maya = await newAgent();
    const stranger = await insertUser(database.db);
    expect((await refusalOf(save(stranger, { body: "x" }))).code).toBe("not_found");
    expect((await refusalOf(draftsOf(stranger))).code).toBe("not_found");
    expect((await refusalOf(save(ana, { kind: "note", body: "x" }))).code).toBe("forbidden");
    expect((await refusalOf(save(maya, { kind: "new", body: "x" }))).code).toBe("invalid_input");
    expect((await refusalOf(save(maya, { ticketId: null, body: "x" }))).code).toBe("invalid_input");
  });

  test("minds no other: of another ticket, another kind, or a new one", async () => {
    const maya = await newAgent();
    const other = await insertTicket(database.db, { requester_id: ana.id });
    await save(maya, { body: "here" });
    await save(maya, { body: "there", ticketId: other.id });
    await save(maya, { kind: "note", body: "aside" });
    await save(maya, { ticketId: null, kind: "new", body: "anew", form: {} });
    expect(await draftsOf(maya, null)).toMatchObject([{ kind: "new", body: "anew", form: null }]);
    expect(await save(maya, { kind: "note", body: "late" })).toMatchObject({
      other: { kind: "note", body: "aside" },
    });
    expect((await readDraft(database.db, maya.id, ticketId)).body).toBe("here");
    await save(maya, { revision: 1 });
    await save(maya, { ticketId: null, kind: "new", revision: 1, form: {} });
    expect(await draftsOf(maya)).toMatchObject([{ kind: "note" }]);
    expect(await draftsOf(maya, other.id)).toMatchObject([{ body: "there" }]);
    expect(await draftsOf(maya, null)).toEqual([]);
  });

  test("typed into a ticket that was merged follows it to nobody who does not see where", async () => {
    const given = { role: "Agent", company_scope: "assigned" } as const;
    const company = await insertCompany(database.db);
    const outsider = await insertUser(database.db, { ...given, companies: [company.id] });
    const { id } = await insertTicket(database.db, {
      ...{ requester_id: ana.id, company_id: company.id },
      ...{ merged_into_id: ticketId, status: "closed" },
    });
    expect((await refusalOf(save(outsider, { ticketId: id, body: "x" }))).code).toBe("not_found");
  });

  test("goes by itself after 90 days", async () => {
    const maya = await newAgent();
    await save(maya, { body: "x" });
    const day = 24 * 60 * 60_000;
    await sweepDrafts(database.db, new Date(now.getTime() + 89 * day));
    expect(await draftsOf(maya)).toHaveLength(1);
    await sweepDrafts(database.db, new Date(now.getTime() + 91 * day));
    expect(await draftsOf(maya)).toEqual([]);
  });
});
