import { beforeAll, describe, expect, test } from "bun:test";
import { macroLimits } from "../../shared/macros.ts";
import type { SaveMacroInput } from "../../shared/schemas/macros.ts";
import { actDuring } from "../../tests/support/act-during.ts";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import { insertTeam, insertUser } from "../../tests/support/builders.ts";
import { countLiveEvents, linesOn } from "../../tests/support/stored.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import type { ActorDeps } from "../access/actor.ts";
import { openDatabase } from "../db/database.ts";
import { deleteMacro, saveMacro } from "./commands.ts";
import { listMacros } from "./queries.ts";

const requestId = () => Bun.randomUUIDv7();

const database = setUpTestDatabase();
let admin: ActorDeps;
let maya: ActorDeps;
beforeAll(async () => {
  const { db } = database;
  admin = await actingAs(db, await insertUser(db, { role: "Super Admin" }));
  maya = await actingAs(db, await insertUser(db, { role: "Agent" }));
}, 60_000);

let made = 0;
function macro(given: Partial<SaveMacroInput> = {}): SaveMacroInput {
  made += 1;
  return { name: `Macro ${made}`, body: "Hello", shared: false, changes: {}, ...given };
}
const stored = () => database.db.selectFrom("macros").selectAll().orderBy("id").execute();
const seen = async (id: string, by = maya) =>
  (await listMacros(by)).macros.find((one) => one.id === id);
const fieldOf = async (call: Promise<unknown>) =>
  (await refusalOf(call)).details.fields?.map(({ field, message }) => `${field}: ${message}`);

describe("a macro", () => {
  test("is changed and deleted without affecting others", async () => {
    const { id } = await saveMacro(maya, macro(), requestId());
    await saveMacro(maya, macro(), requestId());
    await saveMacro(admin, macro(), requestId());
    const others = (await stored()).filter((one) => one.id !== id);
    await saveMacro(maya, { ...macro(), id, body: "Better" }, requestId());
    expect((await stored()).filter((one) => one.id !== id)).toEqual(others);
    await deleteMacro(maya, id, requestId());
    expect(await stored()).toEqual(others);
  });

  test("that is unshared after its owner was deleted belongs to the actor", async () => {
    const { db } = database;
    const [left, stays] = [await insertUser(db, { role: "Agent" }), maya];
    const share = async (by: ActorDeps) => {
      const given = macro({ shared: true });
      return { given, id: (await saveMacro(by, given, requestId())).id };
    };
    const [ofLeft, ofMaya] = [await share(await actingAs(db, left)), await share(stays)];
    const gone = { deleted_at: new Date(), state: "disabled" as const, email: null };
    await db.updateTable("users").set(gone).where("id", "=", left.id).execute();
    for (const { id, given } of [ofLeft, ofMaya]) {
      await saveMacro(admin, { ...given, id, shared: false }, requestId());
    }
    expect(await seen(ofLeft.id, admin)).toMatchObject({
      ...{ shared: false, editable: true, owner: { id: admin.actor.id } },
    });
    expect(await seen(ofMaya.id, admin)).toBeUndefined();
    expect((await seen(ofMaya.id))?.owner?.id).toBe(maya.actor.id);
    for (const [by, { id }] of [
      [admin, ofLeft],
      [maya, ofMaya],
    ] as const) {
      await deleteMacro(by, id, requestId());
    }
  });

  test("is limited per person, and the last one can be changed", async () => {
    const owner = await actingAs(database.db, await insertUser(database.db, { role: "Agent" }));
    const { id } = await saveMacro(owner, macro({ name: "The first" }), requestId());
    const at = new Date();
    const many = Array.from({ length: macroLimits.each - 1 }, (_, index) => ({
      ...{ id: Bun.randomUUIDv7(), owner_id: owner.actor.id, name: `One of many ${index}` },
      ...{ body: "", shared: false, created_at: at, updated_at: at },
    }));
    await database.db.insertInto("macros").values(many).execute();
    expect(await fieldOf(saveMacro(owner, macro(), requestId()))).toEqual([
      `name: You can have at most ${macroLimits.each} macros.`,
    ]);
    await saveMacro(owner, macro({ name: "The first", id }), requestId());
    await saveMacro(maya, macro(), requestId());
    await deleteMacro(owner, id, requestId());
    const late = await actDuring(
      database,
      async (tx) => {
        const row = tx.selectFrom("users").select("id").where("id", "=", owner.actor.id);
        await row.forNoKeyUpdate().execute();
        const last = { ...many[0], id: Bun.randomUUIDv7(), name: "One of many at last" };
        await tx
          .insertInto("macros")
          .values(last as (typeof many)[number])
          .execute();
      },
      () => fieldOf(saveMacro(owner, macro(), requestId())),
    );
    expect(late).toEqual([`name: You can have at most ${macroLimits.each} macros.`]);
    await database.db.deleteFrom("macros").where("name", "like", "One of many %").execute();
  });

  test("saved with one name many times at once is created once", async () => {
    const wide = openDatabase({ url: database.url, size: 8 });
    const same = macro({ shared: true });
    const saved = Array.from({ length: 8 }, (_, index) =>
      saveMacro({ ...(index % 2 ? maya : admin), db: wide }, same, requestId()),
    );
    const outcomes = await Promise.allSettled(saved);
    await wide.destroy();
    const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused.map(({ code }) => code)).toEqual(Array(7).fill("invalid_input"));
  });

  test("does not wait for a colleague who creates another one", async () => {
    await database.db.transaction().execute(async (tx) => {
      const row = tx.selectFrom("users").select("id").where("id", "=", admin.actor.id);
      await row.forUpdate().execute();
      await saveMacro(maya, macro({ name: "In between" }), requestId());
    });
    expect((await stored()).map(({ name }) => name)).toContain("In between");
  });

  test("changed by two keeps both changes, and conflicts on the same field", async () => {
    const billing = await insertTeam(database.db);
    const base = macro({ shared: true, changes: { priority: "low", addTags: ["late"] } });
    const { id } = await saveMacro(maya, base, requestId());
    const addTags = ["late", "lost"];
    const theirs: SaveMacroInput = {
      ...{ ...base, body: "Theirs" },
      changes: { priority: "high", addTags },
    };
    await saveMacro(admin, { ...theirs, id, base }, requestId());
    const changes = { ...base.changes, teamId: billing.id };
    await saveMacro(maya, { ...base, name: "Parcel", changes, id, base }, requestId());
    expect(await seen(id)).toMatchObject({
      ...{ name: "Parcel", body: "Theirs" },
      changes: { priority: "high", team: { id: billing.id }, addTags: ["late", "lost"] },
    });

    const mine: SaveMacroInput = {
      ...{ ...base, name: "Parcel", body: "Mine" },
      changes: { priority: "urgent", addTags },
    };
    const before = await stored();
    const refusal = await refusalOf(saveMacro(maya, { ...mine, id, base }, requestId()));
    expect(refusal.code).toBe("changed_meanwhile");
    expect(refusal.details.fields).toEqual([
      { field: "body", message: "Someone else changed this to “Theirs”." },
      { field: "changes.priority", message: "Someone else changed this to “High”." },
    ]);
    expect(await stored()).toEqual(before);
    // Saving again has seen the current value.
    await saveMacro(maya, { ...mine, id, base: { ...theirs, name: "Parcel" } }, requestId());
    expect(await seen(id)).toMatchObject({ body: "Mine", changes: { priority: "urgent" } });
  });

  test("whose assignee can no longer be assigned can be changed", async () => {
    const left = await insertUser(database.db, { role: "Agent" });
    const given = macro({ changes: { assignee: left.id } });
    const { id } = await saveMacro(maya, given, requestId());
    await database.db
      .updateTable("users")
      .set({ state: "disabled" })
      .where("id", "=", left.id)
      .execute();
    const base = { ...given, changes: {} };
    await saveMacro(maya, { ...base, body: "Better", id, base }, requestId());
    expect(await seen(id)).toMatchObject({ body: "Better", changes: {} });
  });

  test("unshared a moment ago cannot be changed by a Super Admin", async () => {
    const given = macro({ shared: true });
    const { id } = await saveMacro(maya, given, requestId());
    const unshare = database.db.updateTable("macros").set({ shared: false });
    const late = await actDuring(
      database,
      (tx) => tx.executeQuery(unshare.where("id", "=", id).compile()),
      () => refusalOf(saveMacro(admin, { ...given, id, body: "Theirs" }, requestId())),
    );
    expect(late.code).toBe("not_found");
    expect((await seen(id))?.body).toBe("Hello");
  });
});

describe("the list", () => {
  test("holds all own macros, however many colleagues share", async () => {
    const [owner, other] = await Promise.all(
      [1, 2].map(async () =>
        actingAs(database.db, await insertUser(database.db, { role: "Agent" })),
      ),
    );
    if (!owner || !other) throw new Error("Two were made");
    const at = new Date();
    const many = Array.from({ length: 2 * macroLimits.each }, (_, index) => ({
      ...{ id: Bun.randomUUIDv7(), owner_id: other.actor.id, name: `A shared one ${index}` },
      ...{ body: "", shared: true, created_at: at, updated_at: at },
    }));
    await database.db.insertInto("macros").values(many).execute();
    await saveMacro(owner, macro({ name: "Zebra" }), requestId());
    const { macros } = await listMacros(owner);
    expect(macros.map(({ name }) => name).at(-1)).toBe("Zebra");
    expect(macros).toHaveLength(2 * macroLimits.each);
    await database.db.deleteFrom("macros").where("owner_id", "=", other.actor.id).execute();
  });
});

describe("the changes of a macro", () => {
  test("are returned as saved: the agent who uses it, a person, a team", async () => {
    const { db } = database;
    const [team, agent] = [await insertTeam(db), await insertUser(db, { role: "Agent" })];
    const given = [
      {},
      { assignee: "me" as const },
      { assignee: agent.id },
      { teamId: team.id },
      { assignee: "me" as const, teamId: team.id },
    ];
    const changes = [];
    for (const each of given) {
      const { id } = await saveMacro(maya, macro({ changes: each }), requestId());
      changes.push((await seen(id))?.changes);
    }
    const [assignee, named] = [
      { id: agent.id, name: `${agent.first_name} ${agent.last_name}` },
      { id: team.id, name: team.name },
    ];
    expect(changes).toEqual([
      {},
      { assignee: "me" },
      { assignee },
      { team: named },
      { assignee: "me", team: named },
    ]);
    expect((await stored()).at(-1)).toMatchObject({ assign_to_me: true, assignee_id: null });
  });

  test("are removed when left out", async () => {
    const given = macro({
      changes: {
        ...{ status: "pending", priority: "high", assignee: admin.actor.id },
        ...{ teamId: (await insertTeam(database.db)).id, addTags: ["a"], removeTags: ["b"] },
      },
    });
    const { id } = await saveMacro(maya, given, requestId());
    expect(Object.keys((await seen(id))?.changes ?? {})).toHaveLength(6);
    await saveMacro(maya, { ...given, id, changes: {} }, requestId());
    expect((await seen(id))?.changes).toEqual({});
  });

  test("refuse people who cannot be assigned and unknown teams", async () => {
    await insertTeam(database.db);
    const people = [
      { role: "Customer" as const },
      { role: "Agent" as const, state: "disabled" as const },
      { role: "Agent" as const, state: "invited" as const },
    ];
    const assignees = await Promise.all(people.map((person) => insertUser(database.db, person)));
    for (const { id: assignee } of assignees) {
      expect(await fieldOf(saveMacro(maya, macro({ changes: { assignee } }), requestId()))).toEqual(
        ["changes.assignee: This person can't be assigned."],
      );
    }
    const { id: going } = await insertTeam(database.db);
    const remove = database.db.deleteFrom("teams").where("id", "=", going).compile();
    const named = (teamId: string) =>
      fieldOf(saveMacro(maya, macro({ changes: { teamId } }), requestId()));
    for (const refused of [
      await named(Bun.randomUUIDv7()),
      await actDuring(
        database,
        (tx) => tx.executeQuery(remove),
        () => named(going),
      ),
    ]) {
      expect(refused).toEqual(["changes.teamId: This team doesn't exist."]);
    }
  });
});

describe("the audit log", () => {
  test("holds both names of a shared macro, and open pages are notified", async () => {
    const told = await countLiveEvents(database.db, "macros");
    const given = macro({ name: "Ours", shared: true });
    const by = maya.actor.id;
    const { id } = await saveMacro(maya, given, requestId());
    await saveMacro(admin, { ...given, id, name: "Everybody's" }, requestId());
    await saveMacro(maya, { ...given, id, name: "Mine", shared: false }, requestId());
    await saveMacro(maya, { ...given, id, name: "Mine again", shared: false }, requestId());
    await saveMacro(maya, { ...given, id, name: "Ours again" }, requestId());
    await deleteMacro(maya, id, requestId());
    expect(await linesOn(database.db, id)).toMatchObject([
      { act: "macro.created", by, before: null, after: { name: "Ours" } },
      {
        ...{ act: "macro.updated", by: admin.actor.id },
        ...{ before: { name: "Ours" }, after: { name: "Everybody's" } },
      },
      { act: "macro.updated", by, before: { name: "Everybody's" }, after: { name: "Mine" } },
      { act: "macro.updated", by, before: { name: "Mine again" }, after: { name: "Ours again" } },
      { act: "macro.deleted", by, before: { name: "Ours again" }, after: null },
    ]);
    expect(await countLiveEvents(database.db, "macros")).toBe(told + 5);
  });

  test("holds nothing about private macros", async () => {
    const told = await countLiveEvents(database.db, "macros");
    const { id } = await saveMacro(maya, macro(), requestId());
    await saveMacro(maya, macro({ id }), requestId());
    await deleteMacro(maya, id, requestId());
    expect(await linesOn(database.db, id)).toEqual([]);
    expect(await countLiveEvents(database.db, "macros")).toBe(told);
  });
});
