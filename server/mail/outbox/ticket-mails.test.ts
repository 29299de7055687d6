import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Role } from "../../../shared/access.ts";
import {
  insertCompany,
  insertFile,
  insertMessage,
  insertTeam,
  insertTicket,
  insertUser,
  type MessageRow,
  type TicketRow,
  type UserRow,
} from "../../../tests/support/builders.ts";
import { startMailServer } from "../../../tests/support/mail-server.ts";
import { setUpTestDatabase } from "../../../tests/support/test-database.ts";
import { createOneTicketLinks, linkKeyName } from "../../access/one-ticket-link.ts";
import { createEncryption } from "../../encryption.ts";
import { createGuardedFetch } from "../../guarded-fetch.ts";
import { createLog } from "../../log.ts";
import { spreadNews, type TicketNews } from "../../notifications/news.ts";
import { returnToStaff } from "../inbound/bounces.ts";
import { staffMailDelayMs } from "./queue-ticket-mails.ts";
import { type MailWorkerOptions, startMailWorker } from "./worker.ts";

const origin = "https://desk.example.com";
const now = new Date("2026-11-20T23:30:00Z");

const database = setUpTestDatabase();
let company: string;
let requester: UserRow;
let agent: UserRow;
let ticket: TicketRow;
let cleanups: (() => unknown)[];

beforeEach(async () => {
  cleanups = [];
  company = (await insertCompany(database.db, { name: "Kestrel" })).id;
  requester = await person("Customer", { email: "ana@kestrel.test", first_name: "Ana" });
  agent = await person("Agent", { email: "ben@desk.test", first_name: "Ben", last_name: "Ode" });
  ticket = await insertTicket(database.db, {
    requester_id: requester.id,
    company_id: company,
    subject: "The printer does not print",
  });
  // Their mails are tested with whole conversations.
  await database.db.deleteFrom("ticket_people").where("address", "is not", null).execute();
});

afterEach(async () => {
  await Promise.all(cleanups.map((cleanup) => cleanup()));
  await database.empty();
});

describe("a released reply", () => {
  test("is mailed to the requester as text and HTML, with a link that opens the ticket without signing in", async () => {
    await says(requester, "It prints *nothing*.", new Date(now.getTime() - 60_000));
    const reply = await says(agent, "Try **another** cable & <b>wait</b>.");
    const { mails } = await send([{ kind: "reply-released", ...at(reply) }]);

    expect(mails.map(({ recipient }) => recipient)).toEqual(["ana@kestrel.test"]);
    const [mail] = mails;
    const link = linkIn(mail);
    expect(mail?.subject).toBe(`Re: The printer does not print [#${ticket.number}]`);
    expect(mail?.text).toStartWith("Ben Ode wrote on 20 November 2026 at 23:30 (UTC):\n\n");
    expect(mail?.text).toContain(
      `\n\nTry **another** cable & <b>wait</b>.\n\nReply to this ticket:\n${link}\n\nYou wrote on 20 November 2026 at 23:29 (UTC):\n\n> It prints *nothing*.\n`,
    );
    expect(await opened(link)).toEqual({ userId: requester.id, ticketId: ticket.id });
    expect(mail?.text).toContain("Replies to this address aren't read. Please use the link above.");
    expect(mail?.html).toContain(`<a href="${link}"`);
    expect(mail?.html).toContain("Try <strong>another</strong> cable");
    expect(mail?.html).not.toContain("<b>wait</b>");
    expect(mail?.html).toContain("<em>nothing</em>");
    expect(mail?.from).toEqual({ name: "Ben at Frontdesk", address: "desk@example.com" });
    expect(mail?.replyTo).toBeUndefined();
  });

  test("quotes no note, no message redacted or not sent, and of a long one only its beginning", async () => {
    const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
    await says(requester, `Long ${"story ".repeat(300)}end`, before(9));
    await says(requester, "A canary that was redacted", before(8));
    await database.db
      .updateTable("messages")
      .set({ redacted_at: now, body: "" })
      .where("body", "like", "%redacted")
      .execute();
    const note = { ticket_id: ticket.id, author_id: agent.id, kind: "note" as const };
    await insertMessage(database.db, { ...note, body: "A canary" });
    await says(agent, "A canary on its way", null);
    const { mails } = await send([{ kind: "reply-released", ...at(await says(agent)) }]);
    expect(mails[0]?.source).not.toContain("canary");
    expect(mails[0]?.text).toContain("\n> Long story story");
    expect(mails[0]?.text).toContain("story …\n");
    expect(mails[0]?.text).not.toContain("end\n");
  });

  test("gives each customer their own link, and staff none", async () => {
    const colleague = await person("Customer", { email: "cleo@kestrel.test" });
    const eager = await person("Agent", { email: "eager@desk.test" });
    await choose(eager, "followed", true);
    await follow(colleague, eager);
    const { mails } = await send([{ kind: "reply-released", ...at(await says(agent)) }]);
    const mailTo = (address: string) => mails.find(({ recipient }) => recipient === address);
    const [anas, cleos] = [mailTo("ana@kestrel.test"), mailTo("cleo@kestrel.test")];
    expect(await opened(linkIn(anas))).toMatchObject({ userId: requester.id });
    expect(await opened(linkIn(cleos))).toMatchObject({ userId: colleague.id });
    const toStaff = mailTo("eager@desk.test");
    expect(toStaff?.source).not.toContain("/t#");
    expect(toStaff?.text).toStartWith(`Reply here:\n${origin}/ticket/${ticket.number}\n\n`);
    expect(toStaff?.from).toEqual({ name: "Frontdesk", address: "desk@example.com" });
  });

  test("that resolves the ticket says so to the requester only, and asks for a rating", async () => {
    const friend = await person("Customer", { email: "cleo@kestrel.test" });
    const whole = { user_id: friend.id, company_id: company, sees_all_tickets: true };
    await database.db.insertInto("user_companies").values(whole).execute();
    await follow(friend);
    await choose(friend, "followed", true);
    const solved = { status: "resolved", last_resolved_at: now } as const;
    const set = (values: object) => database.db.updateTable("tickets").set(values).execute();
    const toldOf = async () => {
      const { mails } = await send([{ kind: "reply-released", ...at(await says(agent)) }]);
      return Object.fromEntries(
        mails.map(({ recipient, text }) => [
          recipient,
          [text?.includes("marked as solved"), text?.includes("rate our help")],
        ]),
      );
    };
    await set(solved);
    const others = { "cleo@kestrel.test": [false, false] };
    expect(await toldOf()).toEqual({ "ana@kestrel.test": [true, true], ...others });
    await set({ rating: "good", rated_at: now });
    expect(await toldOf()).toEqual({ "ana@kestrel.test": [true, false], ...others });
  });

  test("names the files of the message that still exist", async () => {
    const reply = await says(agent);
    const file = { message_id: reply.id, uploader_id: agent.id };
    await insertFile(database.db, { ...file, name: "label <8.5>.pdf", position: 2 });
    await insertFile(database.db, { ...file, name: "photo.png", position: 1 });
    await insertFile(database.db, { ...file, name: "secret.txt", redacted: true });
    const other = await says(agent);
    await insertFile(database.db, { ...file, message_id: other.id, name: "another.png" });
    const { mails } = await send([{ kind: "reply-released", ...at(reply) }]);

    const [mail] = mails;
    expect(mail?.text).toContain("2 files in the ticket: photo.png, label <8.5>.pdf\n");
    expect(mail?.html).toContain("2 files in the ticket: photo.png, label &lt;8.5&gt;.pdf");
    expect(mail?.text).not.toContain("secret.txt");
  });

  test("belongs to the ticket's conversation, with the same id at every attempt", async () => {
    const reply = await says(agent);
    const { mails } = await send([{ kind: "reply-released", ...at(reply) }]);
    const again = await says(agent);
    const { mails: later } = await send([{ kind: "reply-released", ...at(again) }]);

    const root = `<ticket.${ticket.id}@desk.example.com>`;
    const id = mails[0]?.messageId ?? "";
    expect(id).toStartWith(`<${reply.id}.${requester.id}.`);
    expect(id).toMatch(/\.[a-z2-7]{16}@desk\.example\.com>$/);
    expect([mails[0]?.inReplyTo, mails[0]?.references]).toEqual([root, root]);
    expect([later[0]?.inReplyTo, later[0]?.references]).toEqual([root, `${root} ${id}`]);
    expect(header(mails[0], "auto-submitted")).toBeUndefined();
    expect(header(mails[0], "list-id")).toBeUndefined();
    expect(header(mails[0], "list-unsubscribe")).toBeUndefined();
    expect(header(mails[0], "x-auto-response-suppress")).toBe("All");
  });

  test("has MAIL_REPLY_TO for replies, and the agent's name before the sender name of MAIL_FROM", async () => {
    const reply = await says(agent);
    const { mails } = await send([{ kind: "reply-released", ...at(reply) }], {
      mailReplyTo: "help@example.com",
      mailFrom: "Kestrel Care <care@example.com>",
    });
    expect(mails[0]?.replyTo).toEqual([{ name: "", address: "help@example.com" }]);
    expect(mails[0]?.from).toEqual({
      name: "Ben at Kestrel Care",
      address: "care@example.com",
    });
    expect(mails[0]?.text).toContain("are read, but aren't added to the ticket");
  });

  test("is mailed to followers by their choice, once each, and not to its author", async () => {
    const colleague = await person("Customer", { email: "cleo@kestrel.test" });
    const quiet = await person("Customer", { email: "quiet@kestrel.test" });
    const eager = await person("Agent", { email: "eager@desk.test" });
    const calm = await person("Agent", { email: "calm@desk.test" });
    await choose(quiet, "followed", false);
    await choose(eager, "followed", true);
    await follow(colleague, quiet, eager, calm, agent);
    await choose(agent, "followed", true);
    const reply = await says(agent);
    const news: TicketNews = { kind: "reply-released", ...at(reply) };
    const { mails } = await send([news, news]);
    expect(recipientsOf(mails)).toEqual([
      "ana@kestrel.test",
      "cleo@kestrel.test",
      "eager@desk.test",
    ]);
    expect(recipientsOf((await send([news])).mails)).toEqual([]);
    const toFollower = mails.find(({ recipient }) => recipient === "cleo@kestrel.test");
    expect(toFollower?.text).toContain("because you follow this ticket");
    expect(toFollower?.text).toContain(`${origin}/profile`);
    expect(header(toFollower, "list-unsubscribe")).toBe(`<${origin}/profile>`);
  });

  test("shows its time in the reader's time zone", async () => {
    await database.db
      .updateTable("users")
      .set({ time_zone: "Asia/Tokyo" })
      .where("id", "=", requester.id)
      .execute();
    const { mails } = await send([{ kind: "reply-released", ...at(await says(agent)) }]);
    expect(mails[0]?.text).toContain("21 November 2026 at 08:30 (Asia/Tokyo)");
  });

  test("reaches a customer who has not accepted their invitation", async () => {
    await database.db
      .updateTable("users")
      .set({ state: "invited" })
      .where("id", "=", requester.id)
      .execute();
    const { mails } = await send([{ kind: "reply-released", ...at(await says(agent)) }]);
    expect(recipientsOf(mails)).toEqual(["ana@kestrel.test"]);
  });

  test("is mailed for the ticket it was merged into in the meantime", async () => {
    const reply = await says(agent);
    const target = await insertTicket(database.db, {
      requester_id: requester.id,
      company_id: company,
      subject: "The target",
    });
    await queue([{ kind: "reply-released", ...at(reply) }]);
    await database.db.updateTable("messages").set({ ticket_id: target.id }).execute();
    await database.db
      .updateTable("tickets")
      .set({ status: "closed", closed_at: now, merged_into_id: target.id })
      .where("id", "=", ticket.id)
      .execute();
    const { mails } = await deliver();
    expect(mails[0]?.subject).toBe(`Re: The target [#${target.number}]`);
    expect(await opened(linkIn(mails[0]))).toMatchObject({ ticketId: target.id });
  });

  test("stores no text and no link in its row, before and after", async () => {
    await says(requester, "A canary of theirs", new Date(now.getTime() - 60_000));
    const reply = await says(agent, "A canary in plain sight");
    await queue([{ kind: "reply-released", ...at(reply) }]);
    expect(JSON.stringify(await rows())).not.toContain("canary");
    await deliver();
    const [row] = await rows();
    expect(row).toMatchObject({ state: "sent", address: "ana@kestrel.test" });
    expect(row?.body).toContain("[message]");
    expect(row?.body).toContain("Reply to this ticket:\n[link]\n");
    expect(JSON.stringify(row)).not.toMatch(/canary|\/t#/);
  });
});

describe("a queued mail is not sent", () => {
  const cases: [string, string, () => Promise<unknown>][] = [
    [
      "of a redacted message",
      "The message has been redacted.",
      () => database.db.updateTable("messages").set({ redacted_at: now, body: "" }).execute(),
    ],
    [
      "of a reply that is not released",
      "The message is not public.",
      () => database.db.updateTable("messages").set({ released_at: null }).execute(),
    ],
    [
      "of a ticket marked as spam",
      "The person no longer has access to this ticket.",
      () => database.db.updateTable("tickets").set({ spam_at: now }).execute(),
    ],
    [
      "to a disabled user",
      "The person has been disabled.",
      () => database.db.updateTable("users").set({ state: "disabled" }).execute(),
    ],
    [
      "to a deleted user",
      "The person has been deleted.",
      () =>
        database.db
          .updateTable("users")
          .set({ state: "disabled", email: null, deleted_at: now })
          .execute(),
    ],
  ];

  test.each(cases)("%s", async (_what, why, happens) => {
    const reply = await says(agent, "A canary");
    await queue([{ kind: "reply-released", ...at(reply) }]);
    await happens();
    const { mails } = await deliver();
    expect(mails).toEqual([]);
    expect(await rows()).toMatchObject([{ state: "skipped", error: why, subject: null }]);
  });

  test("to an agent who lost the company", async () => {
    const narrow = await person("Agent", { company_scope: "assigned" });
    await follow(narrow);
    await choose(narrow, "followed", true);
    await choose(requester, "followed", true);
    const reply = await says(agent);
    await queue([{ kind: "reply-released", ...at(reply) }]);
    expect(recipientsOf((await deliver()).mails)).toEqual(["ana@kestrel.test"]);
    expect(await rows()).toContainEqual(
      expect.objectContaining({
        user_id: narrow.id,
        error: "The person no longer has access to this ticket.",
      }),
    );
  });

  test("to a follower who stopped following, staff or not", async () => {
    const [eager, friend] = [await person("Agent"), await person("Customer")];
    await follow(eager, friend);
    // They continue to follow another ticket.
    await insertTicket(database.db, { requester_id: requester.id, followers: [eager.id] });
    await choose(eager, "followed", true);
    const whole = { user_id: friend.id, company_id: company, sees_all_tickets: true };
    await database.db.insertInto("user_companies").values(whole).execute();
    await queue([{ kind: "reply-released", ...at(await says(agent)) }]);
    const part = database.db.deleteFrom("ticket_people");
    await part.where("user_id", "in", [eager.id, friend.id]).execute();
    // Following another ticket does not count.
    await insertTicket(database.db, { requester_id: requester.id, followers: [eager.id] });
    expect(recipientsOf((await deliver()).mails)).toEqual(["ana@kestrel.test"]);
    const skipped = (await rows()).filter(({ state }) => state === "skipped");
    expect(skipped.map(({ error }) => error)).toEqual(
      Array(2).fill("The person no longer follows this ticket."),
    );
  });

  test("about an assignment that was changed", async () => {
    await queue([{ kind: "assigned", ticketId: ticket.id, assigneeId: agent.id }], requester);
    expect((await deliver()).mails).toEqual([]);
    expect(await rows()).toMatchObject([
      { state: "skipped", error: "The ticket is no longer assigned to this person." },
    ]);
  });

  test("about a team's ticket that was assigned or moved to another team", async () => {
    const [one, other] = [await insertTeam(database.db), await insertTeam(database.db)];
    const of = { team_id: one.id, user_id: agent.id };
    await database.db.insertInto("team_members").values(of).execute();
    const set = (values: object) => database.db.updateTable("tickets").set(values).execute();
    const given = [
      { team_id: one.id, assignee_id: requester.id, unassigned_since: null },
      { team_id: other.id, assignee_id: null, unassigned_since: now },
    ];
    for (const then of given) {
      await set({ team_id: one.id, assignee_id: null, unassigned_since: now });
      await queue([{ kind: "team", ticketId: ticket.id }], requester);
      await set(then);
      expect((await deliver()).mails).toEqual([]);
    }
    expect((await rows()).map(({ state, error }) => [state, error])).toEqual(
      Array(2).fill(["skipped", "The ticket is no longer waiting for a team of this person."]),
    );
    await set({ team_id: one.id });
    const { mails } = await send([{ kind: "team", ticketId: ticket.id }], {}, requester);
    expect(recipientsOf(mails)).toEqual(["ben@desk.test"]);
  });

  test("about a message that was undone", async () => {
    const reply = await says(agent);
    await queue([{ kind: "reply-released", ...at(reply) }]);
    await database.db.deleteFrom("messages").execute();
    expect(await rows()).toEqual([]);
  });

  test("to staff who became customers", async () => {
    await assign(agent);
    const note = { ticket_id: ticket.id, author_id: requester.id, kind: "note" as const };
    for (const news of [
      { kind: "customer-wrote", ...at(await says(requester)) },
      { kind: "mentioned", ...at(await insertMessage(database.db, note)), userIds: [agent.id] },
      { kind: "assigned", ticketId: ticket.id, assigneeId: agent.id },
      { kind: "reopened", ticketId: ticket.id },
      { kind: "rated", ticketId: ticket.id },
    ] as const) {
      await queue([news], requester);
    }
    await database.db
      .updateTable("users")
      .set({ role: "Customer", company_scope: null })
      .where("id", "=", agent.id)
      .execute();
    expect((await deliver()).mails).toEqual([]);
    expect((await rows()).map(({ error }) => error)).toEqual(
      Array(5).fill("The person is no longer staff."),
    );
  });
});

describe("a note", () => {
  test("mails the mentioned person the number and the link, without its text", async () => {
    const note = await insertMessage(database.db, {
      ticket_id: ticket.id,
      author_id: agent.id,
      kind: "note",
      body: "A canary for @Cleo",
    });
    const cleo = await person("Agent", { email: "cleo@desk.test" });
    const { mails } = await send(
      [{ kind: "mentioned", ...at(note), userIds: [cleo.id, agent.id] }],
      {},
      agent,
    );
    expect(recipientsOf(mails)).toEqual(["cleo@desk.test"]);
    expect(mails[0]?.subject).toBe(`[#${ticket.number}] You were mentioned`);
    expect(mails[0]?.text).toContain(`${origin}/ticket/${ticket.number}`);
    expect(mails[0]?.source).not.toMatch(/canary|printer|Kestrel|Ben Ode/);
    expect(header(mails[0], "auto-submitted")).toBe("auto-generated");
  });

  test("is never mailed as a reply or as the opening of a ticket", async () => {
    const note = await insertMessage(database.db, {
      ticket_id: ticket.id,
      author_id: agent.id,
      kind: "note",
      body: "A canary from the phone",
    });
    const { mails } = await send([{ kind: "opened", ...at(note) }], {}, agent);
    expect(recipientsOf(mails)).toEqual(["ana@kestrel.test"]);
    expect(header(mails[0], "auto-submitted")).toBe("auto-generated");
    expect(mails[0]?.text).toContain("Ben Ode opened ticket");
    expect(mails[0]?.source).not.toContain("canary");

    const another = await insertMessage(database.db, {
      ticket_id: ticket.id,
      author_id: agent.id,
      kind: "note",
    });
    const queued = await rows();
    await queue([{ kind: "reply-released", ...at(another) }]);
    expect(await rows()).toEqual(queued);
  });
});

describe("a new ticket", () => {
  test("of a requester is confirmed to them, as an automatic reply", async () => {
    const first = await says(requester);
    const { mails } = await send([{ kind: "opened", ...at(first) }], {}, requester);
    expect(recipientsOf(mails)).toEqual(["ana@kestrel.test"]);
    expect(header(mails[0], "auto-submitted")).toBe("auto-replied");
    expect(mails[0]?.text).toContain(`We've received your message and will reply in ticket`);
    expect(mails[0]?.text).toContain(
      "\n\nYou wrote on 20 November 2026 at 23:30 (UTC):\n\n> Words.\n",
    );
    expect(mails[0]?.from).toEqual({ name: "Frontdesk", address: "desk@example.com" });
  });

  test("opened by staff is mailed to the requester with the first message", async () => {
    const first = await says(agent, "As we said on the phone");
    const { mails } = await send([{ kind: "opened", ...at(first) }], {}, agent);
    expect(recipientsOf(mails)).toEqual(["ana@kestrel.test"]);
    expect(header(mails[0], "auto-submitted")).toBe("auto-generated");
    expect(mails[0]?.text).toContain("Ben Ode opened ticket");
    expect(mails[0]?.text).toContain("As we said on the phone");
  });

  test("opened by staff with a reply that can be undone is mailed once, when it is released", async () => {
    const first = await says(agent, "On its way", null);
    expect((await send([{ kind: "opened", ...at(first) }], {}, agent)).mails).toEqual([]);
    await database.db.updateTable("messages").set({ released_at: now }).execute();
    const { mails } = await send([{ kind: "reply-released", ...at(first) }], {}, null);
    expect(recipientsOf(mails)).toEqual(["ana@kestrel.test"]);
  });
});

describe("a customer's message", () => {
  test("is mailed to the assignee, and to followers who chose it", async () => {
    const eager = await person("Agent", { email: "eager@desk.test" });
    const calm = await person("Agent", { email: "calm@desk.test" });
    await choose(eager, "followed", true);
    await follow(eager, calm);
    await assign(agent);
    const { mails } = await send([{ kind: "customer-wrote", ...at(await says(requester)) }]);
    expect(recipientsOf(mails)).toEqual(["ben@desk.test", "eager@desk.test"]);
    const [toAssignee, toFollower] = ["ben@desk.test", "eager@desk.test"].map((address) =>
      mails.find(({ recipient }) => recipient === address),
    );
    expect(toAssignee?.text).toContain("because the ticket is assigned to you.");
    expect(toFollower?.text).toContain("because you follow this ticket.");
    expect(header(mails[0], "list-id")).toBe("<tickets.desk.example.com>");
    expect(header(mails[0], "list-unsubscribe")).toBe(`<${origin}/profile>`);
    expect(mails.every((mail) => header(mail, "auto-submitted") === "auto-generated")).toBe(true);
  });

  test("is not mailed to people who switched it off", async () => {
    await assign(agent);
    await choose(agent, "customer-wrote", false);
    const { mails } = await send([{ kind: "customer-wrote", ...at(await says(requester)) }]);
    expect(mails).toEqual([]);
  });

  test("in an unassigned ticket is mailed to its team", async () => {
    const team = await insertTeam(database.db);
    const mate = await person("Agent", { email: "mate@desk.test" });
    await database.db
      .insertInto("team_members")
      .values([agent, mate].map(({ id }) => ({ team_id: team.id, user_id: id })))
      .execute();
    await database.db.updateTable("tickets").set({ team_id: team.id }).execute();
    const first = await says(requester);
    const { mails } = await send([{ kind: "customer-wrote", ...at(first) }], {}, requester);
    expect(recipientsOf(mails)).toEqual(["ben@desk.test", "mate@desk.test"]);
  });

  test("in an unassigned ticket without a team is mailed to those who chose it, in their scope", async () => {
    const elsewhere = (await insertCompany(database.db)).id;
    const far = await person("Agent", {
      ...{ email: "far@desk.test", company_scope: "assigned", companies: [elsewhere] },
    });
    const left = await person("Customer", { email: "left@desk.test" });
    for (const asker of [agent, far, left]) await choose(asker, "unassigned", true);
    const opening = await says(requester);
    const { mails } = await send([{ kind: "opened", ...at(opening) }], {}, requester);
    expect(recipientsOf(mails)).toEqual(["ana@kestrel.test", "ben@desk.test"]);
    const told = mails.find(({ recipient }) => recipient === "ben@desk.test");
    expect(told?.text).toContain("You're receiving this because this ticket is unassigned.");
    // Not queued and then skipped: the list of mails must not show mails that were never meant.
    const rows = database.db.selectFrom("outgoing_mails").select("user_id").execute();
    expect((await rows).map(({ user_id }) => user_id)).not.toContain(far.id);
    await assign(agent);
    await choose(agent, "customer-wrote", false);
    const later = await says(requester);
    expect((await send([{ kind: "customer-wrote", ...at(later) }])).mails).toEqual([]);
  });

  test("is mailed to the requester if a colleague wrote it", async () => {
    const colleague = await person("Customer", { email: "cleo@kestrel.test" });
    await follow(colleague);
    const { mails } = await send([{ kind: "customer-wrote", ...at(await says(colleague)) }]);
    expect(recipientsOf(mails)).toEqual(["ana@kestrel.test"]);
  });
});

describe("a customer who reopens a ticket without a message", () => {
  const reopened = (): TicketNews => ({ kind: "reopened", ticketId: ticket.id });

  test("is reported to the assignee, and to following staff who chose it, each with the reason", async () => {
    const eager = await person("Agent", { email: "eager@desk.test" });
    await choose(eager, "followed", true);
    await follow(eager);
    await assign(agent);
    const { mails } = await send([reopened()], {}, requester);
    expect(recipientsOf(mails)).toEqual(["ben@desk.test", "eager@desk.test"]);
    const textTo = (address: string) =>
      mails.find(({ recipient }) => recipient === address)?.text ?? "";
    const name = `Ana ${requester.last_name}`;
    for (const { text } of mails) {
      expect(text).toContain(`\n${name} reopened ticket #${ticket.number}:\n`);
    }
    expect(textTo("ben@desk.test")).toContain("because the ticket is assigned to you.");
    expect(textTo("eager@desk.test")).toContain("because you follow this ticket.");
    expect(mails.map((mail) => header(mail, "auto-submitted"))).toEqual(
      Array(2).fill("auto-generated"),
    );
  });

  test("is reported to the team as such, even if a member also follows", async () => {
    const team = await insertTeam(database.db);
    const of = { team_id: team.id, user_id: agent.id };
    await database.db.insertInto("team_members").values(of).execute();
    await database.db.updateTable("tickets").set({ team_id: team.id }).execute();
    await follow(agent);
    const { mails } = await send([reopened()], {}, requester);
    expect(mails.map(({ text }) => /because (.*)\./.exec(text ?? "")?.[1])).toEqual([
      "your team received this ticket",
    ]);
  });

  test("is reported to no one once it is resolved again", async () => {
    await assign(agent);
    await queue([reopened()], requester);
    await database.db.updateTable("tickets").set({ status: "resolved" }).execute();
    expect((await deliver()).mails).toEqual([]);
    expect(await rows()).toMatchObject([
      { state: "skipped", error: "The ticket has been solved again." },
    ]);
  });
});

test("an assignment is mailed to the assignee, not to people who assign themselves", async () => {
  await assign(agent);
  const lead = await person("Super Admin", { first_name: "Lea", last_name: "Lead" });
  const news: TicketNews = { kind: "assigned", ticketId: ticket.id, assigneeId: agent.id };
  expect((await send([news], {}, agent)).mails).toEqual([]);
  const { mails } = await send([news], {}, lead);
  expect(recipientsOf(mails)).toEqual(["ben@desk.test"]);
  expect(mails[0]?.text).toContain(`Lea Lead assigned ticket #${ticket.number} to you:`);
  const [row] = await rows();
  expect(mails[0]?.messageId).toStartWith(`<${row?.id}.${agent.id}.`);
  expect(mails[0]?.text).toContain("From Ana Person");
  expect(mails[0]?.text).toContain("Kestrel.");
});

test("neither subject nor names can add a header or a recipient", async () => {
  const subject = `${"Long words of a subject, ".repeat(11)}\u00fcber\r\nBcc: eve@example.com`;
  await database.db
    .updateTable("tickets")
    .set({ subject: subject.slice(0, 300) })
    .execute();
  await database.db
    .updateTable("users")
    .set({ first_name: "Ben\r\nBcc: eve@example.com", last_name: '<eve@example.com>, "' })
    .where("role", "=", "Agent")
    .execute();
  const rename = (name: string) => database.db.updateTable("desk").set({ name }).execute();
  await rename("Desk\r\nBcc: eve@example.com");
  cleanups.push(() => rename("Frontdesk"));
  const { mails } = await send([{ kind: "reply-released", ...at(await says(agent)) }]);
  const [mail] = mails;
  expect(mails).toHaveLength(1);
  expect(mail?.bcc ?? []).toEqual([]);
  expect(mail?.to?.map(({ address }) => address)).toEqual(["ana@kestrel.test"]);
  const head = mail?.source.split("\r\n\r\n")[0] ?? "";
  expect(head).not.toMatch(/^bcc:/im);
  for (const line of head.split("\r\n")) expect(line.length).toBeLessThan(200);
  expect(mail?.subject).toStartWith("Re: Long words of a subject, ");
  expect(mail?.subject).toEndWith(` [#${ticket.number}]`);
});

describe("mails about what staff did", () => {
  test("wait 30 seconds; a customer's message is mailed immediately", async () => {
    const team = await insertTeam(database.db);
    const member = await person("Agent", { email: "mia@desk.test" });
    const of = { team_id: team.id, user_id: member.id };
    await database.db.insertInto("team_members").values(of).execute();
    const teams = await insertTicket(database.db, {
      ...{ requester_id: requester.id, company_id: company, team_id: team.id },
    });
    await assign(agent);
    await database.db
      .updateTable("tickets")
      .set({ assignee_id: null, unassigned_since: now })
      .where("id", "=", teams.id)
      .execute();
    const lead = await person("Super Admin", { first_name: "Lea" });
    const note = await insertMessage(database.db, {
      ...{ ticket_id: ticket.id, author_id: lead.id, kind: "note" as const, body: "See this." },
    });
    await queue(
      [
        { kind: "assigned", ticketId: ticket.id, assigneeId: agent.id },
        { kind: "team", ticketId: teams.id },
        { kind: "mentioned", ...at(note), userIds: [member.id] },
      ],
      lead,
    );
    await queue([{ kind: "customer-wrote", ...at(await says(requester)) }], requester);
    const after = async (seconds: number) => {
      const { mails } = await deliver({}, new Date(now.getTime() + seconds * 1000));
      return recipientsOf(mails);
    };
    expect(await after(29)).toEqual(["ben@desk.test"]);
    expect(await after(30)).toEqual(["ben@desk.test", "mia@desk.test", "mia@desk.test"]);
  });

  test("are not sent about a note that was redacted in the meantime", async () => {
    const note = await insertMessage(database.db, {
      ...{ ticket_id: ticket.id, author_id: requester.id, kind: "note" as const },
      ...{ body: "", redacted_at: now },
    });
    const { mails } = await send([{ kind: "mentioned", ...at(note), userIds: [agent.id] }]);
    expect(mails).toEqual([]);
    expect(await rows()).toMatchObject([
      { state: "skipped", error: "The message has been redacted." },
    ]);
  });
});

test("without news no statement is sent", async () => {
  await queue([]);
  expect(await rows()).toEqual([]);
});

async function person(
  role: Role,
  given: Partial<Parameters<typeof insertUser>[1]> = {},
): Promise<UserRow> {
  return await insertUser(database.db, { role, ...given });
}

async function says(
  author: UserRow,
  body = "Words.",
  released_at: Date | null = now,
): Promise<MessageRow> {
  return await insertMessage(database.db, {
    ticket_id: ticket.id,
    author_id: author.id,
    body,
    created_at: now,
    released_at,
  });
}

function at(message: MessageRow): { ticketId: string; messageId: string } {
  return { ticketId: message.ticket_id, messageId: message.id };
}

async function follow(...people: UserRow[]): Promise<void> {
  await database.db
    .insertInto("ticket_people")
    .values(people.map(({ id }) => ({ ticket_id: ticket.id, user_id: id })))
    .execute();
}

async function assign(assignee: UserRow): Promise<void> {
  await database.db
    .updateTable("tickets")
    .set({ assignee_id: assignee.id, unassigned_since: null })
    .execute();
}

async function choose(
  who: UserRow,
  kind: "followed" | "customer-wrote" | "unassigned",
  mail: boolean,
): Promise<void> {
  await database.db
    .insertInto("notification_choices")
    .values({ user_id: who.id, kind, bell: true, mail })
    .execute();
}

async function queue(
  news: readonly TicketNews[],
  actor: UserRow | null = null,
  when = now,
): Promise<void> {
  await database.db.transaction().execute((tx) => spreadNews(tx, actor, news, when));
}

async function send(
  news: readonly TicketNews[],
  settings: Partial<MailWorkerOptions["config"]> = {},
  actor: UserRow | null = null,
) {
  await queue(news, actor);
  return await deliver(settings);
}

/** Delivers everything queued through a real mail server, after the delay of mails about staff actions. */
async function deliver(
  settings: Partial<MailWorkerOptions["config"]> = {},
  when = new Date(now.getTime() + staffMailDelayMs),
) {
  const server = await startMailServer();
  const worker = startMailWorker({
    db: database.db,
    config: {
      smtpUrl: server.url,
      mailFrom: "desk@example.com",
      mailReplyTo: null,
      baseUrl: origin,
      ...settings,
    },
    encryption: createEncryption([]),
    guardedFetch: createGuardedFetch({ allowPrivate: [] }),
    log: createLog("error"),
    now: () => when,
    origin: () => origin,
    onUndelivered: returnToStaff,
  });
  cleanups.push(async () => {
    await worker.stop();
    await server.stop();
  });
  await worker.settled();
  await worker.stop();
  return { mails: server.received };
}

/** The link that opens the ticket of a mail to a customer. */
function linkIn(mail: { text?: string } | undefined): string {
  return /^https:\S+\/t#\S+$/m.exec(mail?.text ?? "")?.[0] ?? "";
}

/** Whom the link is for, and which ticket it opens. */
async function opened(link: string): Promise<{ userId: string; ticketId: string }> {
  const { db } = database;
  const { value } = await db
    .selectFrom("secrets")
    .select("value")
    .where("name", "=", linkKeyName)
    .executeTakeFirstOrThrow();
  const token = link.split("#")[1];
  const { person } = await createOneTicketLinks(value).open({ db, now }, token);
  return { userId: person.actor.id, ticketId: person.ticketId };
}

function rows() {
  return database.db.selectFrom("outgoing_mails").selectAll().orderBy("id").execute();
}

function recipientsOf(mails: readonly { recipient: string }[]): string[] {
  return mails.map(({ recipient }) => recipient).sort();
}

function header(
  mail: { headers: { key: string; value: string }[] } | undefined,
  name: string,
): string | undefined {
  return mail?.headers.find(({ key }) => key === name)?.value;
}
