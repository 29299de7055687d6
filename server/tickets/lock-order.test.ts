import { expect, test } from "bun:test";
import { sql } from "kysely";
import { actDuring as actDuringIn } from "../../tests/support/act-during.ts";
import { actingAs, change, refusalOf } from "../../tests/support/acting.ts";
import {
  insertCompany,
  insertMessage,
  insertTeam,
  insertUser,
  type TicketRow,
  type UserRow,
} from "../../tests/support/builders.ts";
import { setUpSmallDesk } from "../../tests/support/small-desk.ts";
import { storedTicket } from "../../tests/support/stored.ts";
import type { Tx } from "../db/database.ts";
import { changeManyTickets, undoManyTickets } from "./bulk.ts";
import { createTicket } from "./create.ts";
import { linkTickets } from "./links.ts";
import { mergeTickets, unmergeTicket } from "./merge.ts";
import { addNote, replyToTicket } from "./reply.ts";
import { markSpam } from "./spam.ts";
import { splitTicket } from "./split.ts";
import { undoAct } from "./undo.ts";
import { undoReply } from "./undo-reply.ts";
import { updateTicket } from "./update.ts";

const { database, acme, ana, maya, open } = setUpSmallDesk();

const agent = () =>
  insertUser(database.db, { role: "Agent", company_scope: "assigned", companies: [acme.id] });

const actDuring = <T>(change: Locked, act: () => Promise<T>, alongside?: Locked) =>
  actDuringIn(database, change, act, alongside);

type Locked = (tx: Tx) => Promise<unknown>;

async function followersOf({ id, requester_id }: TicketRow): Promise<string[]> {
  const rows = await database.db
    .selectFrom("ticket_people")
    .select("user_id")
    .where("ticket_id", "=", id)
    .where("user_id", "<>", requester_id)
    .execute();
  return rows.flatMap(({ user_id }) => user_id ?? []);
}

const losesScope = (user: UserRow) => async (tx: Tx) => {
  await sql`select from users where id = ${user.id} for update`.execute(tx);
  await sql`delete from user_companies where user_id = ${user.id}`.execute(tx);
};

test("a change waits for the lock on its ticket and plans on the state it finds then", async () => {
  const friend = await insertUser(database.db, { companies: [acme.id] });
  const ticket = await open({ tags: ["old"] });
  const deps = await actingAs(database.db, maya);
  const { ticket: after } = await actDuring(
    async (tx) => {
      await sql`update tickets set version = 2, priority = 'high' where id = ${ticket.id}`.execute(
        tx,
      );
      await sql`delete from ticket_tags where ticket_id = ${ticket.id}`.execute(tx);
      await sql`insert into ticket_people values (${ticket.id}, ${friend.id})`.execute(tx);
    },
    () => updateTicket(deps, change(ticket, { removeTags: ["old"], addFollowers: [friend.id] })),
  );
  // Both were already done: nothing is left to do.
  expect(after.staff).toMatchObject({ version: 2, tags: [], priority: "high" });
});

test("a person who loses access at that moment is not assigned, made requester or made follower", async () => {
  const deps = await actingAs(database.db, maya);
  const ticket = await open();
  const requestId = () => Bun.randomUUIDv7();
  const [one, two, three, four] = [await agent(), await agent(), await agent(), await agent()];
  const [five, six] = [await agent(), await agent()];
  const from = { assigneeId: ticket.assignee_id };
  const said = { requestId: requestId(), id: ticket.id, body: "Yours.", from };
  const acts: [UserRow, () => Promise<unknown>][] = [
    [one, () => updateTicket(deps, change(ticket, { assigneeId: one.id }))],
    [two, () => updateTicket(deps, change(ticket, { addFollowers: [two.id] }))],
    [five, () => addNote(deps, { ...said, changes: { assigneeId: five.id } })],
    [six, () => replyToTicket(deps, { ...said, changes: { assigneeId: six.id } })],
    [
      three,
      () =>
        createTicket(deps, {
          ...{ requestId: requestId(), subject: "Call", body: "Ring.", asNote: true },
          ...{ requesterId: ana.id, companyId: acme.id, assigneeId: three.id },
        }),
    ],
  ];
  for (const [person, act] of acts) {
    const refused = await refusalOf(actDuring(losesScope(person), act));
    expect(refused.code).toBe("out_of_scope");
  }
  const customer = await insertUser(database.db, { companies: [acme.id] });
  const patch = { requesterId: customer.id };
  const refused = await refusalOf(
    actDuring(losesScope(customer), () => updateTicket(deps, change(ticket, patch))),
  );
  expect(refused.code).toBe("out_of_scope");
  expect(await storedTicket(database.db, ticket.id)).toMatchObject({
    ...{ assignee_id: null, requester_id: ana.id, version: 1 },
  });
  // An action does not wait for people it does not concern either.
  await database.owner.transaction().execute(async (tx) => {
    await sql`select from users where id = ${four.id} for update`.execute(tx);
    const other = await agent();
    await updateTicket(deps, change(ticket, { assigneeId: other.id }));
  });
});

test("a person who loses access at that moment is not restored with the ticket", async () => {
  const deps = await actingAs(database.db, maya);
  const [one, other] = [await agent(), await agent()];
  const requestId = () => Bun.randomUUIDv7();
  const [spam, source, target] = [
    await open({ assignee_id: one.id, unassigned_since: null }),
    await open({ assignee_id: other.id, unassigned_since: null }),
    await open(),
  ];
  await markSpam(deps, { requestId: requestId(), id: spam.id, spam: true });
  await mergeTickets(deps, { requestId: requestId(), sourceId: source.id, targetId: target.id });
  await actDuring(losesScope(one), () =>
    markSpam(deps, { requestId: requestId(), id: spam.id, spam: false }),
  );
  await actDuring(losesScope(other), () =>
    unmergeTicket(deps, { requestId: requestId(), sourceId: source.id }),
  );
  for (const { id } of [spam, source]) {
    expect(await storedTicket(database.db, id)).toMatchObject({
      ...{ status: "open", assignee_id: null },
    });
  }
  // People who take part in another ticket are not waited for.
  const [third, elsewhere] = [await agent(), await agent()];
  await open({ assignee_id: third.id, unassigned_since: null, followers: [elsewhere.id] });
  await markSpam(deps, { requestId: requestId(), id: spam.id, spam: true });
  await database.owner.transaction().execute(async (tx) => {
    const held = [third.id, elsewhere.id];
    await sql`select from users where id = any(${held}::uuid[]) for update`.execute(tx);
    await markSpam(deps, { requestId: requestId(), id: spam.id, spam: false });
  });
});

test("a person who loses access at that moment gets no part in another ticket, nor their own back", async () => {
  const deps = await actingAs(database.db, maya);
  const requestId = () => Bun.randomUUIDv7();
  const [coming, one, other] = [await agent(), await agent(), await agent()];
  const [follower, replaced, assignee] = [await agent(), await agent(), await agent()];
  const has = (user: UserRow) => ({ assignee_id: user.id, unassigned_since: null });

  const [source, target] = [await open({ followers: [coming.id] }), await open()];
  await actDuring(losesScope(coming), () =>
    mergeTickets(deps, { requestId: requestId(), sourceId: source.id, targetId: target.id }),
  );
  const many = [await open({ followers: [one.id] }), await open({ followers: [other.id] })];
  const ids = many.map(({ id }) => id);
  const act = { kind: "merge", targetId: target.id } as const;
  await actDuring(losesScope(one), () =>
    changeManyTickets(deps, { requestId: requestId(), act, ids }),
  );
  expect(await followersOf(target)).toEqual([other.id]);

  const followed = await open({ followers: [follower.id] });
  const patch = { removeFollowers: [follower.id] };
  const { actId } = await updateTicket(deps, change(followed, patch));
  const refused = await refusalOf(
    actDuring(losesScope(follower), () => undoAct(deps, { requestId: requestId(), actId })),
  );
  expect(refused.code).toBe("undo_too_late");

  const had = await open(has(replaced));
  const from = { assigneeId: had.assignee_id };
  const said = { requestId: requestId(), id: had.id, body: "Mine.", from };
  const { messageId } = await replyToTicket(deps, { ...said, changes: { assigneeId: maya.id } });
  await actDuring(losesScope(replaced), () => undoReply(deps, { messageId }));

  const theirs = await open(has(assignee));
  const { job } = await changeManyTickets(deps, {
    ...{ requestId: requestId(), ids: [theirs.id] },
    act: { kind: "patch", patch: { assigneeId: maya.id } },
  });
  await actDuring(losesScope(assignee), () =>
    undoManyTickets(deps, { requestId: requestId(), jobId: job.id }),
  );
  for (const { id } of [had, theirs]) {
    expect(await storedTicket(database.db, id)).toMatchObject({ assignee_id: maya.id });
  }
});

test("a person who loses access at that moment loses their part in a ticket that moves to another company", async () => {
  const kestrel = await insertCompany(database.db);
  const both = { companies: [acme.id, kestrel.id] };
  const insider = () =>
    insertUser(database.db, { role: "Agent", company_scope: "assigned", ...both });
  const [worker, follower, late] = [await insider(), await insider(), await insider()];
  const customer = await insertUser(database.db, both);
  const deps = await actingAs(database.db, maya);
  const given = { requester_id: customer.id, followers: [follower.id] };
  const ticket = await open({ ...given, assignee_id: worker.id, unassigned_since: null });
  const leavesKestrel = (user: UserRow) => async (tx: Tx) => {
    await sql`select from users where id = ${user.id} for update`.execute(tx);
    await sql`
      delete from user_companies
      where user_id = ${user.id} and company_id = ${kestrel.id}`.execute(tx);
  };
  await actDuring(
    async (tx) => {
      for (const user of [worker, follower].sort((one, other) => (one.id < other.id ? -1 : 1))) {
        await leavesKestrel(user)(tx);
      }
    },
    () => updateTicket(deps, change(ticket, { companyId: kestrel.id })),
  );
  expect(await storedTicket(database.db, ticket.id)).toMatchObject({
    ...{ company_id: kestrel.id, assignee_id: null },
  });
  expect(await followersOf(ticket)).toEqual([]);

  // Assigned after the people who had it before were locked.
  const other = await open({ requester_id: customer.id });
  await actDuring(
    async (tx) => {
      await leavesKestrel(late)(tx);
      await sql`
        update tickets set assignee_id = ${late.id}, unassigned_since = null, version = 2
        where id = ${other.id}`.execute(tx);
    },
    () => updateTicket(deps, change(other, { companyId: kestrel.id })),
  );
  expect((await storedTicket(database.db, other.id)).assignee_id).toBeNull();
});

test("no ticket is given to a team that is being deleted", async () => {
  const ticket = await open();
  const deps = await actingAs(database.db, maya);
  for (const act of [
    (teamId: string) => updateTicket(deps, change(ticket, { teamId })),
    (teamId: string) =>
      createTicket(deps, {
        ...{ requestId: Bun.randomUUIDv7(), requesterId: ana.id, companyId: acme.id, teamId },
        ...{ subject: "Who takes it?", body: "No one" },
      }),
  ]) {
    const { id } = await insertTeam(database.db);
    const refusal = await actDuring(
      (tx) => sql`delete from teams where id = ${id}`.execute(tx),
      () => refusalOf(act(id)),
    );
    expect(refusal.details.fields?.[0]?.message).toBe("That team is not there any more.");
  }
});

test("no ticket is given to a company that is being archived", async () => {
  const company = await insertCompany(database.db);
  const member = await insertUser(database.db, { companies: [company.id] });
  const deps = await actingAs(database.db, member);
  const refused = await refusalOf(
    actDuring(
      (tx) => sql`update companies set state = 'archived' where id = ${company.id}`.execute(tx),
      () =>
        createTicket(deps, {
          ...{ requestId: Bun.randomUUIDv7(), subject: "Late", body: "Is anybody there?" },
        }),
    ),
  );
  expect(refused.code).toBe("company_archived");
  const staff = await actingAs(database.db, maya);
  await database.db
    .updateTable("companies")
    .set({ state: "active" })
    .where("id", "=", company.id)
    .execute();
  const again = await refusalOf(
    actDuring(
      (tx) => sql`update companies set state = 'archived' where id = ${company.id}`.execute(tx),
      () =>
        createTicket(staff, {
          ...{ requestId: Bun.randomUUIDv7(), subject: "Late", body: "Ring.", asNote: true },
          ...{ requesterId: member.id, companyId: company.id },
        }),
    ),
  );
  expect(again.code).toBe("company_archived");
});

test("one of two concurrent undos of a merge succeeds", async () => {
  const [source, target] = [await open({ status: "closed" }), await open()];
  await sql`update tickets set merged_into_id = ${target.id} where id = ${source.id}`.execute(
    database.db,
  );
  const state = { status: "open", closedAt: null, waitingFor: null, waitingSince: null };
  const waiting = { waitingFor: null, waitingSince: null };
  const act_id = Bun.randomUUIDv7();
  const id = Bun.randomUUIDv7();
  await database.db
    .insertInto("merges")
    .values({
      ...{ id, source_id: source.id, target_id: target.id, act_id, actor_id: maya.id },
      ...{ source_before: state, waiting_before: waiting, waiting_after: waiting },
      ...{ followers_added: [], created_at: new Date() },
    })
    .execute();
  const deps = await actingAs(database.db, maya);
  const refused = await refusalOf(
    actDuring(
      (tx) => sql`update merges set undone_at = now() where id = ${id}`.execute(tx),
      () => unmergeTicket(deps, { requestId: Bun.randomUUIDv7(), sourceId: source.id }),
    ),
  );
  expect(refused.code).toBe("not_found");
  expect((await storedTicket(database.db, source.id)).merged_into_id).toBe(target.id);
});

test("linking tickets does not wait for writers of those tickets", async () => {
  const [one, other] = [await open(), await open()];
  const deps = await actingAs(database.db, maya);
  await database.owner.transaction().execute(async (tx) => {
    await sql`update tickets set priority = 'high' where id = ${one.id}`.execute(tx);
    const { staff } = await linkTickets(deps, {
      id: one.id,
      number: other.number,
      kind: "related",
    });
    expect(staff?.links).toHaveLength(1);
  });
});

test("opening another ticket waits for a merge of its company without locking what that moves", async () => {
  const company = await insertCompany(database.db);
  const customer = await insertUser(database.db, { companies: [company.id] });
  const write = (ticket: TicketRow) =>
    insertMessage(database.db, { ticket_id: ticket.id, author_id: customer.id });
  const requestId = () => Bun.randomUUIDv7();
  const asked = { requester_id: customer.id, company_id: company.id };
  const [split, closed] = [await open(asked), await open({ ...asked, status: "closed" })];
  const [{ id: one }] = [await write(split), await write(split)];
  const [staff, theirs] = [
    await actingAs(database.db, maya),
    await actingAs(database.db, customer),
  ];
  const body = "It is broken again.";
  for (const [ticket, act] of [
    [
      split,
      () =>
        splitTicket(staff, {
          ...{ requestId: requestId(), id: split.id, subject: "Another matter" },
          messageIds: [one],
        }),
    ],
    [closed, () => replyToTicket(theirs, { requestId: requestId(), id: closed.id, body })],
  ] as const) {
    await actDuring(
      (tx) => sql`select from companies where id = ${company.id} for update`.execute(tx),
      (): Promise<unknown> => act(),
      (tx) => sql`select from tickets where id = ${ticket.id} for no key update nowait`.execute(tx),
    );
  }
});
