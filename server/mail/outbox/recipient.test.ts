import { beforeAll, describe, expect, test } from "bun:test";
import type { MailTemplate } from "../../../shared/mails.ts";
import { insertCompany, insertUser, type UserRow } from "../../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../../tests/support/test-database.ts";
import type { MailJob } from "./lease.ts";
import { findRecipient } from "./recipient.ts";

const database = setUpTestDatabase();
let maya: UserRow;
beforeAll(async () => {
  maya = await insertUser(database.db, {
    first_name: "Maya",
    last_name: "Chen",
    role: "Super Admin",
  });
}, 60_000);

const createdAt = new Date("2026-11-20T09:00:00.000Z");
const jobFor = (user: UserRow | null, template: MailTemplate, data: unknown = {}): MailJob => ({
  ...{ id: Bun.randomUUIDv7(), template, userId: user?.id ?? null, data, createdAt },
  ...{ toAddress: null, ticketId: null, messageId: null, attempt: 1 },
});
const find = (user: UserRow | null, template: MailTemplate, data?: unknown) =>
  findRecipient(database.db, jobFor(user, template, data));

const deleted = "The person has been deleted.";
const disabled = "The person has been disabled.";
const accepted = "The person has already accepted an invitation.";
const waits = "The person has not accepted their invitation yet.";

describe("the recipient of a mail", () => {
  test("is read with current permissions and names, and who asked for it", async () => {
    const { db } = database;
    const [whole, half] = [await insertCompany(db), await insertCompany(db)];
    const other = await insertCompany(db);
    await insertUser(db, { companies: [other.id] });
    const ana = await insertUser(db, {
      ...{ first_name: "Ana", last_name: "Ruiz", email: "ana@mail.test", time_zone: "Europe/Oslo" },
      companies: [{ id: whole.id, seesAllTickets: true }, half.id],
    });
    const found = await find(ana, "reset", { askedBy: maya.id });
    if (typeof found === "string") throw new Error(found);
    const { actor, ...rest } = found;
    expect({ ...actor, companyIds: actor.companyIds.toSorted() }).toEqual({
      ...{ id: ana.id, role: "Customer", companyScope: null, seesAllOf: [whole.id] },
      companyIds: [whole.id, half.id].sort(),
    });
    expect(rest).toEqual({
      ...{ copied: null, name: "Ana Ruiz", address: "ana@mail.test" },
      facts: {
        ...{ deskName: "Frontdesk", firstName: "Ana", askedBy: "Maya Chen" },
        ...{ happenedAt: createdAt, timeZone: "Europe/Oslo" },
      },
    });
  });

  test("does not see a deleted user as the one who asked, nor a user who did not ask", async () => {
    const ana = await insertUser(database.db);
    const gone = await insertUser(database.db, {
      ...{ role: "Super Admin", state: "disabled", email: null, deleted_at: new Date() },
    });
    for (const data of [{}, { askedBy: gone.id }, { askedBy: Bun.randomUUIDv7() }]) {
      expect(await find(ana, "reset", data)).toMatchObject({ facts: { askedBy: null } });
    }
  });
});

describe("a mail has no recipient", () => {
  test("if it names none, or who asked cannot be read", async () => {
    const noRecipient = "This email has no recipient.";
    expect(await find(null, "reset")).toBe(noRecipient);
    expect(await find(maya, "reset", { askedBy: "Maya" })).toBe(noRecipient);
    expect(await find(maya, "reset", "nothing")).toBe(noRecipient);
  });

  test("if the person was deleted or never existed", async () => {
    const given = { state: "disabled", email: null, deleted_at: new Date() } as const;
    expect(await find(await insertUser(database.db, given), "reset")).toBe(deleted);
    expect(await find({ ...maya, id: Bun.randomUUIDv7() }, "reset")).toBe(deleted);
  });

  test.each<[string, Partial<UserRow>, Partial<Record<MailTemplate, string>>]>([
    ["who is active", {}, { invitation: accepted }],
    [
      "who is invited as a customer",
      { state: "invited" },
      { reset: waits, "reset-by-admin": waits },
    ],
    [
      "who is invited as an agent",
      { state: "invited", role: "Agent", company_scope: "all" },
      { reset: waits, "reset-by-admin": waits, "ticket-reply": waits, "ticket-assigned": waits },
    ],
    [
      "who is disabled",
      { state: "disabled" },
      {
        ...{ reset: disabled, "reset-by-admin": disabled, invitation: disabled },
        ...{ "password-changed": disabled, "ticket-reply": disabled, "ticket-assigned": disabled },
      },
    ],
  ])("%s, if it no longer concerns them", async (_, given, reasons) => {
    const user = await insertUser(database.db, given);
    const found = await Promise.all(
      (
        [
          ...(["reset", "reset-by-admin", "invitation", "password-changed"] as const),
          ...(["ticket-reply", "ticket-assigned"] as const),
        ] satisfies MailTemplate[]
      ).map(async (template) => [template, await find(user, template)] as const),
    );
    const refused = found.filter(([, outcome]) => typeof outcome === "string");
    expect<unknown>(Object.fromEntries(refused)).toEqual(reasons);
  });
});
