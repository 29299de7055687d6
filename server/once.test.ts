import { beforeAll, expect, test } from "bun:test";
import type { CreateTicketInput } from "../shared/schemas/ticket-acts.ts";
import type { ActAnswer } from "../shared/tickets/page.ts";
import { actingAs, change, refusalOf } from "../tests/support/acting.ts";
import { insertTicket, insertUser, type UserRow } from "../tests/support/builders.ts";
import { setUpTestDatabase } from "../tests/support/test-database.ts";
import { onceKept, sweepActs } from "./once.ts";
import { createTicket } from "./tickets/create.ts";
import { mergeTickets, unmergeTicket } from "./tickets/merge.ts";
import { addNote, replyToTicket } from "./tickets/reply.ts";
import { findDone } from "./tickets/transaction.ts";
import { undoAct } from "./tickets/undo.ts";
import { reopenTicket, solveTicket, updateTicket } from "./tickets/update.ts";

const database = setUpTestDatabase();
let agent: UserRow;
let customer: UserRow;

beforeAll(async () => {
  agent = await insertUser(database.db, { role: "Agent" });
  customer = await insertUser(database.db);
}, 60_000);

const opening = (given: Partial<CreateTicketInput> = {}): CreateTicketInput => ({
  requestId: Bun.randomUUIDv7(),
  subject: "The printer",
  body: "It does not print.",
  ...given,
});

const versionOf = async (id: string) =>
  (
    await database.db
      .selectFrom("tickets")
      .select("version")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).version;

test("a double click creates one ticket, and both requests get it", async () => {
  const deps = await actingAs(database.db, customer);
  const input = opening();
  const answers = await Promise.all(Array.from({ length: 3 }, () => createTicket(deps, input)));
  expect(new Set(answers.map(({ ticket }) => ticket.id)).size).toBe(1);
  expect(new Set(answers.map(({ actId }) => actId)).size).toBe(1);
  const messages = await database.db
    .selectFrom("messages")
    .select("id")
    .where("ticket_id", "=", answers[0]?.ticket.id ?? "")
    .execute();
  expect(messages.length).toBe(1);
});

test("a repeated request after a lost answer gets it; other users' actions are hidden", async () => {
  const ticket = await insertTicket(database.db, { requester_id: customer.id });
  const deps = await actingAs(database.db, agent);
  const reply = { requestId: Bun.randomUUIDv7(), id: ticket.id, body: "Here you are." };
  expect(await findDone(deps, reply.requestId)).toBeNull();
  const answer = await replyToTicket(deps, reply);
  const { actId, messageId } = answer;
  const found = await findDone(deps, reply.requestId);
  expect(found).toMatchObject({ actId, messageId, ticket: { id: ticket.id } });
  const colleague = await insertUser(database.db, { role: "Agent" });
  const theirs = await actingAs(database.db, colleague);
  expect(await findDone(theirs, reply.requestId)).toBeNull();
  // Not about a single ticket.
  const { requestId } = opening();
  await onceKept(deps, { kind: "macro", requestId, input: {} }, async () => ({ id: requestId }));
  expect(await findDone(deps, requestId)).toBeNull();
});

test("a change sent three times at once is made once", async () => {
  const ticket = await insertTicket(database.db, { requester_id: customer.id });
  const deps = await actingAs(database.db, agent);
  const input = change(ticket, { assigneeId: agent.id });
  const answers = await Promise.all(Array.from({ length: 3 }, () => updateTicket(deps, input)));
  expect(new Set(answers.map(({ actId }) => actId)).size).toBe(1);
  expect(answers.every(({ ticket }) => ticket.staff?.version === 2)).toBe(true);
});

test("a retry after a lost answer gets the current state and does nothing", async () => {
  const ticket = await insertTicket(database.db, { requester_id: customer.id });
  const deps = await actingAs(database.db, agent);
  const input = change(ticket, { priority: "high" });
  const first = await updateTicket(deps, input);
  await updateTicket(deps, change(ticket, { type: "task" }));
  const again = await updateTicket(deps, input);
  expect(again.actId).toBe(first.actId);
  expect(again.undoUntil).toBe(first.undoUntil);
  expect(again.ticket.staff).toMatchObject({ version: 3, type: "task", priority: "high" });
  expect(await versionOf(ticket.id)).toBe(3);
});

test("the same key with other input, or for another action, is refused", async () => {
  const ticket = await insertTicket(database.db, { requester_id: customer.id });
  const deps = await actingAs(database.db, agent);
  const input = change(ticket, { priority: "high" });
  const { actId } = await updateTicket(deps, input);
  const other = await refusalOf(updateTicket(deps, { ...input, patch: { priority: "low" } }));
  expect(other.code).toBe("request_reused");
  const { requestId } = input;
  expect((await refusalOf(undoAct(deps, { requestId, actId }))).code).toBe("request_reused");
  const asking = await actingAs(database.db, customer);
  const solve = { requestId: Bun.randomUUIDv7(), id: ticket.id };
  await solveTicket(asking, solve);
  expect((await refusalOf(reopenTicket(asking, solve))).code).toBe("request_reused");
  const { code } = await refusalOf(
    createTicket(deps, opening({ requestId, requesterId: customer.id })),
  );
  expect(code).toBe("request_reused");
});

test("the key of an undone action is used up", async () => {
  const ticket = await insertTicket(database.db, { requester_id: customer.id });
  const deps = await actingAs(database.db, agent);
  const input = change(ticket, { priority: "high" });
  const { actId } = await updateTicket(deps, input);
  await undoAct(deps, { requestId: Bun.randomUUIDv7(), actId });
  expect((await refusalOf(updateTicket(deps, input))).code).toBe("request_reused");
  await updateTicket(deps, change(ticket, { priority: "high" }));
  expect(await versionOf(ticket.id)).toBe(4);
});

test("the key of an undone merge is used up, no matter who undid it", async () => {
  const of = { requester_id: customer.id };
  const [source, target] = [
    await insertTicket(database.db, of),
    await insertTicket(database.db, of),
  ];
  const deps = await actingAs(database.db, agent);
  const input = { requestId: Bun.randomUUIDv7(), sourceId: source.id, targetId: target.id };
  await mergeTickets(deps, input);
  const another = await insertUser(database.db, { role: "Agent" });
  await unmergeTicket(await actingAs(database.db, another), {
    ...{ requestId: Bun.randomUUIDv7(), sourceId: source.id },
  });
  expect((await refusalOf(mergeTickets(deps, input))).code).toBe("request_reused");
  await mergeTickets(deps, { ...input, requestId: Bun.randomUUIDv7() });
});

test("a stored result is returned for its own key only", async () => {
  const deps = await actingAs(database.db, agent);
  const acts = ["a", "b"].map((name) => ({
    kind: "made",
    requestId: Bun.randomUUIDv7(),
    input: { name },
  }));
  const made = (name: string) => async () => ({ id: name });
  for (const act of acts) await onceKept(deps, act, made(act.input.name));
  const again = acts.map((act) => onceKept(deps, act, made("again")));
  expect(await Promise.all(again)).toEqual([{ id: "a" }, { id: "b" }]);
  const keyless = { kind: "made", input: {}, requestId: null };
  expect(await onceKept(deps, keyless, made("c"))).toEqual({ id: "c" });
  expect(await onceKept(deps, keyless, made("d"))).toEqual({ id: "d" });
});

test("a refusal does not use up a key", async () => {
  const ticket = await insertTicket(database.db, { requester_id: customer.id });
  const deps = await actingAs(database.db, agent);
  const requestId = Bun.randomUUIDv7();
  const wrong = { ...change(ticket, { status: "open" }), requestId };
  expect((await refusalOf(updateTicket(deps, wrong))).code).toBe("illegal_move");
  const right = { ...change(ticket, { status: "pending" }), requestId };
  expect((await updateTicket(deps, right)).ticket.status).toBe("pending");
});

test("two people can use the same key by chance", async () => {
  const ticket = await insertTicket(database.db, { requester_id: customer.id });
  const colleague = await insertUser(database.db, { role: "Agent" });
  const input = change(ticket, { addTags: ["a"] });
  const other = { ...input, patch: { addTags: ["b"] } };
  const [mine, theirs] = [
    await actingAs(database.db, agent),
    await actingAs(database.db, colleague),
  ];
  const { actId } = await updateTicket(mine, input);
  const second = await updateTicket(theirs, other);
  expect((await updateTicket(mine, input)).actId).toBe(actId);
  expect((await updateTicket(theirs, other)).actId).toBe(second.actId);
  expect(await versionOf(ticket.id)).toBe(3);
});

test("a stored action contains no text", async () => {
  const deps = await actingAs(database.db, agent);
  const secret = "canary-in-a-body";
  await createTicket(deps, opening({ requesterId: customer.id, subject: secret, body: secret }));
  const ticket = await insertTicket(database.db, { requester_id: customer.id, subject: secret });
  await updateTicket(deps, change(ticket, { subject: `${secret} again` }));
  const acts = await database.db.selectFrom("acts").select("made").execute();
  expect(JSON.stringify(acts)).not.toContain(secret);
});

test("a row is found by its key after the action's entry has expired, and never written twice", async () => {
  const ticket = await insertTicket(database.db, { requester_id: customer.id });
  const tomorrow = new Date(Date.now() + 25 * 3_600_000);
  const reply = { requestId: Bun.randomUUIDv7(), id: ticket.id, body: "Here you are." };
  const note = { requestId: Bun.randomUUIDv7(), id: ticket.id, body: "They called." };
  const asking = opening({ requesterId: customer.id });
  const send = async (deps: Awaited<ReturnType<typeof actingAs>>) => [
    await replyToTicket(deps, reply),
    await addNote(deps, note),
    await createTicket(deps, asking),
  ];
  const made = (answers: readonly (ActAnswer & { messageId?: string })[]) =>
    answers.map(({ actId, ticket, ...answer }) => [...[actId, ticket.id, answer.messageId]]);
  const first = await send(await actingAs(database.db, agent));
  await sweepActs(database.db, tomorrow);
  const deps = await actingAs(database.db, agent, tomorrow);
  const found = await findDone(deps, reply.requestId);
  expect(found && made([found])).toEqual(made(first.slice(0, 1)));
  const again = await send(deps);
  expect(made(again)).toEqual(made(first));
  expect(again.map(({ undoUntil }) => undoUntil)).toEqual([null, null, null]);
  const written = await database.db
    .selectFrom("messages")
    .select("request_id")
    .where("author_id", "=", agent.id)
    .where("body", "in", [reply.body, note.body, asking.body])
    .where(
      "ticket_id",
      "in",
      first.map(({ ticket }) => ticket.id),
    )
    .execute();
  const keys = [reply, note, asking].map(({ requestId }) => requestId);
  expect(written.map(({ request_id }) => request_id).sort()).toEqual(keys.sort());

  const elsewhere = await insertTicket(database.db, { requester_id: customer.id });
  for (const other of [
    () => replyToTicket(deps, { ...reply, body: "Here you are, again." }),
    () => replyToTicket(deps, { ...reply, id: elsewhere.id }),
    () => addNote(deps, { ...note, requestId: reply.requestId }),
    () =>
      updateTicket(deps, { ...change(ticket, { priority: "high" }), requestId: note.requestId }),
  ]) {
    expect((await refusalOf(other())).code).toBe("request_reused");
  }
  // Another user may have the same key by chance.
  const colleague = await insertUser(database.db, { role: "Agent" });
  const theirs = await replyToTicket(await actingAs(database.db, colleague, tomorrow), reply);
  expect(theirs.messageId).not.toBe(made(first)[0]?.[2]);
});

test("keys expire after a day", async () => {
  const ticket = await insertTicket(database.db, { requester_id: customer.id });
  const now = new Date();
  const yesterday = new Date(now.getTime() - 24 * 3_600_000 - 1000);
  const old = change(ticket, { addTags: ["old"] });
  await updateTicket(await actingAs(database.db, agent, yesterday), old);
  const recent = change(ticket, { addTags: ["young"] });
  await updateTicket(await actingAs(database.db, agent, now), recent);
  await sweepActs(database.db, now);
  const kept = await database.db
    .selectFrom("acts")
    .select("request_id")
    .where("request_id", "in", [old.requestId, recent.requestId])
    .execute();
  expect(kept).toEqual([{ request_id: recent.requestId }]);
});
