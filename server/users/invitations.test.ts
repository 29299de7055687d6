import { expect, test } from "bun:test";
import type { MailState } from "../../shared/mails.ts";
import type { UserState } from "../../shared/users.ts";
import { insertUser } from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { createLink } from "../auth/links.ts";
import { recordAct } from "../events/record-act.ts";
import { readInvitation } from "./invitations.ts";

const now = new Date("2026-11-26T10:00:00.000Z");
const at = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60_000);
const database = setUpTestDatabase();

interface Given {
  state?: UserState;
  mail?: { state: MailState; days: number; template?: string; error?: string };
  /** `handedOver`: without an attempt to mail it. */
  link?: { days: number; isVoid?: boolean; handedOver?: boolean };
  madeDays?: number;
  passwordDays?: number;
}

async function wayIn({ state = "invited", mail, link, madeDays = -40, passwordDays }: Given) {
  const { db } = database;
  const { id } = await insertUser(db, {
    ...{ state, created_at: at(madeDays) },
    password_set_at: passwordDays === undefined ? null : at(passwordDays),
  });
  if (mail) {
    const { days, ...row } = mail;
    await db
      .insertInto("outgoing_mails")
      .values({
        ...{ id: Bun.randomUUIDv7(), template: "invitation", user_id: id, data: {}, ...row },
        ...{ next_attempt_at: at(days), created_at: at(days) },
      })
      .execute();
  }
  if (link) {
    const kind = state === "invited" ? "invitation" : "reset";
    await createLink(db, { kind, userId: id, now: at(link.days) });
    if (link.handedOver) {
      const subject = { kind: "user", id } as const;
      const made = { act: "user.link-made", actorId: null, subject } as const;
      await recordAct(db, made, { now: at(link.days), requestId: "server-shell" });
    }
    if (link.isVoid) {
      await db.updateTable("links").set({ used_at: now }).where("user_id", "=", id).execute();
    }
  }
  return await readInvitation(db, id, now);
}

/** Each attempt creates a link and drops it if the mail server refused; other cases are unknown. */
const unreached: Given = { mail: { state: "failed", days: -1 }, link: { days: -0.9 } };

const isOver = (days: number) => ({ is: "over", since: at(days).toISOString() });

test.each<[string, Given, object]>([
  ["never sent", {}, { is: "never" }],
  ["not known, of a user from before mails were stored", { madeDays: -91 }, { is: "void" }],
  ["about to be sent", { mail: { state: "queued", days: -3 } }, { is: "waiting" }],
  [
    "good",
    { mail: { state: "sent", days: -3 }, link: { days: -3 } },
    { is: "open", until: at(4).toISOString() },
  ],
  ["over", { mail: { state: "sent", days: -9 }, link: { days: -9 } }, isOver(-2)],
  ["over, and its link forgotten", { mail: { state: "sent", days: -38 } }, isOver(-31)],
  [
    "ended before its time",
    { mail: { state: "sent", days: -3 }, link: { days: -3, isVoid: true } },
    { is: "void" },
  ],
  ["one of the demo, which has no link", { mail: { state: "sent", days: -3 } }, { is: "void" }],
  ["ended before it was sent", { mail: { state: "skipped", days: -3 } }, { is: "void" }],
  ["kept", { mail: { state: "kept", days: -3 } }, { is: "kept" }],
  [
    "kept, and handed over since",
    { mail: { state: "kept", days: -3 }, link: { days: -1 } },
    { is: "open", until: at(6).toISOString() },
  ],
  ["refused", { mail: { state: "failed", days: -3 } }, { is: "undelivered" }],
  ["undelivered where no mail server was reached", unreached, { is: "undelivered" }],
  [
    "still about to be sent after a try that reached none",
    { ...unreached, mail: { state: "queued", days: -1 } },
    { is: "waiting" },
  ],
  [
    "good once it was handed over",
    { ...unreached, link: { days: -0.9, handedOver: true } },
    { is: "open", until: at(6.1).toISOString() },
  ],
  [
    "good from before, whatever became of the next",
    { ...unreached, link: { days: -2 } },
    { is: "open", until: at(5).toISOString() },
  ],
  [
    "refused after one that is over",
    { mail: { state: "failed", days: -1 }, link: { days: -9 } },
    { is: "undelivered" },
  ],
])("an invitation is %s", async (_, given, invitation) => {
  expect((await wayIn(given)).invitation).toEqual(invitation as never);
});

test("active and disabled users have no invitation", async () => {
  for (const state of ["active", "disabled"] as const) {
    expect((await wayIn({ state, mail: { state: "sent", days: -3 } })).invitation).toBeNull();
  }
});

test("a refused email is shown with its reason until a newer link exists", async () => {
  const error = "550 5.1.1 mailbox unavailable";
  const failed = { state: "failed", days: -1, error } as const;
  const told = async (given: Given) => (await wayIn(given)).undelivered;
  expect(await told({ mail: failed })).toEqual({ kind: "invitation", why: error });
  const reset = { state: "active", mail: { ...failed, template: "reset" } } as const;
  expect(await told({ ...reset, passwordDays: -9 })).toEqual({ kind: "reset", why: error });
  const aMomentAgo = { mail: { ...reset.mail, days: -0.01 }, link: { days: -0.009 } };
  expect(await told({ ...reset, ...aMomentAgo })).toEqual({ kind: "reset", why: error });
  const long = { ...failed, error: "x".repeat(900) };
  expect((await told({ mail: long }))?.why).toHaveLength(200);

  expect(await told({ ...reset, passwordDays: -0.5 })).toBeNull();
  expect(await told({ mail: failed, link: { days: -0.5, handedOver: true } })).toBeNull();
  expect(await told({ ...reset, state: "disabled" })).toBeNull();
  expect(await told({ mail: { ...failed, state: "sent" } })).toBeNull();
  expect(await told({ mail: { ...failed, template: "ticket-reply" } })).toBeNull();
  expect(await told({ ...reset, mail: { ...failed, template: "reset", days: -8 } })).toBeNull();
});
