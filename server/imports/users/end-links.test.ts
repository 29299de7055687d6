import { afterAll, beforeAll, expect, test } from "bun:test";
import { createAdminDesk } from "../../../tests/support/admin-desk.ts";
import { insertUser } from "../../../tests/support/builders.ts";
import type { TestDatabase } from "../../../tests/support/postgres.ts";
import { createLink } from "../../auth/links.ts";
import { queueMail } from "../../events/queue-mail.ts";
import type { JobDeps } from "../../jobs/handlers.ts";
import { runJobSlice } from "../../jobs/run-slice.ts";
import { confirmImport } from "../confirm-import.ts";
import { keepImport } from "../kept-file.ts";

let database: TestDatabase;
let deps: JobDeps;
beforeAll(async () => {
  ({ database, deps } = await createAdminDesk());
}, 60_000);
afterAll(() => database.drop());

test("of whose role a file changes, a link opens nothing and a mail that waits brings none", async () => {
  const { db, now } = deps;
  const changed = await insertUser(db, { role: "Agent", email: "demoted@desk.test" });
  const other = await insertUser(db, { role: "Agent", email: "other@desk.test" });
  for (const { id } of [changed, other]) {
    await createLink(db, { kind: "reset", userId: id, now });
    await queueMail(db, { template: "reset", userId: id, data: {} }, now);
  }
  const rows = [{ line: 2, cells: ["demoted@desk.test", "Customer"] }];
  const table = { encoding: "UTF-8", headers: ["Email", "Role"], rows };
  const { id, mapping } = await keepImport(deps, "users", { name: "people.csv", table });
  const { jobId } = await confirmImport(deps, {
    ...{ requestId: Bun.randomUUIDv7(), id, mapping },
    choices: { createCompanies: false, sendInvitations: false },
  });
  await runJobSlice(deps, jobId);

  const links = await db.selectFrom("links").select(["user_id", "used_at"]).execute();
  const isVoid = (userId: string) =>
    links.find((link) => link.user_id === userId)?.used_at !== null;
  expect([isVoid(changed.id), isVoid(other.id)]).toEqual([true, false]);
  const mails = await db.selectFrom("outgoing_mails").select(["user_id", "state"]).execute();
  const stateOf = (userId: string) => mails.find((mail) => mail.user_id === userId)?.state;
  expect([stateOf(changed.id), stateOf(other.id)]).toEqual(["skipped", "queued"]);
});
