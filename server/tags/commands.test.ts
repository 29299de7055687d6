import { beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { queryLimits } from "../../shared/search/query.ts";
import { tagUndoTickets } from "../../shared/tags.ts";
import { undoMs } from "../../shared/undo-time.ts";
import { actDuring } from "../../tests/support/act-during.ts";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import { insertTicket, insertUser, type UserRow } from "../../tests/support/builders.ts";
import { copyTickets } from "../../tests/support/copy-tickets.ts";
import { countLiveEvents, linesOn } from "../../tests/support/stored.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { testOnce } from "../../tests/support/walk.ts";
import type { ActorDeps } from "../access/actor.ts";
import { createTag, deleteTag, mergeTags, renameTag } from "./commands.ts";
import { readTagUses } from "./queries.ts";
import { sweepTagChanges, undoTagChange } from "./undo-tag-change.ts";

const requestId = () => Bun.randomUUIDv7();

const database = setUpTestDatabase();
let admin: UserRow;
let customer: UserRow;
let deps: ActorDeps;
beforeAll(async () => {
  admin = await insertUser(database.db, { role: "Super Admin" });
  customer = await insertUser(database.db);
  deps = await actingAs(database.db, admin);
}, 60_000);
beforeEach(async () => {
  for (const table of ["saved_views", "macros", "tags", "tag_changes"] as const) {
    await database.db.deleteFrom(table).execute();
  }
});

async function tag(name: string): Promise<{ id: string; name: string }> {
  const id = Bun.randomUUIDv7();
  await database.db.insertInto("tags").values({ id, name }).execute();
  return { id, name };
}
const ticket = (...tags: string[]) =>
  insertTicket(database.db, { requester_id: customer.id, tags });
const tags = async () =>
  (await database.db.selectFrom("tags").select("name").orderBy("name").execute()).map(
    ({ name }) => name,
  );
const tagsOf = async ({ id }: { id: string }) => {
  const rows = database.db.selectFrom("ticket_tags").innerJoin("tags", "tags.id", "tag_id");
  const of = rows.select("name").where("ticket_id", "=", id).orderBy("name");
  return (await of.execute()).map(({ name }) => name);
};
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;
const missing = Bun.randomUUIDv7();

async function view(name: string, query: string): Promise<void> {
  const given = { id: Bun.randomUUIDv7(), owner_id: admin.id, shared: true };
  const row = { ...given, name, query, created_at: new Date() };
  await database.db.insertInto("saved_views").values(row).execute();
}
async function macro(name: string, add_tags: string[], remove_tags: string[]): Promise<void> {
  const given = { id: Bun.randomUUIDv7(), owner_id: admin.id, shared: true, body: "" };
  const row = { ...given, name, add_tags, remove_tags };
  const at = { created_at: new Date(), updated_at: new Date() };
  await database.db
    .insertInto("macros")
    .values({ ...row, ...at })
    .execute();
}
const queries = async () => {
  const rows = database.db.selectFrom("saved_views").select(["name", "query"]).orderBy("name");
  return Object.fromEntries((await rows.execute()).map(({ name, query }) => [name, query]));
};
const macros = async () => {
  const rows = database.db.selectFrom("macros").select(["name", "add_tags", "remove_tags"]);
  const all = await rows.orderBy("name").execute();
  return Object.fromEntries(all.map((one) => [one.name, [one.add_tags, one.remove_tags]]));
};

describe("creating a tag", () => {
  test("stores it in lower case, is audited, and is done once per key", async () => {
    const key = requestId();
    const made = await createTag(deps, { name: "  Late Parcel " }, key);
    expect(await createTag(deps, { name: "  Late Parcel " }, key)).toEqual(made);
    expect(await tags()).toEqual(["late parcel"]);
    expect(await linesOn(database.db, made.id)).toMatchObject([
      { act: "tag.created", by: admin.id, after: { name: "late parcel" } },
    ]);
  });

  test("is refused if the name is taken", async () => {
    await tag("late");
    const refused = await refusalOf(createTag(deps, { name: "LATE" }, requestId()));
    expect(refused.code).toBe("name_taken");
  });
});

describe("a change of a tag", () => {
  test("of an unknown tag is refused", async () => {
    const { id } = await tag("there");
    const rename = { id: missing, name: "new", base: "there" };
    expect(await codeOf(renameTag(deps, rename, requestId()))).toBe("not_found");
    expect(await codeOf(mergeTags(deps, { id: missing, into: id }, requestId()))).toBe("not_found");
    expect(await codeOf(deleteTag(deps, { id: missing }, requestId()))).toBe("not_found");
    expect(await codeOf(readTagUses(database, { id: missing }))).toBe("not_found");
    const into = await refusalOf(mergeTags(deps, { id, into: missing }, requestId()));
    expect(into.details.fields).toEqual([{ field: "into", message: "This tag doesn't exist." }]);
    expect(await tags()).toEqual(["there"]);
  });

  test("to its current name changes nothing", async () => {
    const { id } = await tag("same");
    const told = await countLiveEvents(database.db, "settings");
    const answer = await renameTag(deps, { id, name: "SAME", base: "before" }, requestId());
    expect(answer).toEqual({ undoId: null, viewsLeft: [] });
    expect(await countLiveEvents(database.db, "settings")).toBe(told);
    expect(await linesOn(database.db, id)).toEqual([]);
  });

  test("is audited with both names and notifies each time", async () => {
    const [one, two, three] = [await tag("one"), await tag("two"), await tag("three")];
    await ticket("three");
    const told = await countLiveEvents(database.db, "settings");
    await renameTag(deps, { id: one.id, name: "uno", base: "one" }, requestId());
    await mergeTags(deps, { id: two.id, into: one.id }, requestId());
    const { undoId } = await deleteTag(deps, { id: three.id }, requestId());
    await undoTagChange(deps, { id: undoId ?? "" }, requestId());
    expect(await countLiveEvents(database.db, "settings")).toBe(told + 4);
    const line = { fields: ["name"], by: admin.id, of: null };
    expect(await linesOn(database.db, one.id)).toEqual([
      { ...line, act: "tag.renamed", before: { name: "one" }, after: { name: "uno" } },
      { ...line, act: "tag.merged", before: { name: "two" }, after: { name: "uno" } },
    ]);
    expect(await linesOn(database.db, three.id)).toEqual([
      { ...line, act: "tag.deleted", before: { name: "three", tickets: 1 }, after: null },
      { ...line, act: "tag.restored", before: null, after: { name: "three" } },
    ]);
  });

  test("that committed a moment ago is not overwritten", async () => {
    const { id } = await tag("first");
    const rename = database.db.updateTable("tags").set({ name: "second" }).where("id", "=", id);
    const late = await actDuring(
      database,
      (tx) => tx.executeQuery(rename.compile()),
      () => codeOf(renameTag(deps, { id, name: "third", base: "first" }, requestId())),
    );
    expect(late).toBe("changed_meanwhile");
  });

  test("by two merges in opposite directions at once does one of them", async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await tag(`a${round}`), await tag(`b${round}`)];
      const outcomes = await Promise.allSettled([
        mergeTags(deps, { id: one.id, into: two.id }, requestId()),
        mergeTags(deps, { id: two.id, into: one.id }, requestId()),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    }
    expect(await tags()).toHaveLength(5);
  });

  test("moves only tickets of that tag", async () => {
    const [one, into] = [await tag("one"), await tag("into")];
    const [own, others] = [await ticket("one"), await ticket("other")];
    await mergeTags(deps, { id: one.id, into: into.id }, requestId());
    expect([await tagsOf(own), await tagsOf(others)]).toEqual([["into"], ["other"]]);
  });
});

describe("views and macros that name a tag", () => {
  const said = async () => {
    await view("b names", "is:open tag:old printer");
    await view("A names", "tag:OLD,other");
    await view("and another", "tag:none,old assignee:old");
    await view("asks for none", "tag:none");
    await view("asks for words", "old tags");
    await view("asks for a person", "assignee:old");
    await view("names another", "tag:older");
    await view("is not understood", "tag:old asignee:me");
    await view("is nearly too long", `tag:old ${"x".repeat(queryLimits.text - 8)}`);
    await view("may be as long", `tag:old ${"x".repeat(queryLimits.text - 8 - 6)}`);
    await macro("adds", ["old", "kept"], []);
    await macro("removes", ["kept"], ["old"]);
    await macro("neither", ["older"], ["other"]);
  };

  test("are found and sorted by name", async () => {
    const { id } = await tag("old");
    await said();
    expect(await readTagUses(database, { id })).toEqual({
      tickets: 0,
      views: [
        "A names",
        "and another",
        "b names",
        "is nearly too long",
        "is not understood",
        "may be as long",
      ],
      macros: ["adds", "removes"],
    });
  });

  test("are updated where possible, and everything else stays unchanged", async () => {
    const { id } = await tag("old");
    await said();
    const [views, acts] = [await queries(), await macros()];
    const { viewsLeft } = await renameTag(
      deps,
      { id, name: "a-new-one", base: "old" },
      requestId(),
    );
    expect(viewsLeft).toEqual(["is nearly too long", "is not understood"]);
    expect(await queries()).toEqual({
      ...views,
      "A names": "tag:a-new-one,other",
      "and another": "tag:none,a-new-one assignee:old",
      "b names": "is:open tag:a-new-one printer",
      "may be as long": `tag:a-new-one ${"x".repeat(queryLimits.text - 14)}`,
    });
    expect(await macros()).toEqual({
      ...acts,
      adds: [["a-new-one", "kept"], []],
      removes: [["kept"], ["a-new-one"]],
    });
  });

  test("are updated if a letter is lowercased by its position", async () => {
    const { id, name } = await tag("ΟΔΟΣ".toLowerCase());
    await view("in capitals", "tag:ΟΔΟΣ");
    await renameTag(deps, { id, name: "road", base: name }, requestId());
    expect(await queries()).toEqual({ "in capitals": "tag:road" });
  });

  test("are updated whatever characters the name has", async () => {
    const { id } = await tag('19" rack');
    await view("says it", 'TAG:other,"19""  Rack"');
    await renameTag(deps, { id, name: "rack", base: '19" rack' }, requestId());
    expect(await queries()).toEqual({ "says it": "tag:other,rack" });
  });

  test("are updated in their current form, without reverting concurrent changes", async () => {
    const { id } = await tag("old");
    await view("is changed", "tag:old");
    await macro("is changed", ["old"], []);
    await actDuring(
      database,
      async (tx) => {
        await tx.updateTable("saved_views").set({ query: "tag:old is:unread" }).execute();
        await tx
          .updateTable("macros")
          .set({ add_tags: ["old", "more"] })
          .execute();
      },
      () => renameTag(deps, { id, name: "new", base: "old" }, requestId()),
    );
    expect(await queries()).toEqual({ "is changed": "tag:new is:unread" });
    expect(await macros()).toEqual({ "is changed": [["new", "more"], []] });
  });

  test("keep adding the target in a macro that replaced one by the other", async () => {
    const [old, kept] = [await tag("old"), await tag("kept")];
    await macro("swaps them", ["kept"], ["old", "more"]);
    await macro("swaps them back", ["old"], ["more", "kept"]);
    await macro("does both", ["old", "more"], ["more", "old"]);
    const before = await macros();
    const { undoId } = await mergeTags(deps, { id: old.id, into: kept.id }, requestId());
    expect(await macros()).toEqual({
      "swaps them": [["kept"], ["more"]],
      "swaps them back": [["kept"], ["more"]],
      "does both": [
        ["kept", "more"],
        ["more", "kept"],
      ],
    });
    await undoTagChange(deps, { id: undoId ?? "" }, requestId());
    expect(await macros()).toEqual(before);
  });

  test("keep a deleted tag in views and lose it in macros", async () => {
    const { id } = await tag("old");
    await said();
    const [views, acts] = [await queries(), await macros()];
    const { viewsLeft } = await deleteTag(deps, { id }, requestId());
    expect(viewsLeft).toEqual([
      ...[
        "A names",
        "and another",
        "b names",
        "is nearly too long",
        "is not understood",
        "may be as long",
      ],
    ]);
    expect(await queries()).toEqual(views);
    expect(await macros()).toEqual({ ...acts, adds: [["kept"], []], removes: [["kept"], []] });
  });

  test("are restored by undo, and later ones use the current name", async () => {
    const { id } = await tag("old");
    await said();
    const [views, acts] = [await queries(), await macros()];
    const { undoId } = await renameTag(deps, { id, name: "new", base: "old" }, requestId());
    await view("came later", "is:open tag:new printer");
    await view("came later, and is not understood", "tag:new asignee:me");
    await macro("came later", ["new"], []);
    await macro("came later, and says the same", ["new", "kept"], []);
    const set = database.db.updateTable("saved_views").set({ query: "is:unread" });
    await set.where("name", "=", "A names").execute();
    const still = database.db.updateTable("saved_views").set({ query: "tag:new is:unread" });
    await still.where("name", "=", "b names").execute();
    const change = database.db.updateTable("macros");
    await change
      .set({ add_tags: ["another"] })
      .where("name", "=", "adds")
      .execute();
    await change
      .set({ remove_tags: ["another"] })
      .where("name", "=", "removes")
      .execute();
    const { left } = await undoTagChange(deps, { id: undoId ?? "" }, requestId());
    expect(left).toEqual(["A names", "adds", "came later, and is not understood", "removes"]);
    expect(await queries()).toEqual({
      ...views,
      "A names": "is:unread",
      "b names": "tag:old is:unread",
      "came later": "is:open tag:old printer",
      "came later, and is not understood": "tag:new asignee:me",
    });
    expect(await macros()).toEqual({
      ...acts,
      ...{ adds: [["another"], []], removes: [["kept"], ["another"]] },
      "came later": [["old"], []],
      "came later, and says the same": [["old", "kept"], []],
    });
  });
});

describe("undoing a change of tags", () => {
  test("of a merge leaves later changes and names them", async () => {
    const [one, into] = [await tag("one"), await tag("into")];
    for (const name of ["stays", "Changed", "gone"]) await view(name, "tag:one");
    await macro("changed too", ["one"], []);
    const { undoId } = await mergeTags(deps, { id: one.id, into: into.id }, requestId());
    const set = database.db.updateTable("saved_views").set({ query: "tag:into is:unread" });
    await set.where("name", "=", "Changed").execute();
    await database.db.deleteFrom("saved_views").where("name", "=", "gone").execute();
    await database.db
      .updateTable("macros")
      .set({ add_tags: ["into", "more"] })
      .execute();
    const key = Bun.randomUUIDv7();
    const answer = await undoTagChange(deps, { id: undoId ?? "" }, key);
    expect(answer).toEqual({ id: one.id, left: ["Changed", "changed too"] });
    expect(await undoTagChange(deps, { id: undoId ?? "" }, key)).toEqual(answer);
    expect(await queries()).toEqual({ stays: "tag:one", Changed: "tag:into is:unread" });
    expect(await macros()).toEqual({ "changed too": [["into", "more"], []] });
  });

  test("is possible once for each change", async () => {
    const [one, two] = [await tag("one"), await tag("two")];
    const first = await renameTag(deps, { id: one.id, name: "uno", base: "one" }, requestId());
    const second = await renameTag(deps, { id: two.id, name: "due", base: "two" }, requestId());
    await undoTagChange(deps, { id: first.undoId ?? "" }, requestId());
    expect(await tags()).toEqual(["due", "one"]);
    await undoTagChange(deps, { id: second.undoId ?? "" }, requestId());
    expect(await tags()).toEqual(["one", "two"]);
  });

  test("invalidates the request id of the undone change only", async () => {
    const [one, two] = [await tag("one"), await tag("two")];
    const [key, other] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
    const first = { id: one.id, name: "uno", base: "one" };
    const { undoId } = await renameTag(deps, first, key);
    const second = { id: two.id, name: "due", base: "two" };
    const answer = await renameTag(deps, second, other);
    await undoTagChange(deps, { id: undoId ?? "" }, requestId());
    expect(await codeOf(renameTag(deps, first, key))).toBe("request_reused");
    expect(await renameTag(deps, second, other)).toEqual(answer);
  });

  test("is refused if it was renamed since or its name is taken", async () => {
    const { id } = await tag("one");
    const { undoId } = await renameTag(deps, { id, name: "uno", base: "one" }, requestId());
    await renameTag(deps, { id, name: "eins", base: "uno" }, requestId());
    expect(await codeOf(undoTagChange(deps, { id: undoId ?? "" }, requestId()))).toBe(
      "undo_too_late",
    );
    await tag("uno");
    expect(await codeOf(undoTagChange(deps, { id: undoId ?? "" }, requestId()))).toBe(
      "undo_too_late",
    );
    expect(await tags()).toEqual(["eins", "uno"]);
    await tag("one");
    expect(await codeOf(undoTagChange(deps, { id: undoId ?? "" }, requestId()))).toBe("name_taken");
    const gone = await deleteTag(deps, { id }, requestId());
    await tag("eins");
    expect(await codeOf(undoTagChange(deps, { id: gone.undoId ?? "" }, requestId()))).toBe(
      "name_taken",
    );
  });

  test("is refused if the name is taken at the same time", async () => {
    const { id } = await tag("one");
    const { undoId } = await renameTag(deps, { id, name: "uno", base: "one" }, requestId());
    for (const [name, act] of [
      ["one", () => undoTagChange(deps, { id: undoId ?? "" }, requestId())],
      ["eins", () => renameTag(deps, { id, name: "eins", base: "uno" }, requestId())],
    ] as const) {
      const taken = { id: Bun.randomUUIDv7(), name };
      const take = database.db.insertInto("tags").values(taken).compile();
      expect(
        await actDuring(
          database,
          (tx) => tx.executeQuery(take),
          () => codeOf(act()),
        ),
      ).toBe("name_taken");
    }
  });

  test("of a merge works if the target still exists or was deleted", async () => {
    const [one, into] = [await tag("one"), await tag("into")];
    const [has, had] = [await ticket("one", "also"), await ticket("one", "also")];
    const { undoId } = await mergeTags(deps, { id: one.id, into: into.id }, requestId());
    const off = database.db.deleteFrom("ticket_tags").where("ticket_id", "=", had.id);
    await off.where("tag_id", "=", into.id).execute();
    await undoTagChange(deps, { id: undoId ?? "" }, requestId());
    expect([await tagsOf(has), await tagsOf(had)]).toEqual([["also", "one"], ["also"]]);
    const again = await mergeTags(deps, { id: one.id, into: into.id }, requestId());
    await deleteTag(deps, { id: into.id }, requestId());
    await undoTagChange(deps, { id: again.undoId ?? "" }, requestId());
    expect([await tagsOf(has), await tagsOf(had)]).toEqual([["also", "one"], ["also"]]);
  });

  test("expires after ten minutes", async () => {
    const at = Date.now();
    const { id } = await tag("one");
    await renameTag(deps, { id, name: "uno", base: "one" }, requestId());
    const late = await actingAs(database.db, admin, new Date(at + undoMs));
    await renameTag(late, { id, name: "eins", base: "uno" }, requestId());
    await sweepTagChanges(database.db, new Date(at + undoMs + 60_000));
    const left = await database.db.selectFrom("tag_changes").select("created_at").execute();
    expect(left).toEqual([{ created_at: late.now }]);
  });

  testOnce("is not possible where it was on too many tickets", async () => {
    const one = await tag("one");
    const { id } = await ticket("one");
    const copies = await copyTickets(database.db, id, tagUndoTickets);
    const other = await tag("other");
    const rows = copies.flatMap((ticket_id) =>
      [one, other].map(({ id: tag_id }) => ({ ticket_id, tag_id })),
    );
    await database.db.insertInto("ticket_tags").values(rows).execute();
    expect(await deleteTag(deps, { id: one.id }, requestId())).toEqual({
      undoId: null,
      viewsLeft: [],
    });
    expect((await deleteTag(deps, { id: other.id }, requestId())).undoId).not.toBeNull();
  });
});
