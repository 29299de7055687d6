import { beforeAll, expect, test } from "bun:test";
import { appRouter } from "../server/rpc/router.ts";
import { insertTeam, insertTicket, insertUser } from "./support/builders.ts";
import { addPerson } from "./support/people.ts";
import { setUpTestServer } from "./support/test-server.ts";
import type { Visitor } from "./support/visitor.ts";

// After a lost connection the client cannot know whether a request was executed, so it sends it again.

const server = setUpTestServer();
let visitor: Visitor;
beforeAll(async () => {
  const admin = await addPerson(server.db, "Super Admin");
  visitor = server.visitor();
  await visitor.signIn(admin.email);
}, 60_000);

type Given = Record<string, unknown>;
interface Sent {
  input: Given;
  /** Another input under the same key. */
  other: Given;
}

const key = () => ({ requestId: Bun.randomUUIDv7() });
const name = (stem = "named") => `${stem} ${Bun.randomUUIDv7().slice(-12)}`;
const macroInput = () => ({ name: name(), body: "Hello", shared: true, changes: {} });

const newUser = () => ({
  ...{ firstName: "New", lastName: "Person", role: "Customer" },
  email: `${Bun.randomUUIDv7()}@again.test`,
});

const newCustomer = () => ({
  ...{ firstName: "New", lastName: "Customer", companyId: null },
  email: `${Bun.randomUUIDv7()}@again.test`,
});

async function tag(): Promise<{ id: string; name: string }> {
  const said = name("tag");
  const requester = await insertUser(server.db);
  await insertTicket(server.db, { requester_id: requester.id, tags: [said] });
  const found = await server.db.selectFrom("tags").selectAll().where("name", "=", said).execute();
  return found[0] ?? { id: "", name: "" };
}

async function done(call: string, input: Given): Promise<Given> {
  const { status, body, text } = await visitor.mutate(call, { ...key(), ...input });
  expect([call, status, text]).toEqual([call, 200, text]);
  return body.result.data;
}

const named = (id: unknown, more: Given = {}) => ({
  input: { id, ...more, name: name() },
  other: { id, ...more, name: name() },
});
const alone = (id: unknown) => ({ input: { id }, other: { id: Bun.randomUUIDv7() } });
const macro = async () => (await done("macros.save", macroInput())).id;
const view = async () => (await done("views.save", { name: name(), q: "is:open" })).id;

const acts: Record<string, () => Sent | Promise<Sent>> = {
  "teams.create": () => ({ input: { name: name() }, other: { name: name() } }),
  "teams.rename": async () => {
    const team = await insertTeam(server.db);
    return named(team.id, { base: team.name });
  },
  "teams.delete": async () => {
    const team = await insertTeam(server.db);
    const requester = await insertUser(server.db);
    await insertTicket(server.db, { requester_id: requester.id, team_id: team.id });
    return { input: { id: team.id, to: null }, other: { id: team.id } };
  },
  "tags.rename": async () => {
    const { id, name: base } = await tag();
    return named(id, { base });
  },
  "tags.merge": async () => {
    const [one, into, other] = [await tag(), await tag(), await tag()];
    return { input: { id: one.id, into: into.id }, other: { id: one.id, into: other.id } };
  },
  "tags.delete": async () => alone((await tag()).id),
  "tags.undo": async () => alone((await done("tags.delete", { id: (await tag()).id })).undoId),
  "macros.save": () => ({ input: macroInput(), other: macroInput() }),
  "macros.delete": async () => alone(await macro()),
  "views.save": () => ({
    input: { name: name(), q: "is:open", shared: true },
    other: { name: name(), q: "is:open", shared: true },
  }),
  "views.rename": async () => named(await view()),
  "views.change": async () => {
    const id = await view();
    return { input: { id, q: "is:unread" }, other: { id, q: "is:snoozed" } };
  },
  "views.share": async () => {
    const id = await view();
    return { input: { id, shared: true }, other: { id, shared: false } };
  },
  "views.delete": async () => alone(await view()),
  "users.create": () => ({ input: newUser(), other: newUser() }),
  "users.createCustomer": () => ({ input: newCustomer(), other: newCustomer() }),
  "users.delete": async () => alone((await insertUser(server.db)).id),
};

async function sentAs(call: string): Promise<Sent> {
  const act = acts[call];
  if (!act) throw new Error(call);
  return await act();
}

const told = async () =>
  Number(
    (
      await server.db
        .selectFrom("audit_log")
        .select((select) => select.fn.countAll().as("count"))
        .executeTakeFirstOrThrow()
    ).count,
  );

test.each(Object.keys(acts))(
  "%s takes effect once, and a repeat returns its answer",
  async (call) => {
    const { input, other } = await sentAs(call);
    const { requestId } = key();
    const first = await visitor.mutate(call, { requestId, ...input });
    expect([first.status, first.body.error]).toEqual([200, undefined]);
    const lines = await told();
    const again = await visitor.mutate(call, { requestId, ...input });
    expect([again.status, again.body.result]).toEqual([200, first.body.result]);
    expect(await told()).toBe(lines);
    const another = await visitor.mutate(call, { requestId, ...other });
    expect([another.status, another.body.error?.data.code]).toEqual([409, "request_reused"]);
  },
);

interface Procedure {
  _def: { type: string; inputs: { shape?: object }[] };
}

/** Calls without a key. */
const keyless = {
  twiceIsOnce: [
    ...["session.end", "session.endOthers", "users.endSession", "users.endSessions"],
    "users.cancelAddressChange",
    ...["account.setNotificationChoice", "account.updateProfile", "desk.update", "desk.setLogo"],
    ...["desk.dismissSetUp", "desk.resume"],
    ...["users.update", "companies.update", "companies.assignAgent", "companies.setMember"],
    ...["teams.setMember", "tickets.link", "tickets.unlink", "imports.discard"],
    ...["tickets.redactMessage", "tickets.redactFile", "tickets.redactSubject"],
    "tickets.undoReply",
    ...["tickets.markRead", "tickets.setReadMarks", "notifications.markRead"],
    ...["presence.look", "presence.leave", "companies.stopMerge", "jobs.cancel"],
    ...["mailboxes.pause", "mailboxes.retry", "mailboxes.compare", "inbound.chooseImages"],
    ...["apiTokens.revoke", "apiTokens.revokeAny"],
    ...["webhooks.pause", "webhooks.resume", "webhooks.sendAgain", "webhooks.skip"],
    "webhooks.sendAll",
  ],
  changesNothing: ["account.readLink", "tickets.preview", "mailboxes.test"],
  findsTheSameAgain: ["mailboxes.findTest"],
  continuesARevision: ["drafts.save"],
  spendsItsPasswordOrLink: ["account.changePassword", "account.answerAddressChange"],
  bringsALinkOrMailAnew: [
    ...["account.requestReset", "users.resetByAdmin", "users.resendInvitation", "users.makeLink"],
    ...["mails.sendTest", "mailboxes.sendTest"],
    "mailboxes.signIn",
    // Each is a new secret, shown once.
    ...["apiTokens.create", "apiTokens.createApp", "mailboxes.makeKey"],
  ],
};

test("every call that is not idempotent by nature is listed", () => {
  const procedures: Record<string, Procedure> = appRouter._def.procedures as never;
  const changing = Object.keys(procedures).filter(
    (call) => procedures[call]?._def.type === "mutation",
  );
  const isKeyed = (call: string) =>
    procedures[call]?._def.inputs.some(({ shape }) => shape && "requestId" in shape);
  expect(changing.filter((call) => !isKeyed(call)).sort()).toEqual(
    Object.values(keyless).flat().sort(),
  );
  // The other calls are tested next to their commands.
  const tried = changing.filter((call) => /^(teams|tags|macros|views|users)\./.test(call));
  const jobs = ["users.bulk", "users.undoBulk"];
  expect(Object.keys(acts).sort()).toEqual(
    tried.filter((call) => isKeyed(call) && !jobs.includes(call)).sort(),
  );
});

test("a repeated call that was undone is not reported as done", async () => {
  const { id } = await tag();
  const sent = { ...key(), id };
  const { undoId } = (await visitor.mutate("tags.delete", sent)).body.result.data;
  await done("tags.undo", { id: undoId });
  const again = await visitor.mutate("tags.delete", sent);
  expect(again.body.error?.data.code).toBe("request_reused");
});
