import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { savedViewLimits } from "../../shared/saved-views.ts";
import { actDuring } from "../../tests/support/act-during.ts";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import { insertUser } from "../../tests/support/builders.ts";
import { countLiveEvents, linesOn } from "../../tests/support/stored.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import type { ActorDeps } from "../access/actor.ts";
import { changeViewQuery, deleteView, renameView, saveView, shareView } from "./commands.ts";
import { countSavedViews, listViews } from "./queries.ts";

const requestId = () => Bun.randomUUIDv7();

const database = setUpTestDatabase();
let admin: ActorDeps;
beforeAll(async () => {
  admin = await actingAs(database.db, await insertUser(database.db, { role: "Super Admin" }));
}, 60_000);

const usual = { q: "is:open", timeZone: null, sort: null, descending: null, shared: false };
const agent = async () =>
  await actingAs(database.db, await insertUser(database.db, { role: "Agent" }));
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;
const stored = async () =>
  await database.db.selectFrom("saved_views").selectAll().orderBy("id").execute();
const storedOf = async ({ actor }: ActorDeps) =>
  (await stored()).filter(({ owner_id }) => owner_id === actor.id);

describe("saving a view", () => {
  test("under a name of their own that is taken returns the same view, or is refused", async () => {
    const [maya, sam] = [await agent(), await agent()];
    const view = await saveView(maya, { ...usual, name: "Old ones" }, requestId());
    expect(await saveView(maya, { ...usual, name: "OLD ones" }, requestId())).toEqual(view);
    const others = [
      ...[{ q: "is:unread" }, { shared: true }, { timeZone: "Europe/Berlin" }],
      ...[{ sort: "created" as const }, { descending: true }],
    ];
    for (const other of others) {
      const call = saveView(maya, { ...usual, name: "old Ones", ...other }, requestId());
      expect(await codeOf(call)).toBe("view_name_taken");
    }
    expect(await storedOf(maya)).toHaveLength(1);
    expect((await saveView(sam, { ...usual, name: "Old ones" }, requestId())).id).not.toBe(view.id);
  });

  test("again after its deletion is not found", async () => {
    const maya = await agent();
    const [given, key] = [{ ...usual, name: "Gone since" }, Bun.randomUUIDv7()];
    const { id } = await saveView(maya, given, key);
    await deleteView(maya, { id }, requestId());
    expect(await codeOf(saveView(maya, given, key))).toBe("not_found");
    expect(await storedOf(maya)).toEqual([]);
  });

  test("with an unreadable query is refused", async () => {
    const maya = await agent();
    const call = saveView(maya, { ...usual, name: "Broken", q: "asignee:me" }, requestId());
    expect(await codeOf(call)).toBe("invalid_input");
    expect(await storedOf(maya)).toEqual([]);
  });

  test("is limited per person, whatever colleagues have", async () => {
    const [maya, sam] = [await agent(), await agent()];
    for (let made = 0; made < savedViewLimits.views; made += 1) {
      await saveView(maya, { ...usual, name: `View ${made}` }, requestId());
    }
    const call = saveView(maya, { ...usual, name: "One more" }, requestId());
    expect(await codeOf(call)).toBe("too_many_views");
    await saveView(sam, { ...usual, name: "The first" }, requestId());
    expect(await storedOf(sam)).toHaveLength(1);
  });

  test("twice at the same time creates it once", async () => {
    const maya = await agent();
    const saved = await Promise.all(
      Array.from({ length: 4 }, () => saveView(maya, { ...usual, name: "At once" }, requestId())),
    );
    expect(new Set(saved.map(({ id }) => id)).size).toBe(1);
    expect(await storedOf(maya)).toHaveLength(1);
  });

  test("under a name being saved in another tab returns the same view", async () => {
    const maya = await agent();
    const [id, name] = [Bun.randomUUIDv7(), "In another tab"];
    const given = { id, name, owner_id: maya.actor.id, query: usual.q, shared: false };
    const view = await actDuring(
      database,
      async (tx) => {
        const owner = tx.selectFrom("users").select("id").where("id", "=", maya.actor.id);
        await owner.forNoKeyUpdate().execute();
        await tx
          .insertInto("saved_views")
          .values({ ...given, created_at: new Date() })
          .execute();
      },
      () => saveView(maya, { ...usual, name }, requestId()),
    );
    expect(view.id).toBe(id);
  });

  test("waits for no one else", async () => {
    const [maya, sam] = [await agent(), await agent()];
    await database.db.transaction().execute(async (tx) => {
      const row = tx.selectFrom("users").select("id").where("id", "=", sam.actor.id);
      await row.forUpdate().execute();
      await saveView(maya, { ...usual, name: "Meanwhile" }, requestId());
    });
    expect(await storedOf(maya)).toHaveLength(1);
  });
});

describe("shared views", () => {
  const noViews = async () => void (await database.db.deleteFrom("saved_views").execute());
  beforeEach(noViews);
  afterAll(noViews);
  const someShared = async (count: number) => {
    const { actor } = await agent();
    const rows = Array.from({ length: count }, (_, at) => ({
      ...{ id: Bun.randomUUIDv7(), name: `Shared ${at}`, query: usual.q },
      ...{ owner_id: actor.id, shared: true, created_at: new Date() },
    }));
    await database.db.insertInto("saved_views").values(rows).execute();
  };

  test("are limited, but own views can still be saved", async () => {
    await someShared(savedViewLimits.shared - 1);
    const maya = await agent();
    const last = await saveView(maya, { ...usual, name: "The last", shared: true }, requestId());
    const call = saveView(maya, { ...usual, name: "One more", shared: true }, requestId());
    expect(await codeOf(call)).toBe("too_many_shared_views");
    const { id } = await saveView(maya, { ...usual, name: "One more" }, requestId());
    expect(await codeOf(shareView(maya, { id, shared: true }, requestId()))).toBe(
      "too_many_shared_views",
    );
    expect((await shareView(maya, { id: last.id, shared: true }, requestId())).shared).toBe(true);
    await shareView(maya, { id: last.id, shared: false }, requestId());
    expect((await shareView(maya, { id, shared: true }, requestId())).shared).toBe(true);
  });

  test("have one last place, however many want it at the same time", async () => {
    await someShared(savedViewLimits.shared - 1);
    const want = async (name: string) => {
      const maya = await agent();
      return await saveView(maya, { ...usual, name, shared: true }, requestId());
    };
    const outcomes = await Promise.allSettled(["A", "B", "C"].map(want));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("a change of a view", () => {
  test("leaves all others unchanged", async () => {
    const maya = await agent();
    const view = await saveView(maya, { ...usual, name: "One" }, requestId());
    const others = (await stored()).filter(({ id }) => id !== view.id);
    await renameView(maya, { id: view.id, name: "Two" }, requestId());
    await changeViewQuery(maya, { ...query, id: view.id }, requestId());
    await shareView(maya, { id: view.id, shared: true }, requestId());
    expect(await storedOf(maya)).toMatchObject([{ name: "Two", query: query.q, shared: true }]);
    await deleteView(maya, { id: view.id }, requestId());
    expect(await stored()).toEqual(others);
  });

  test("of its name conflicts with own views, but not with itself", async () => {
    const [maya, sam] = [await agent(), await agent()];
    await saveView(sam, { ...usual, name: "Of Sam" }, requestId());
    await saveView(maya, { ...usual, name: "Taken" }, requestId());
    const { id } = await saveView(maya, { ...usual, name: "Mine" }, requestId());
    expect(await codeOf(renameView(maya, { id, name: "TAKEN" }, requestId()))).toBe(
      "view_name_taken",
    );
    expect((await renameView(maya, { id, name: "MINE" }, requestId())).name).toBe("MINE");
    expect((await renameView(maya, { id, name: "Of Sam" }, requestId())).name).toBe("Of Sam");
  });

  test("to unshared belongs to the actor if its owner was deleted", async () => {
    const [maya, demoted] = [await agent(), await agent()];
    const share = async (by: ActorDeps, name: string) =>
      (await saveView(by, { ...usual, name, shared: true }, requestId())).id;
    const [id, other] = [await share(maya, "Of who left"), await share(demoted, "Of a customer")];
    const staying = await share(await agent(), "Of who is here");
    const gone = { deleted_at: new Date(), state: "disabled" as const, email: null };
    const users = database.db.updateTable("users");
    await users.set(gone).where("id", "=", maya.actor.id).execute();
    const customer = { role: "Customer" as const, company_scope: null };
    await users.set(customer).where("id", "=", demoted.actor.id).execute();
    for (const each of [id, other]) {
      const view = await shareView(admin, { id: each, shared: false }, requestId());
      expect(view).toMatchObject({ shared: false, mine: true, canChange: true });
    }
    expect((await shareView(admin, { id: staying, shared: false }, requestId())).mine).toBe(false);
    expect((await listViews(admin)).views.map(({ id }) => id)).toEqual([other, id]);
    const again = await share(demoted, "Of WHO left");
    const call = shareView(admin, { id: again, shared: false }, requestId());
    expect(await codeOf(call)).toBe("view_name_taken");
    for (const each of [id, other, again]) await deleteView(admin, { id: each }, requestId());
  });

  test("that does not exist is refused", async () => {
    const call = renameView(admin, { id: Bun.randomUUIDv7(), name: "Gone" }, requestId());
    expect(await codeOf(call)).toBe("not_found");
  });

  test("by a Super Admin is refused once it is no longer shared", async () => {
    const maya = await agent();
    const { id } = await saveView(maya, { ...usual, name: "Ours", shared: true }, requestId());
    const unshare = database.db.updateTable("saved_views").set({ shared: false });
    const late = await actDuring(
      database,
      (tx) => tx.executeQuery(unshare.where("id", "=", id).compile()),
      () => codeOf(renameView(admin, { id, name: "Theirs" }, requestId())),
    );
    expect(late).toBe("not_found");
    expect((await storedOf(maya)).map(({ name }) => name)).toEqual(["Ours"]);
  });
});

describe("a change by someone else", () => {
  const ours = async () => {
    const maya = await agent();
    const view = await saveView(maya, { ...usual, name: "Ours", shared: true }, requestId());
    return { maya, view, base: { ...query, q: usual.q } };
  };
  const wordsOf = async (call: Promise<unknown>): Promise<unknown> => {
    const { code, details } = await refusalOf(call);
    return [code, details.fields];
  };

  test("is not overwritten by another query or order", async () => {
    const { maya, view, base } = await ours();
    const { id } = view;
    await changeViewQuery(admin, { ...query, id, base }, requestId());
    const late = { ...query, q: "is:snoozed", id, base };
    const message = "Someone else changed this view. It is now: is:unread";
    const told = ["changed_meanwhile", [{ field: "q", message }]];
    expect(await wordsOf(changeViewQuery(maya, late, requestId()))).toEqual(told);
    const sorted = { ...base, sort: "created" as const, descending: true, id, base };
    expect(await wordsOf(changeViewQuery(maya, sorted, requestId()))).toEqual(told);
    expect(await storedOf(maya)).toMatchObject([{ query: "is:unread", sort: null }]);
    // The same value is no conflict, and a change based on it is allowed.
    await changeViewQuery(maya, { ...query, id, base }, requestId());
    const seen = { ...late, base: query };
    expect((await changeViewQuery(maya, seen, requestId())).q).toBe("is:snoozed");
  });

  test("is not overwritten by another name", async () => {
    const { maya, view } = await ours();
    const { id, name: base } = view;
    await renameView(admin, { id, name: "Everybody's", base }, requestId());
    const message = "Someone else renamed this. It is now: Everybody's";
    const late = renameView(maya, { id, name: "Mine", base }, requestId());
    expect(await wordsOf(late)).toEqual(["changed_meanwhile", [{ field: "name", message }]]);
    const same = { id, name: "Everybody's", base };
    expect((await renameView(maya, same, requestId())).name).toBe("Everybody's");
  });

  test("made at the same moment is not overwritten either", async () => {
    const { maya, view, base } = await ours();
    const set = database.db.updateTable("saved_views").set({ query: "is:unread" });
    const late = await actDuring(
      database,
      (tx) => tx.executeQuery(set.where("id", "=", view.id).compile()),
      () =>
        codeOf(changeViewQuery(maya, { ...base, q: "is:snoozed", id: view.id, base }, requestId())),
    );
    expect(late).toBe("changed_meanwhile");
  });
});

describe("the audit log", () => {
  test("has every action on a shared view, and open pages are notified each time", async () => {
    const told = await countLiveEvents(database.db, "views");
    const maya = await agent();
    const by = maya.actor.id;
    const { id } = await saveView(maya, { ...usual, name: "Ours", shared: true }, requestId());
    await renameView(admin, { id, name: "Everybody's" }, requestId());
    await changeViewQuery(maya, { ...query, id }, requestId());
    await shareView(maya, { id, shared: true }, requestId());
    await shareView(maya, { id, shared: false }, requestId());
    await shareView(maya, { id, shared: true }, requestId());
    await deleteView(maya, { id }, requestId());
    const name = "Everybody's";
    expect(await linesOn(database.db, id)).toMatchObject([
      { act: "view.shared", by, before: null, after: { name: "Ours" } },
      { act: "view.renamed", by: admin.actor.id, before: { name: "Ours" }, after: { name } },
      { act: "view.changed", by, before: null, after: { name } },
      { act: "view.unshared", by, before: null, after: { name } },
      { act: "view.shared", by, before: null, after: { name } },
      { act: "view.deleted", by, before: { name }, after: null },
    ]);
    expect(await countLiveEvents(database.db, "views")).toBe(told + 6);
  });

  test("has nothing about private views", async () => {
    const told = await countLiveEvents(database.db, "views");
    const maya = await agent();
    const { id } = await saveView(maya, { ...usual, name: "Mine" }, requestId());
    await renameView(maya, { id, name: "Still mine" }, requestId());
    await changeViewQuery(maya, { ...query, id }, requestId());
    await shareView(maya, { id, shared: false }, requestId());
    await deleteView(maya, { id }, requestId());
    expect(await linesOn(database.db, id)).toEqual([]);
    expect(await countLiveEvents(database.db, "views")).toBe(told);
  });
});

describe("the list", () => {
  test("is sorted by name, equal names by creation", async () => {
    const [maya, sam] = [await agent(), await agent()];
    await database.db.deleteFrom("saved_views").execute();
    const made: string[] = [];
    for (const [who, name] of [
      [maya, "beta"],
      [sam, "Alpha"],
      [maya, "alpha"],
      [sam, "ALPHA two"],
    ] as const) {
      made.push((await saveView(who, { ...usual, name, shared: true }, requestId())).id);
    }
    // The last one written comes last without an order.
    const written = database.db.updateTable("saved_views").set({ query: "is:unread" });
    await written.where("id", "=", made[1] ?? "").execute();
    const { views } = await listViews(maya);
    expect(views.map(({ id }) => made.indexOf(id))).toEqual([1, 2, 3, 0]);
  });

  test("counts nothing for a view whose query is no longer valid", async () => {
    const maya = await agent();
    const { id } = await saveView(maya, { ...usual, name: "Of old" }, requestId());
    const old = database.db.updateTable("saved_views").set({ query: "asignee:me" });
    await old.where("id", "=", id).execute();
    expect((await countSavedViews(maya)).counts[id]).toBeNull();
  });
});

const query = { q: "is:unread", timeZone: null, sort: null, descending: null };
