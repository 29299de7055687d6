import { beforeEach, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { companyLimits } from "../../../shared/companies.ts";
import { actDuring } from "../../../tests/support/act-during.ts";
import { actingAs, refusalOf } from "../../../tests/support/acting.ts";
import { setUpAdminDesk } from "../../../tests/support/admin-desk.ts";
import {
  type CompanyRow,
  insertCompany,
  insertTicket,
  insertUser,
} from "../../../tests/support/builders.ts";
import {
  actsOn,
  countLiveEvents,
  storedLiveEvents,
  storedTicket,
} from "../../../tests/support/stored.ts";
import type { Tx } from "../../db/database.ts";
import { mergeCompanies, stopMerge } from "./begin.ts";
import { previewCompanyMerge } from "./preview.ts";
import { companyMergeHandler } from "./run.ts";

const { database, deps } = setUpAdminDesk();
let source: CompanyRow;
let target: CompanyRow;
beforeEach(async () => {
  const { db } = database;
  source = await insertCompany(db, { domains: [`${Bun.randomUUIDv7()}.test`] });
  target = await insertCompany(db);
});

const set = (company: CompanyRow, values: Partial<Omit<CompanyRow, "folded_name">>) =>
  database.db.updateTable("companies").set(values).where("id", "=", company.id).execute();
const rowOf = ({ id }: CompanyRow) =>
  database.db.selectFrom("companies").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const merge = (from = source, into = target) =>
  mergeCompanies(deps, {
    ...{ requestId: Bun.randomUUIDv7(), sourceId: from.id, targetId: into.id },
    ...{ agentIds: [], seeAllIds: [], agreedIds: [] },
  });
/** Returns the message, and checks that nothing was merged. */
async function refused(from = source, into = target): Promise<string> {
  const before = [await rowOf(from), await rowOf(into)];
  const { message } = await refusalOf(merge(from, into));
  expect([await rowOf(from), await rowOf(into)]).toEqual(before);
  expect([
    ...(await actsOn(database.db, from.id)),
    ...(await actsOn(database.db, into.id)),
  ]).toEqual([]);
  return message;
}

describe("companies are not merged", () => {
  test("into themselves", async () => {
    expect(await refused(source, source)).toBe("Choose another company.");
    const preview = previewCompanyMerge(deps, { sourceId: source.id, targetId: source.id });
    expect((await refusalOf(preview)).message).toBe("Choose another company.");
  });

  test("if one of them is unknown", async () => {
    const none = { ...source, id: Bun.randomUUIDv7() };
    for (const [from, into] of [
      [none, target],
      [source, none],
    ] as const) {
      expect((await refusalOf(merge(from, into))).code).toBe("not_found");
      const preview = previewCompanyMerge(deps, { sourceId: from.id, targetId: into.id });
      expect((await refusalOf(preview)).code).toBe("not_found");
    }
  });

  test("if one of them was already merged", async () => {
    const last = await insertCompany(database.db);
    const gone = await insertCompany(database.db, { state: "merged", merged_into_id: last.id });
    expect(await refused(gone, target)).toBe(`${gone.name} was already merged.`);
    expect(await refused(source, gone)).toBe(`${gone.name} was merged into another company.`);
    for (const ids of [
      { sourceId: gone.id, targetId: target.id },
      { sourceId: source.id, targetId: gone.id },
    ]) {
      expect((await refusalOf(previewCompanyMerge(deps, ids))).code).toBe("not_found");
    }
  });

  test("if the source is being merged into a third company, or a third into the source", async () => {
    const third = await insertCompany(database.db);
    await set(source, { state: "archived", merging_into_id: third.id });
    expect(await refused()).toBe(`${source.name} is already being merged into another company.`);
    expect(await refused(third, target)).toBe(
      `${source.name} is being merged into ${third.name}. Wait until that is done.`,
    );
  });

  test("if together they exceed the limit of email domains", async () => {
    const many = Array.from({ length: companyLimits.domains }, () => `${Bun.randomUUIDv7()}.test`);
    const rows = many.map((domain) => ({ domain, company_id: target.id }));
    await database.db.insertInto("company_domains").values(rows).execute();
    expect(await refused()).toBe(
      "Together they have more than 50 email domains. Remove some first.",
    );
    await database.db.deleteFrom("company_domains").where("domain", "=", String(many[0])).execute();
    await merge();
    expect((await rowOf(source)).merged_into_id).toBe(target.id);
  });

  test("if their notes together are too long", async () => {
    const between = `\n\n${source.name}:\n`.length;
    const notes = "n".repeat(companyLimits.notes - between);
    await set(source, { notes: "s" });
    await set(target, { notes });
    expect(await refused()).toBe(
      "The notes of both companies together are too long. Shorten them first.",
    );
    await set(target, { notes: notes.slice(1) });
    await merge();
    expect((await rowOf(target)).notes).toBe(`${notes.slice(1)}\n\n${source.name}:\ns`);
    expect((await rowOf(source)).notes).toBe("");
  });

  test("twice at the same time: a stopped merge restarts, a running one continues", async () => {
    await set(source, { state: "archived", merging_into_id: target.id });
    await merge();
    expect(await rowOf(source)).toMatchObject({ state: "merged", merged_into_id: target.id });
  });
});

describe("a running merge", () => {
  const begun = () => set(source, { state: "archived", merging_into_id: target.id });
  const run = (by = deps) =>
    database.db.transaction().execute(async (tx) => {
      const requester = await insertUser(database.db, { companies: [source.id] });
      const given = { requester_id: requester.id, company_id: source.id };
      const ticket = await insertTicket(database.db, given);
      const input = { sourceId: source.id, targetId: target.id, names: "One into another" };
      const items = [ticket.id, source.id].map((subjectId, position) => ({ position, subjectId }));
      const outcomes = await companyMergeHandler.run(tx, by, input, items as never);
      return { outcomes, ticket };
    });
  const refusedWith = (message: string) =>
    [1, 2].map(() => ({ state: "refused", refusal: { subject: "One into another", message } }));

  test("can be stopped, which is audited; a company not being merged cannot", async () => {
    const other = await insertCompany(database.db, {
      state: "archived",
      merging_into_id: target.id,
    });
    await begun();
    const told = await countLiveEvents(database.db, "companies");
    await stopMerge(deps, source.id);
    expect(await countLiveEvents(database.db, "companies")).toBe(told + 1);
    expect(await rowOf(source)).toMatchObject({ state: "archived", merging_into_id: null });
    expect((await rowOf(other)).merging_into_id).toBe(target.id);
    expect(await actsOn(database.db, source.id)).toEqual(["company.merge-stopped"]);
    expect(await stopMerge(deps, source.id)).toMatchObject({ id: source.id, mergingInto: null });
    expect(await countLiveEvents(database.db, "companies")).toBe(told + 1);
    expect(await actsOn(database.db, source.id)).toEqual(["company.merge-stopped"]);
    const active = await insertCompany(database.db);
    expect((await refusalOf(stopMerge(deps, active.id))).message).toBe(
      "This company isn't being merged.",
    );
    const merged = await insertCompany(database.db, {
      ...{ name: "Gone", state: "merged", merged_into_id: target.id },
    });
    expect((await refusalOf(stopMerge(deps, merged.id))).message).toBe(
      "Gone was merged into another company.",
    );
    expect((await refusalOf(stopMerge(deps, Bun.randomUUIDv7()))).code).toBe("not_found");
  });

  test("moves nothing more for a demoted Super Admin", async () => {
    await begun();
    const agent = await actingAs(database.db, await insertUser(database.db, { role: "Agent" }));
    const { outcomes } = await run(agent);
    expect<unknown>(outcomes).toEqual(refusedWith("Your role doesn't allow this."));
    expect((await rowOf(source)).merging_into_id).toBe(target.id);
  });

  test("moves nothing more once stopped or redirected", async () => {
    const third = await insertCompany(database.db);
    for (const merging_into_id of [null, third.id]) {
      await set(source, { state: "archived", merging_into_id });
      const { outcomes } = await run();
      expect<unknown>(outcomes).toEqual(refusedWith("The merge was stopped."));
    }
  });

  test("moves tickets that came back to the source in the meantime", async () => {
    await begun();
    const requester = await insertUser(database.db, { companies: [source.id] });
    const given = { requester_id: requester.id, company_id: source.id, status: "open" } as const;
    const ticket = await insertTicket(database.db, given);
    const input = { sourceId: source.id, targetId: target.id, names: "One into another" };
    const end = () =>
      database.db
        .transaction()
        .execute((tx) =>
          companyMergeHandler.run(tx, deps, input, [{ position: 1, subjectId: source.id }]),
        );
    await end();
    // A slice that runs again because its answer was lost.
    expect(await end()).toEqual([{ state: "done" }]);
    expect(await storedTicket(database.db, ticket.id)).toMatchObject({
      ...{ company_id: target.id, version: 2 },
    });
    expect(await storedLiveEvents(database.db, ticket.id)).toHaveLength(1);
    expect(await actsOn(database.db, source.id)).toEqual(["company.merged"]);
    expect(await actsOn(database.db, target.id)).toEqual(["company.took-over"]);
  });

  test.each(["with its slice", "having come back"])(
    "moves a ticket along %s when an agent loses access at that moment",
    async (how) => {
      await begun();
      const { db } = database;
      const both = [source.id, target.id];
      const agent = await insertUser(db, {
        ...{ role: "Agent", company_scope: "assigned", companies: both },
      });
      const requester = await insertUser(db, { companies: both });
      const ticket = await insertTicket(db, {
        ...{ requester_id: requester.id, company_id: source.id },
        ...{ status: "open", assignee_id: agent.id },
      });
      const ids = how === "with its slice" ? [ticket.id, source.id] : [source.id];
      const input = { sourceId: source.id, targetId: target.id, names: "One into another" };
      await actDuring(
        database,
        async (tx) => {
          await tx
            .selectFrom("users")
            .select("id")
            .where("id", "=", agent.id)
            .forUpdate()
            .execute();
          const left = tx.deleteFrom("user_companies").where("user_id", "=", agent.id);
          await left.where("company_id", "=", target.id).execute();
        },
        () =>
          db.transaction().execute((tx) =>
            companyMergeHandler.run(
              ...([tx, deps, input] as const),
              ids.map((subjectId, position) => ({ position, subjectId })),
            ),
          ),
        // People are locked first, so no company is held while waiting for them.
        (tx) => sql`select from companies where id = ${source.id} for update nowait`.execute(tx),
      );
      expect(await storedTicket(db, ticket.id)).toMatchObject({
        ...{ company_id: target.id, assignee_id: null },
      });
    },
  );

  test.each(["began it", "belongs to it"])(
    "holds no other lock while it waits for a user who %s",
    async (who) => {
      await begun();
      const { db } = database;
      const agent = await insertUser(db, {
        ...{ role: "Agent", company_scope: "assigned", companies: [source.id, target.id] },
      });
      const member = await insertUser(db, { companies: [source.id] });
      const ticket = await insertTicket(db, {
        ...{ requester_id: (await insertUser(db)).id, company_id: source.id },
        ...{ status: "open", assignee_id: agent.id },
      });
      const input = { sourceId: source.id, targetId: target.id, names: "One into another" };
      const items = [ticket.id, source.id].map((subjectId, position) => ({ position, subjectId }));
      const lock = (tx: Tx, table: "users" | "tickets" | "companies", id: string) =>
        sql`select from ${sql.table(table)} where id = ${id} for update nowait`.execute(tx);
      const outcomes = await actDuring(
        database,
        (tx) => lock(tx, "users", who === "began it" ? deps.actor.id : member.id),
        () => db.transaction().execute((tx) => companyMergeHandler.run(tx, deps, input, items)),
        async (tx) => {
          if (who === "began it") await lock(tx, "users", agent.id);
          await lock(tx, "companies", source.id);
          await lock(tx, "tickets", ticket.id);
        },
      );
      expect<unknown>(outcomes).toEqual([{ state: "done" }, { state: "done" }]);
    },
  );

  test("counts its tickets, not the company itself", () => {
    const merge = { sourceId: "", targetId: "", names: "One into another" };
    const title = (total: number) => companyMergeHandler.title(merge, total);
    expect(title(1205)).toBe("Merging One into another: 1,204 tickets");
    expect(title(2)).toBe("Merging One into another: 1 ticket");
    expect(title(1)).toBe("Merging One into another: 0 tickets");
  });
});
