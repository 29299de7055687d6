import { beforeAll, describe, expect, test } from "bun:test";
import { saveMacroInput } from "../../shared/schemas/macros.ts";
import { renameTagInput } from "../../shared/schemas/tags.ts";
import { ticketLimits } from "../../shared/tickets/vocabulary.ts";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import {
  insertTicket,
  insertUser,
  type TicketRow,
  type UserRow,
} from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { saveMacro } from "../macros/commands.ts";
import { saveView } from "../views/commands.ts";
import { deleteTag, mergeTags, renameTag } from "./commands.ts";
import { listTags, readTagUses } from "./queries.ts";
import { undoTagChange } from "./undo-tag-change.ts";

const requestId = () => Bun.randomUUIDv7();

const database = setUpTestDatabase();
let admin: UserRow;
let customer: UserRow;
beforeAll(async () => {
  admin = await insertUser(database.db, { role: "Super Admin" });
  customer = await insertUser(database.db);
}, 60_000);

const deps = () => actingAs(database.db, admin);
let made = 0;

/** A new tag on a new ticket. */
async function tagged(...more: string[]): Promise<{ name: string; id: string; ticket: TicketRow }> {
  made += 1;
  const name = `tag-${made}`;
  const ticket = await insertTicket(database.db, {
    ...{ requester_id: customer.id, tags: [name, ...more] },
  });
  return { name, id: await idOf(name), ticket };
}

const idOf = async (name: string) =>
  (
    await database.db
      .selectFrom("tags")
      .select("id")
      .where("name", "=", name)
      .executeTakeFirstOrThrow()
  ).id;
const tagsOf = async ({ id }: TicketRow) =>
  (
    await database.db
      .selectFrom("ticket_tags")
      .innerJoin("tags", "tags.id", "tag_id")
      .select("name")
      .where("ticket_id", "=", id)
      .orderBy("name")
      .execute()
  ).map(({ name }) => name);

/** A view that filters by it, and a macro that adds it. */
async function mention(name: string): Promise<() => Promise<[string, string[]]>> {
  const view = await saveView(
    await deps(),
    {
      ...{ name: `View of ${name}`, q: `status:open -tag:other,${name} printer`, shared: true },
      ...{ timeZone: null, sort: null, descending: null },
    },
    requestId(),
  );
  const macro = await saveMacro(
    await deps(),
    {
      ...{ name: `Macro of ${name}`, body: "", shared: true },
      changes: { addTags: [name, "kept"] },
    },
    requestId(),
  );
  return async () => {
    const { query } = await database.db
      .selectFrom("saved_views")
      .select("query")
      .where("id", "=", view.id)
      .executeTakeFirstOrThrow();
    const { add_tags } = await database.db
      .selectFrom("macros")
      .select("add_tags")
      .where("id", "=", macro.id)
      .executeTakeFirstOrThrow();
    return [query, add_tags];
  };
}

describe("a tag", () => {
  test("is found by search with its number of tickets", async () => {
    await tagged();
    const { name, id } = await tagged();
    const { tags } = await listTags(database, { search: name, limit: 50 });
    expect(tags).toEqual([{ id, name, tickets: 1 }]);
    const first = await listTags(database, { limit: 1 });
    expect(first.nextCursor).not.toBeNull();
  });

  test("is renamed on tickets, in views and macros, and restored by undo", async () => {
    const { name, id, ticket } = await tagged();
    const said = await mention(name);
    const { undoId, viewsLeft } = await renameTag(
      await deps(),
      {
        ...{ id, name: `Big ${name}`, base: name },
      },
      requestId(),
    );
    expect(viewsLeft).toEqual([]);
    expect(await tagsOf(ticket)).toEqual([`big ${name}`]);
    expect(await said()).toEqual([
      `status:open -tag:other,"big ${name}" printer`,
      [`big ${name}`, "kept"],
    ]);
    await undoTagChange(await deps(), { id: undoId ?? "" }, requestId());
    expect(await tagsOf(ticket)).toEqual([name]);
    expect(await said()).toEqual([`status:open -tag:other,${name} printer`, [name, "kept"]]);
    expect(
      (await refusalOf(undoTagChange(await deps(), { id: undoId ?? "" }, requestId()))).code,
    ).toBe("undo_too_late");
  });

  test("has a limited length, also after lowercasing", () => {
    const named = (name: string) =>
      renameTagInput.safeParse({ id: Bun.randomUUIDv7(), name, base: "" }).success;
    const half = ticketLimits.tag / 2;
    expect(["İ".repeat(half), "İ".repeat(half + 1)].map(named)).toEqual([true, false]);
    const adds = (tag: string) =>
      saveMacroInput.safeParse({
        ...{ name: "Adds", body: "", shared: false, changes: { addTags: [tag] } },
      }).success;
    expect(["İ".repeat(half), "İ".repeat(half + 1)].map(adds)).toEqual([true, false]);
  });

  test("keeps its name if the new one is taken or someone renamed it first", async () => {
    const [one, other] = [await tagged(), await tagged()];
    const taken = renameTag(
      await deps(),
      { id: one.id, name: other.name, base: one.name },
      requestId(),
    );
    expect((await refusalOf(taken)).code).toBe("name_taken");
    const late = renameTag(await deps(), { id: one.id, name: "late", base: "before" }, requestId());
    expect((await refusalOf(late)).details.fields?.[0]?.message).toContain(one.name);
  });

  test("is merged, and undo restores it on its own tickets only", async () => {
    const other = await tagged();
    const one = await tagged();
    const both = await insertTicket(database.db, {
      ...{ requester_id: customer.id, tags: [one.name, other.name] },
    });
    const said = await mention(one.name);
    const { undoId } = await mergeTags(await deps(), { id: one.id, into: other.id }, requestId());
    expect([await tagsOf(one.ticket), await tagsOf(both)]).toEqual([[other.name], [other.name]]);
    expect((await said())[1]).toEqual([other.name, "kept"]);
    await undoTagChange(await deps(), { id: undoId ?? "" }, requestId());
    expect(await tagsOf(one.ticket)).toEqual([one.name]);
    expect(await tagsOf(both)).toEqual([one.name, other.name].sort());
    expect(await tagsOf(other.ticket)).toEqual([other.name]);
    const again = await mergeTags(await deps(), { id: one.id, into: other.id }, requestId());
    const takenOff = database.db.deleteFrom("ticket_tags").where("tag_id", "=", other.id);
    await takenOff.where("ticket_id", "in", [one.ticket.id, both.id]).execute();
    await undoTagChange(await deps(), { id: again.undoId ?? "" }, requestId());
    // Removed from the target since; other tags stay.
    expect(await tagsOf(one.ticket)).toEqual([]);
    expect(await tagsOf(both)).toEqual([one.name]);
    const itself = mergeTags(await deps(), { id: one.id, into: one.id }, requestId());
    expect((await refusalOf(itself)).details.fields?.[0]?.field).toBe("into");
  });

  test("names what uses it, is deleted, and restored by undo", async () => {
    const { name, id, ticket } = await tagged("stays");
    const said = await mention(name);
    expect(await readTagUses(database, { id })).toEqual({
      ...{ tickets: 1, views: [`View of ${name}`], macros: [`Macro of ${name}`] },
    });
    const { undoId } = await deleteTag(await deps(), { id }, requestId());
    expect(await tagsOf(ticket)).toEqual(["stays"]);
    expect(await said()).toEqual([`status:open -tag:other,${name} printer`, ["kept"]]);
    await undoTagChange(await deps(), { id: undoId ?? "" }, requestId());
    expect(await tagsOf(ticket)).toEqual(["stays", name]);
    expect((await said())[1]).toEqual([name, "kept"]);
  });

  test("can be restored only by its author within ten minutes", async () => {
    const { id } = await tagged();
    const { undoId } = await deleteTag(await deps(), { id }, requestId());
    const other = await insertUser(database.db, { role: "Super Admin" });
    const theirs = undoTagChange(
      await actingAs(database.db, other),
      { id: undoId ?? "" },
      requestId(),
    );
    expect((await refusalOf(theirs)).code).toBe("undo_too_late");
    const later = new Date(Date.now() + 11 * 60_000);
    const late = undoTagChange(
      await actingAs(database.db, admin, later),
      { id: undoId ?? "" },
      requestId(),
    );
    expect((await refusalOf(late)).code).toBe("undo_too_late");
  });
});
