import { expect, test } from "bun:test";
import { sql } from "kysely";
import { setUpAdminDesk } from "../../../tests/support/admin-desk.ts";
import { insertCompany } from "../../../tests/support/builders.ts";
import { waitForLockQueue } from "../../../tests/support/wait-for-lock-queue.ts";
import { runJobSlice } from "../../jobs/run-slice.ts";
import { confirmImport } from "../confirm-import.ts";
import { saveImport } from "../stored-file.ts";

const { database, deps } = setUpAdminDesk();

test("no one joins a company by email domain while it is being archived", async () => {
  const company = await insertCompany(database.db);
  const domain = { domain: "closing.test", company_id: company.id };
  await database.db.insertInto("company_domains").values(domain).execute();
  const rows = [{ line: 2, cells: ["new@closing.test", "Nora"] }];
  const table = { encoding: "UTF-8", headers: ["Email", "First name"], rows };
  const { id, mapping } = await saveImport(deps, "users", { name: "people.csv", table });
  const { jobId } = await confirmImport(deps, {
    ...{ requestId: Bun.randomUUIDv7(), id, mapping },
    choices: { createCompanies: false, sendInvitations: false },
  });
  let running: Promise<boolean> | undefined;
  await database.owner.transaction().execute(async (tx) => {
    await sql`update companies set state = 'archived' where id = ${company.id}`.execute(tx);
    running = runJobSlice(deps, jobId);
    await waitForLockQueue(database);
  });
  await running;
  const { rows: made } = await sql<{ email: string; companies: number }>`
    select email, (select count(*) from user_companies where user_id = users.id) as companies
    from users where email = 'new@closing.test'`.execute(database.db);
  expect(made).toEqual([{ email: "new@closing.test", companies: 0 }]);
});
