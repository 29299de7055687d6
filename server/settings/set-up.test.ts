import { expect, test } from "bun:test";
import { actingAs } from "../../tests/support/acting.ts";
import { insertTeam, insertTicket, insertUser } from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { dismissSetUp, readSetUp } from "./settings.ts";

const database = setUpTestDatabase();

const nothing = { appearance: false, email: false, agent: false, team: false, ticket: false };

test("each step of the set-up is done once the desk has what it asks for", async () => {
  const { db } = database;
  const admin = await insertUser(db, { role: "Super Admin" });
  const done = async (smtpUrl: string | null = null) => (await readSetUp(db, { smtpUrl })).done;
  const customer = await insertUser(db, {});
  expect(await done()).toEqual(nothing);
  expect(await done("smtp://mail.test")).toEqual({ ...nothing, email: true });
  await insertUser(db, { role: "Agent", state: "disabled" });
  expect((await done()).agent).toBe(false);
  await insertUser(db, { role: "Agent", state: "invited" });
  expect(await done()).toEqual({ ...nothing, agent: true });
  await insertTeam(db);
  await insertTicket(db, { requester_id: customer.id });
  expect(await done()).toEqual({ ...nothing, agent: true, team: true, ticket: true });
  await db.updateTable("desk").set({ name: "Kestrel Care" }).execute();
  expect((await done()).appearance).toBe(false);

  expect((await readSetUp(db, { smtpUrl: null })).isDismissed).toBe(false);
  await dismissSetUp(await actingAs(db, admin));
  expect((await readSetUp(db, { smtpUrl: null })).isDismissed).toBe(true);
});
