import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Mail, MailPage, MailState, MailTemplate } from "../../shared/mails.ts";
import type { ListMailsInput } from "../../shared/schemas/mails.ts";
import { insertTicket, insertUser, type UserRow } from "../../tests/support/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/postgres.ts";
import { encodeCursor } from "../db/keyset.ts";
import { listMails } from "./sent-mails.ts";

const created = new Date("2026-11-20T09:00:00Z");
const userId = Bun.randomUUIDv7();
/** The creation time of the newest mail, unless a test creates another. */
const listed = new Date(created.getTime() + 3_600_000);
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db
    .insertInto("users")
    .values({
      id: userId,
      first_name: "Ana",
      last_name: "Ruiz",
      email: "ana@example.com",
      role: "Customer",
      state: "active",
    })
    .execute();
  // Only times and ids determine the order.
  for (const number of [3, 6, 0, 5, 2, 4, 1]) {
    await database.db
      .insertInto("outgoing_mails")
      .values({
        // The earlier the time, the higher the id.
        id: `0199${9 - Math.floor(number / 3)}000-0000-7000-8000-00000000000${number}`,
        template: "reset",
        user_id: userId,
        data: {},
        state: "sent",
        next_attempt_at: created,
        // Three with the same time.
        created_at: new Date(created.getTime() + Math.floor(number / 3) * 1000),
        address: `old${number}@example.com`,
        subject: `Mail ${number}`,
        body: "Words",
        sent_at: created,
        attempts: 1,
      })
      .execute();
  }
});

afterAll(async () => {
  await database.drop();
});

describe("the list of mails", () => {
  test("is sorted newest first, in pages without loss or repetition", async () => {
    const subjects: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await list({ cursor, limit: 2 });
      subjects.push(...page.mails.map(({ subject }) => subject));
      cursor = page.nextCursor;
    } while (cursor);
    expect(subjects).toEqual([6, 5, 4, 3, 2, 1, 0].map((number) => `Mail ${number}`));
  });

  test("has no cursor after its last page", async () => {
    expect((await list({ limit: 7 })).nextCursor).toBeNull();
    expect((await list({ limit: 6 })).nextCursor).not.toBeNull();
  });

  test("shows the sent mail, and nothing else of the row", async () => {
    const { mails } = await list({ limit: 1 });
    expect(mails).toEqual([
      {
        id: expect.any(String),
        template: "reset",
        state: "sent",
        to: "old6@example.com",
        subject: "Mail 6",
        text: "Words",
        ticket: null,
        newLink: null,
        attempts: 1,
        error: null,
        createdAt: "2026-11-20T09:00:02.000Z",
        sentAt: "2026-11-20T09:00:00.000Z",
      },
    ]);
  });

  test("shows recipient and subject of a mail that was not tried yet", async () => {
    const queued = await database.db.transaction().execute(async (tx) => {
      const id = Bun.randomUUIDv7();
      await tx
        .insertInto("outgoing_mails")
        .values({
          id,
          template: "reset",
          user_id: userId,
          data: {},
          next_attempt_at: created,
          created_at: new Date(created.getTime() + 60_000),
        })
        .execute();
      return id;
    });
    const { mails } = await list({ limit: 1 });
    await database.db.deleteFrom("outgoing_mails").where("id", "=", queued).execute();
    expect(mails[0]).toMatchObject({
      state: "queued",
      to: "ana@example.com",
      subject: "Choose a new password for Frontdesk",
      text: "",
    } satisfies Partial<Mail>);
  });

  test("shows a mail's ticket, and an unknown template by its key", async () => {
    const { db } = database;
    const ticket = await insertTicket(db, { requester_id: userId, subject: "It burns" });
    const row = { user_id: userId, data: {}, next_attempt_at: created };
    const at = (seconds: number) => new Date(created.getTime() + seconds * 1000);
    const [id, other] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
    await db
      .insertInto("outgoing_mails")
      .values([
        { ...row, id, template: "ticket-reply", ticket_id: ticket.id, created_at: at(61) },
        { ...row, id: other, template: "pigeon", created_at: at(60) },
      ])
      .execute();
    const { mails } = await list({ limit: 2 });
    await db.deleteFrom("outgoing_mails").where("id", "in", [id, other]).execute();
    const number = Number(ticket.number);
    expect(mails).toMatchObject([
      {
        template: "ticket-reply",
        subject: `Re: It burns [#${number}]`,
        ticket: { id: ticket.id, number },
      },
      { template: null, subject: "pigeon", ticket: null },
    ]);
  });

  test("is filtered by state and recipient, page by page", async () => {
    const other = await insertUser(database.db, {});
    const row = { template: "reset", data: {}, next_attempt_at: created };
    const failed = [0, 1, 2].map((second) => ({
      ...{ ...row, id: Bun.randomUUIDv7(), state: "failed" as const, subject: `Failed ${second}` },
      user_id: second === 1 ? other.id : userId,
      created_at: new Date(created.getTime() + second * 1000),
    }));
    await database.db.insertInto("outgoing_mails").values(failed).execute();
    const narrowed = async (filter: { state?: MailState; userId?: string }) => {
      const subjects: string[] = [];
      let cursor: string | null = null;
      do {
        const page: MailPage = await list({ ...filter, cursor, limit: 1 });
        subjects.push(...page.mails.map(({ subject }) => subject));
        cursor = page.nextCursor;
      } while (cursor);
      return subjects;
    };
    const found = [
      await narrowed({ state: "failed" }),
      await narrowed({ state: "failed", userId: other.id }),
      await narrowed({ userId: other.id }),
      await narrowed({ state: "kept" }),
    ];
    const ids = failed.map(({ id }) => id);
    await database.db.deleteFrom("outgoing_mails").where("id", "in", ids).execute();
    expect(found).toEqual([["Failed 2", "Failed 1", "Failed 0"], ["Failed 1"], ["Failed 1"], []]);
  });

  test.each([
    "x",
    encodeCursor([1, userId]),
    encodeCursor(["-created", "2026-11-20T10:00:00Z", "2"]),
    encodeCursor(["-created", "2026-11-20", userId]),
    encodeCursor(["-created", 1e15, userId]),
    encodeCursor(["-created", -1, userId]),
    encodeCursor(["-created", "2026-11-20T10:00:00Z", null]),
    encodeCursor(["-created", "2026-11-20T10:00:00Z", userId, 3]),
    encodeCursor(["created", "2026-11-20T10:00:00Z", userId]),
  ])("refuses %j as a cursor", async (cursor) => {
    await expect(list({ cursor, limit: 2 })).rejects.toMatchObject({ code: "invalid_cursor" });
  });

  describe("a new link is offered", () => {
    const people = {
      reset: { user: {}, newLink: { isInvited: false, onServerOnly: false } },
      invitation: {
        user: { state: "invited", role: "Super Admin" },
        newLink: { isInvited: true, onServerOnly: true },
      },
      "reset-by-admin": {
        user: { role: "Super Admin", password_set_at: created },
        newLink: { isInvited: false, onServerOnly: true },
      },
    } as const;

    test.each(Object.keys(people) as (keyof typeof people)[])("a kept %s", async (template) => {
      const user = await insertUser(database.db, people[template].user);
      const { mails } = await listOneTo(user, { template, state: "kept" });
      const { id, first_name: firstName, last_name: lastName, email } = user;
      expect(mails[0]?.newLink).toEqual({
        user: { id, firstName, lastName, email: email ?? "" },
        ...people[template].newLink,
      });
    });

    test.each([
      ["one that was sent", "reset", "sent", "active"],
      ["one without a link", "password-changed", "kept", "active"],
      ["one to a user disabled since", "reset", "kept", "disabled"],
    ] as const)("not by %s", async (_, template, state, of) => {
      const user = await insertUser(database.db, { state: of });
      const { mails } = await listOneTo(user, { template, state });
      expect(mails[0]).toMatchObject({ template, state, newLink: null });
    });

    test("not for people who have signed in by another link since", async () => {
      for (const since of [listed, new Date(listed.getTime() + 60_000)]) {
        const user = await insertUser(database.db, { password_set_at: since });
        const { mails } = await listOneTo(user, { template: "invitation", state: "kept" });
        expect(mails[0]).toMatchObject({ state: "kept", newLink: null });
      }
    });

    test("not for anyone if a mail server delivers it", async () => {
      const user = await insertUser(database.db, {});
      const { mails } = await listOneTo(user, { template: "reset", state: "kept" }, true);
      expect(mails[0]).toMatchObject({ state: "kept", newLink: null });
    });
  });

  test("not for a mail of the demo, which is marked as such", async () => {
    const user = await insertUser(database.db, {});
    const mail = { template: "reset", state: "sent" } as const;
    const { mails } = await listOneTo(user, { ...mail, address: null });
    expect(mails[0]).toMatchObject({ state: "demo", to: user.email ?? "" });
    expect((await listOneTo(user, mail)).mails[0]).toMatchObject({ state: "sent" });
  });

  test("and whether mails are sent or stored is shown", async () => {
    expect((await listMails({ db: database.db, sending: false }, { limit: 1 })).sending).toBe(
      false,
    );
  });
});

function list(input: ListMailsInput) {
  return listMails({ db: database.db, sending: true }, input);
}

/** Adds the newest mail of the list. */
async function listOneTo(
  { id }: UserRow,
  mail: { template: MailTemplate; state: MailState; address?: null },
  sending = false,
) {
  const row = { address: "to@desk.test", ...mail, id: Bun.randomUUIDv7(), user_id: id, data: {} };
  const times = { next_attempt_at: created, created_at: listed };
  await database.db
    .insertInto("outgoing_mails")
    .values({ ...row, ...times })
    .execute();
  const page = await listMails({ db: database.db, sending }, { limit: 1 });
  await database.db.deleteFrom("outgoing_mails").where("id", "=", row.id).execute();
  return page;
}
