import { afterAll, beforeAll, expect, test } from "bun:test";
import { actingAs } from "../../tests/support/acting.ts";
import {
  type CompanyRow,
  insertCompany,
  insertTicket,
  type UserRow,
} from "../../tests/support/builders.ts";
import type { TestDatabase } from "../../tests/support/postgres.ts";
import { createSmallDesk } from "../../tests/support/small-desk.ts";
import { storedTicket } from "../../tests/support/stored.ts";
import { moveTicket } from "./move-to-company.ts";

let database: TestDatabase;
let acme: CompanyRow;
let ana: UserRow;
let maya: UserRow;

beforeAll(async () => {
  ({ database, acme, ana, maya } = await createSmallDesk());
}, 60_000);
afterAll(() => database.drop());

test("tickets move along while they belong to the source and are visible; no others do", async () => {
  const { db } = database;
  const [target, third] = [await insertCompany(db), await insertCompany(db)];
  const ticket = (given: object = {}) =>
    insertTicket(db, { requester_id: ana.id, company_id: acme.id, ...given });
  const [goes, stays] = [await ticket(), await ticket()];
  const left = await ticket({ company_id: third.id });
  const hidden = [
    await ticket({ spam_at: new Date() }),
    await ticket({ status: "closed", merged_into_id: stays.id }),
  ];
  const deps = await actingAs(db, maya);
  const merge = { sourceId: acme.id, targetId: target.id };
  for (const { id } of [goes, left, ...hidden]) {
    await db.transaction().execute((tx) => moveTicket(tx, deps, id, merge));
  }
  expect((await storedTicket(db, goes.id)).company_id).toBe(target.id);
  for (const { id, company_id } of [stays, left, ...hidden]) {
    expect(await storedTicket(db, id)).toMatchObject({ company_id, version: 1 });
  }
});
