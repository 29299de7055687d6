import { afterAll, expect, test } from "bun:test";
import type { Actor } from "../../access/actor.ts";
import { openDatabase } from "../../db/database.ts";
import type { MailFacts } from "../templates/facts.ts";
import type { MailJob } from "./lease.ts";
import { writeLetter } from "./letter.ts";

// An account mail needs no query for its text.
const db = openDatabase({ url: "postgres://unknown@127.0.0.1:1/nothing", size: 1 });
afterAll(() => db.destroy());

const facts: MailFacts = {
  ...{ deskName: "Northwind Support", firstName: "Ana", askedBy: null, answers: "unread" },
  happenedAt: new Date("2026-11-20T23:30:00Z"),
  ...{ timeZone: null, origin: "https://desk.example.com" },
};
const ana: Actor = {
  ...{ id: "ana", role: "Customer", companyScope: null, companyIds: [], seesAllOf: [] },
};
const link = "https://desk.example.com/reset-password#t0ken";

test("an account mail is sent alone, is automatic, and its link is not stored", async () => {
  const job: MailJob = {
    ...{
      id: "mail",
      template: "reset",
      userId: "ana",
      toAddress: null,
      data: {},
      createdAt: facts.happenedAt,
    },
    ...{ ticketId: null, messageId: null, attempt: 1 },
  };
  const letter = await writeLetter(db, [job], ana, facts);
  if (typeof letter === "string") throw new Error(letter);
  expect(letter.envelope).toEqual({
    automatic: "auto-generated",
    choosesAt: null,
    agentName: null,
  });
  expect(letter).toMatchObject({ localId: "mail", ticketId: null });
  const sent = letter.text(link);
  expect(sent.text).toContain(link);
  expect(sent.html).toContain(link);
  expect(letter.copy).toEqual({
    subject: sent.subject,
    body: sent.text.replace(link, "[link]"),
  });
});
