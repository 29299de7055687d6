import { describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { actDuring } from "../../../tests/support/act-during.ts";
import { actingAs, change, refusalOf } from "../../../tests/support/acting.ts";
import { setUpAdminDesk } from "../../../tests/support/admin-desk.ts";
import {
  insertCompany,
  insertTicket,
  insertTickets,
  insertUser,
  type UserRow,
} from "../../../tests/support/builders.ts";
import { indexAll } from "../../../tests/support/index-all.ts";
import { countLiveEvents, storedTicket } from "../../../tests/support/stored.ts";
import { jobHandlers } from "../../job-handlers.ts";
import type { JobDeps } from "../../jobs/handlers.ts";
import { runSlice } from "../../jobs/run-slice.ts";
import { cancelJob } from "../../jobs/undo-job.ts";
import { getTicket } from "../../tickets/details.ts";
import { listTickets } from "../../tickets/list.ts";
import { undoAct } from "../../tickets/undo.ts";
import { updateTicket } from "../../tickets/update.ts";
import { createUser } from "../../users/create-user.ts";
import { updateUser } from "../../users/update-user.ts";
import { getCompany } from "../details.ts";
import { listMembers } from "../members.ts";
import { companyOptions, countCompanies, listCompanies } from "../queries.ts";
import { updateCompany } from "../update-company.ts";
import { mergeCompanies, stopMerge } from "./begin.ts";
import { previewCompanyMerge } from "./preview.ts";

const { database, admin, deps } = setUpAdminDesk();

const agentOf = (first_name: string, ...companies: string[]) =>
  insertUser(database.db, { first_name, role: "Agent", company_scope: "assigned", companies });
const rowOf = (id: string) => storedTicket(database.db, id);
const rowOfCompany = (id: string) =>
  database.db.selectFrom("companies").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

/** As in the dialog: what it showed is agreed to. */
async function merge(
  sourceId: string,
  targetId: string,
  { by = deps, ...said }: Partial<Parameters<typeof mergeCompanies>[1]> & { by?: JobDeps } = {},
) {
  const { willSeeSource } = await previewCompanyMerge(by, { sourceId, targetId });
  return await mergeCompanies(by, {
    ...{ requestId: Bun.randomUUIDv7(), sourceId, targetId, agentIds: [], seeAllIds: [] },
    agreedIds: willSeeSource.map(({ id }) => id),
    ...said,
  });
}

async function seenBy(user: UserRow, q?: string): Promise<string[]> {
  const { tickets } = await listTickets(await actingAs(database.db, user), {
    ...{ view: "all", sort: "number", descending: false, limit: 100, ...(q && { q }) },
  });
  return tickets.map(({ id }) => id);
}

async function pair() {
  const [source, target] = [await insertCompany(database.db), await insertCompany(database.db)];
  const customer = await insertUser(database.db, { companies: [source.id] });
  const ticket = await insertTicket(database.db, {
    ...{ requester_id: customer.id, company_id: source.id, status: "open" },
    updated_at: new Date("2026-11-01T10:00:00Z"),
    created_at: new Date("2026-11-01T09:00:00Z"),
  });
  return { source, target, customer, ticket };
}

describe("a merge", () => {
  test("moves tickets of every status, hidden ones too, each with an event, and marks none as new", async () => {
    const { source, target, customer, ticket } = await pair();
    const at = { requester_id: customer.id, company_id: source.id };
    const closed = await insertTicket(database.db, { ...at, status: "closed" });
    const spam = await insertTicket(database.db, { ...at, spam_at: new Date() });
    const gone = await insertTicket(database.db, {
      ...{ ...at, status: "closed", merged_into_id: ticket.id },
    });
    const { job } = await merge(source.id, target.id);
    expect(job).toMatchObject({
      ...{ state: "done", refused: 0, total: 3 },
      title: `Merging ${source.name} into ${target.name}: 2 tickets`,
    });
    for (const { id, version } of [ticket, closed, spam, gone]) {
      expect(await rowOf(id)).toMatchObject({ company_id: target.id, version: version + 1 });
      const events = await database.db
        .selectFrom("ticket_events")
        .select(["kind", "data", "actor_id", "version"])
        .where("ticket_id", "=", id)
        .execute();
      expect(events).toEqual([
        {
          ...{ kind: "company", actor_id: admin.id, version: version + 1 },
          data: { from: source.id, to: target.id },
        },
      ]);
    }
    expect((await rowOf(ticket.id)).updated_at).toEqual(ticket.updated_at);
    expect((await rowOf(ticket.id)).publicly_updated_at).toEqual(ticket.publicly_updated_at);
    const { timeline } = await getTicket(deps, { number: ticket.number });
    expect(JSON.stringify(timeline)).toContain(source.name);
  });

  test("moves members, domains and notes, and removes the source from lists", async () => {
    const { source, target, customer } = await pair();
    await updateCompany(deps, {
      ...{ id: source.id, patch: { addDomains: [`s${source.id}.test`], notes: "Ring twice." } },
      base: {},
    });
    await updateCompany(deps, { id: target.id, patch: { notes: "Gate 4." }, base: {} });
    const before = await countCompanies(deps, {});
    const told = await countLiveEvents(database.db, "settings");
    await merge(source.id, target.id);
    expect(await countLiveEvents(database.db, "settings")).toBe(told + 1);
    const after = await getCompany(deps, target.id);
    expect(after).toMatchObject({
      ...{ domains: [`s${source.id}.test`], memberCount: 1, mergingInto: null },
      notes: `Gate 4.\n\n${source.name}:\nRing twice.`,
    });
    expect((await countCompanies(deps, {})).count).toBe(before.count - 1);
    const { companies } = await listCompanies(deps, {
      ...{ search: source.name, sort: "name", descending: false, limit: 50 },
    });
    expect(companies.map(({ id }) => id)).not.toContain(source.id);
    const options = await companyOptions(deps, { search: source.name });
    expect(options.companies.map(({ id }) => id)).not.toContain(source.id);
    const { members } = await listMembers(deps, { id: target.id, limit: 50 });
    expect(members).toMatchObject([{ id: customer.id, seesAllTickets: false }]);
    const joined = await createUser(deps, {
      ...{ firstName: "J", lastName: "D", email: `j@s${source.id}.test`, role: "Customer" },
    });
    expect(joined.companies.map(({ id }) => id)).toEqual([target.id]);
    const audited = await database.db
      .selectFrom("audit_log")
      .select("act")
      .where("subject_id", "in", [source.id, target.id])
      .where("act", "like", "company.me%")
      .orderBy("id")
      .execute();
    expect(audited.map(({ act }) => act)).toEqual(["company.merge-begun", "company.merged"]);
  });

  test("makes its address and name lead to the target, through a chain too", async () => {
    const { source, target, ticket, customer } = await pair();
    const last = await insertCompany(database.db);
    // Its name contains the source's, but it is not meant.
    const longer = await insertCompany(database.db, { name: `${source.name} Holding` });
    await insertTicket(database.db, { requester_id: customer.id, company_id: longer.id });
    await merge(source.id, target.id);
    await merge(target.id, last.id);
    expect((await getCompany(deps, source.id)).id).toBe(last.id);
    await indexAll(database.db);
    for (const name of [source.name, target.name, last.name]) {
      expect(await seenBy(admin, `company:"${name}"`)).toEqual([ticket.id]);
      expect(await seenBy(customer, `company:"${name}"`)).toEqual([ticket.id]);
    }
    // A company that takes the name again is meant by it.
    const again = await insertCompany(database.db, { name: source.name });
    expect(await seenBy(admin, `company:"${again.name}"`)).toEqual([]);
  });
});

describe("access after a merge", () => {
  test("ends for agents of the source unless they were selected", async () => {
    const { source, target, ticket } = await pair();
    const [stays, goes] = [await agentOf("Stays", source.id), await agentOf("Goes", source.id)];
    const customer = await insertUser(database.db, { companies: [source.id] });
    const followed = await insertTicket(database.db, {
      ...{ requester_id: customer.id, company_id: source.id, status: "open" },
      ...{ assignee_id: goes.id, followers: [goes.id, stays.id] },
    });
    await updateTicket(deps, change(ticket, { assigneeId: stays.id }));
    const preview = await previewCompanyMerge(deps, { sourceId: source.id, targetId: target.id });
    expect(preview.agents.map(({ id, openTickets }) => [id, openTickets])).toEqual([
      [goes.id, 1],
      [stays.id, 1],
    ]);
    await merge(source.id, target.id, { agentIds: [stays.id] });
    expect(await rowOf(ticket.id)).toMatchObject({ assignee_id: stays.id });
    expect(await rowOf(followed.id)).toMatchObject({ assignee_id: null });
    const followers = await database.db
      .selectFrom("ticket_people")
      .select("user_id")
      .where("user_id", "is not", null)
      .where("ticket_id", "=", followed.id)
      .execute();
    expect(followers.map(({ user_id }) => user_id).sort()).toEqual([customer.id, stays.id].sort());
    expect((await seenBy(stays)).sort()).toEqual([ticket.id, followed.id].sort());
    expect(await seenBy(goes)).toEqual([]);
    const found = await getCompany(deps, target.id);
    expect(found.agents.map(({ id }) => id)).toEqual([stays.id]);
  });

  test("to all tickets extends to the target only for selected members", async () => {
    const { source, target } = await pair();
    const whole = { id: source.id, seesAllTickets: true };
    const [told, silent] = [
      await insertUser(database.db, { companies: [whole] }),
      await insertUser(database.db, { companies: [whole, target.id] }),
    ];
    const other = await insertUser(database.db, { companies: [target.id] });
    const theirs = await insertTicket(database.db, {
      ...{ requester_id: other.id, company_id: target.id },
    });
    const preview = await previewCompanyMerge(deps, { sourceId: source.id, targetId: target.id });
    expect(preview.seeAllOfSource.map(({ id }) => id).sort()).toEqual([told.id, silent.id].sort());
    await merge(source.id, target.id, { seeAllIds: [told.id] });
    expect(await seenBy(told)).toContain(theirs.id);
    expect(await seenBy(silent)).toEqual([]);
    const { members } = await listMembers(deps, { id: target.id, limit: 50 });
    expect(members.filter((one) => one.seesAllTickets).map(({ id }) => id)).toEqual([told.id]);
  });

  test("gained by people of the target must have been shown first", async () => {
    const { source, target, ticket } = await pair();
    const whole = await insertUser(database.db, {
      ...{ first_name: "Wanda", last_name: "Whole" },
      companies: [{ id: target.id, seesAllTickets: true }],
    });
    const agent = await agentOf("Tara", target.id);
    const preview = await previewCompanyMerge(deps, { sourceId: source.id, targetId: target.id });
    expect(preview.willSeeSource.map(({ id }) => id)).toEqual([agent.id, whole.id]);
    const refusal = await refusalOf(merge(source.id, target.id, { agreedIds: [agent.id] }));
    expect(refusal.code).toBe("company_conflict");
    expect(refusal.message).toBe(
      "Check again before you merge: Wanda Whole would also see the tickets.",
    );
    expect((await rowOfCompany(source.id)).state).toBe("active");
    await merge(source.id, target.id);
    expect(await seenBy(whole)).toEqual([ticket.id]);
    expect(await seenBy(agent)).toEqual([ticket.id]);
  });

  test("gained at the same time must have been shown too", async () => {
    const { source, target } = await pair();
    const agent = await insertUser(database.db, {
      ...{ first_name: "Tara", last_name: "Turns", role: "Agent", company_scope: "all" },
      companies: [target.id],
    });
    const narrower = { company_scope: "assigned" } as const;
    const late = await actDuring(
      database,
      (tx) => tx.updateTable("users").set(narrower).where("id", "=", agent.id).execute(),
      () => refusalOf(merge(source.id, target.id)),
    );
    expect(late.message).toBe(
      "Check again before you merge: Tara Turns would also see the tickets.",
    );
    expect((await rowOfCompany(source.id)).state).toBe("active");
  });

  test("cannot be given to people who are not affected", async () => {
    const { source, target, customer } = await pair();
    for (const said of [{ agentIds: [customer.id] }, { seeAllIds: [customer.id] }]) {
      const refusal = await refusalOf(merge(source.id, target.id, said));
      expect(refusal.code).toBe("company_conflict");
    }
    const { members } = await listMembers(deps, { id: target.id, limit: 50 });
    expect(members).toEqual([]);
  });
});

describe("companies that cannot be merged", () => {
  test("itself, merged ones, an archived target, and one being merged", async () => {
    const { source, target } = await pair();
    const archived = await insertCompany(database.db, { state: "archived" });
    expect((await refusalOf(merge(source.id, source.id))).code).toBe("companies_not_mergeable");
    expect((await refusalOf(merge(source.id, Bun.randomUUIDv7()))).code).toBe("not_found");
    const refusal = await refusalOf(merge(source.id, archived.id));
    expect(refusal.message).toBe(`${archived.name} is archived and can't get new tickets.`);
    await merge(source.id, target.id);
    expect((await refusalOf(merge(source.id, target.id))).code).toBe("not_found");
  });

  test("two companies merged into each other at the same time: one merge wins", async () => {
    const second = await actingAs(
      database.db,
      await insertUser(database.db, { role: "Super Admin" }),
    );
    for (let round = 0; round < 5; round += 1) {
      const { source, target, ticket } = await pair();
      const results = await Promise.allSettled([
        merge(source.id, target.id),
        merge(target.id, source.id, { by: second }),
      ]);
      const refused = results.filter((result) => result.status === "rejected");
      expect(refused).toHaveLength(1);
      expect(["companies_not_mergeable", "not_found"]).toContain(refused[0]?.reason.code);
      const states = [await rowOfCompany(source.id), await rowOfCompany(target.id)];
      expect(states.map(({ state }) => state).sort()).toEqual(["active", "merged"]);
      const left = states.find(({ state }) => state === "active");
      expect((await rowOf(ticket.id)).company_id).toBe(left?.id ?? "");
    }
  });

  test("one company merged into two others at the same time: one merge wins", async () => {
    const second = await actingAs(
      database.db,
      await insertUser(database.db, { role: "Super Admin" }),
    );
    for (let round = 0; round < 5; round += 1) {
      const { source, target, ticket } = await pair();
      const other = await insertCompany(database.db);
      const results = await Promise.allSettled([
        merge(source.id, target.id),
        merge(source.id, other.id, { by: second }),
      ]);
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const { merged_into_id } = await rowOfCompany(source.id);
      expect((await rowOf(ticket.id)).company_id).toBe(merged_into_id);
    }
  });

  test("a merge does not wait for other actions of its people", async () => {
    const { source, target, customer } = await pair();
    await database.owner.transaction().execute(async (tx) => {
      // As at the start of any action.
      await sql`select from users where id = ${customer.id} for key share`.execute(tx);
      await merge(source.id, target.id);
    });
    expect((await rowOfCompany(source.id)).merged_into_id).toBe(target.id);
  });

  test("a merge happens once per request id", async () => {
    const { source, target } = await pair();
    const requestId = Bun.randomUUIDv7();
    const first = await merge(source.id, target.id, { requestId });
    const again = await mergeCompanies(deps, {
      ...{ requestId, sourceId: source.id, targetId: target.id },
      ...{ agentIds: [], seeAllIds: [], agreedIds: [] },
    });
    expect(again.job).toEqual(first.job);
  });

  test("no one can join a company that is being merged", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { source, target } = await pair();
      const joining = await insertUser(database.db);
      const results = await Promise.allSettled([
        merge(source.id, target.id),
        updateUser(deps, joining.id, { companies: [{ id: source.id }] }),
      ]);
      expect(results[0]?.status).toBe("fulfilled");
      if (results[1]?.status === "rejected") expect(results[1].reason.code).toBe("unknown_company");
      const left = await database.db
        .selectFrom("user_companies")
        .select("user_id")
        .where("company_id", "=", source.id)
        .execute();
      expect(left).toEqual([]);
    }
  });
});

describe("a company with many tickets", () => {
  async function large() {
    const { source, target, customer } = await pair();
    const at = { requester_id: customer.id, company_id: source.id };
    await insertTickets(database.db, 450, at);
    const left = async (id: string) => {
      const { count } = await database.db
        .selectFrom("tickets")
        .select((select) => select.fn.countAll<number>().as("count"))
        .where("company_id", "=", id)
        .executeTakeFirstOrThrow();
      return count;
    };
    return { source, target, customer, left };
  }
  const slice = () => runSlice({ db: database.db, now: new Date(), handlers: jobHandlers });

  test("moves them in slices and refuses new ones", async () => {
    const { source, target, customer, left } = await large();
    const { job } = await merge(source.id, target.id);
    expect(job).toMatchObject({ state: "queued", total: 452, done: 0 });
    const halfway = await getCompany(deps, source.id);
    expect(halfway).toMatchObject({ state: "archived", mergingInto: { id: target.id } });
    await slice();
    expect(await left(source.id)).toBe(251);
    // Their own tickets are visible on either side.
    expect(await seenBy(customer)).toHaveLength(100);
    const restored = updateCompany(deps, { id: source.id, patch: { state: "active" }, base: {} });
    expect((await refusalOf(restored)).code).toBe("companies_not_mergeable");
    while (await slice()) {}
    expect(await left(source.id)).toBe(0);
    expect(await left(target.id)).toBe(451);
    expect((await getCompany(deps, source.id)).id).toBe(target.id);
  }, 60_000);

  test("moves domains and notes added in the meantime", async () => {
    const { source, target } = await large();
    await merge(source.id, target.id);
    const domain = `late${source.id}.test`;
    const patch = { addDomains: [domain], notes: "Ring twice." };
    await updateCompany(deps, { id: source.id, patch, base: {} });
    while (await slice()) {}
    expect(await getCompany(deps, target.id)).toMatchObject({
      ...{ domains: [domain], notes: `${source.name}:\nRing twice.` },
    });
  }, 60_000);

  test("can be stopped and continued, and moved tickets stay moved", async () => {
    const { source, target, left } = await large();
    const { job } = await merge(source.id, target.id);
    await slice();
    await cancelJob(deps, job.id);
    while (await slice()) {}
    expect(await left(source.id)).toBe(251);
    const stopped = await stopMerge(deps, source.id);
    expect(stopped).toMatchObject({ state: "archived", mergingInto: null });
    expect(await stopMerge(deps, source.id)).toEqual(stopped);
    await updateCompany(deps, { id: source.id, patch: { state: "active" }, base: {} });
    await merge(source.id, target.id);
    while (await slice()) {}
    expect(await left(target.id)).toBe(451);
  }, 60_000);

  test("the job of a stopped merge moves nothing more", async () => {
    const { source, target, left } = await large();
    const { job } = await merge(source.id, target.id);
    await stopMerge(deps, source.id);
    while (await slice()) {}
    expect(await left(source.id)).toBe(451);
    const { refused } = await database.db
      .selectFrom("jobs")
      .select("refused")
      .where("id", "=", job.id)
      .executeTakeFirstOrThrow();
    expect(refused).toBe(452);
  }, 60_000);
});

describe("an Undo does not move a ticket back", () => {
  async function movedAway() {
    const both = await pair();
    const other = await insertCompany(database.db);
    await database.db
      .insertInto("user_companies")
      .values({ user_id: both.customer.id, company_id: other.id })
      .execute();
    const { actId } = await updateTicket(
      deps,
      change(both.ticket, { companyId: other.id, priority: "high" }),
    );
    const undo = () => undoAct(deps, { requestId: Bun.randomUUIDv7(), actId });
    return { ...both, other, undo };
  }

  test("into a merged company", async () => {
    const { source, target, ticket, other, undo } = await movedAway();
    await merge(source.id, target.id);
    expect((await undo()).ticket).toMatchObject({ company: { id: other.id } });
    expect((await rowOf(ticket.id)).priority).toBe("normal");
  });

  test("into a company that is being merged", async () => {
    const { source, target, other, undo } = await movedAway();
    const { ticket } = await actDuring(
      database,
      async (tx) => {
        const company = tx.selectFrom("companies").select("id").where("id", "=", source.id);
        await company.forUpdate().execute();
        const gone = { state: "merged", merged_into_id: target.id } as const;
        await tx.updateTable("companies").set(gone).where("id", "=", source.id).execute();
      },
      undo,
    );
    expect(ticket).toMatchObject({ company: { id: other.id } });
  });
});
