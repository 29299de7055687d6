import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createLink } from "../server/auth/links.ts";
import { exportRefused, getImportResult } from "../server/imports/import-result.ts";
import { discardImport, getImport } from "../server/imports/kept-file.ts";
import { sweepImports } from "../server/imports/sweep-imports.ts";
import { jobHandlers } from "../server/job-handlers.ts";
import { cancelJob } from "../server/jobs/cancel-job.ts";
import type { JobDeps } from "../server/jobs/handlers.ts";
import { runJobSlice, runSlice } from "../server/jobs/run-slice.ts";
import { sweepJobs } from "../server/jobs/sweep-jobs.ts";
import { importLimits } from "../shared/imports.ts";
import { actingAs, refusalOf } from "./support/acting.ts";
import {
  insertCompany,
  insertSession,
  insertTicket,
  insertUser,
  type UserRow,
} from "./support/builders.ts";
import { confirm, finish, importAll, preview, upload } from "./support/importing.ts";
import { meanwhile } from "./support/meanwhile.ts";
import { createTestDatabase, type TestDatabase } from "./support/postgres.ts";
import { actsOn, linesOn } from "./support/stored.ts";

let database: TestDatabase;
let admin: UserRow;
let deps: JobDeps;
let made = 0;

beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database.drop());
beforeEach(async () => {
  admin = await insertUser(database.db, { role: "Super Admin" });
  deps = await actingAs(database.db, admin);
});

const address = () => `import-${++made}@import.test`;
const named = (word: string) => `${word} ${++made}`;

async function userOf(email: string) {
  const user = await database.db
    .selectFrom("users")
    .selectAll()
    .where((where) => where(where.fn("lower", ["email"]), "=", email.toLowerCase()))
    .executeTakeFirst();
  return user ?? null;
}

async function companiesOf(userId: string) {
  return await database.db
    .selectFrom("user_companies")
    .innerJoin("companies", "companies.id", "user_companies.company_id")
    .select(["companies.name", "sees_all_tickets as whole"])
    .where("user_id", "=", userId)
    .orderBy("companies.name")
    .execute();
}

const counts = (created: number, updated = 0, skipped = 0, refused = 0) => ({
  ...{ created, updated, skipped, refused },
});

describe("users are brought in", () => {
  test("new, changed and unchanged ones; nothing before it is confirmed; a second time nothing", async () => {
    const acme = await insertCompany(database.db, { name: named("Acme") });
    const [fresh, known, same] = [address(), address(), address()];
    await insertUser(database.db, { email: known, first_name: "Old", phone: "1" });
    await insertUser(database.db, { email: same, first_name: "Same", last_name: "One" });
    const rows = [
      ["E-mail", "First name", "Last name", "Phone", "Company", "Time zone", "Shoes"],
      [fresh, "Ana", "Ferreira", "=1+1", acme.name.toUpperCase(), "Europe/Lisbon", "38"],
      [known.toUpperCase(), "New", "", "+49 30 1", "", "", ""],
      [same, "Same", "One", "", "", "", ""],
    ];
    const file = await upload(deps, "users", rows);
    expect(file.columns.map(({ header }) => header)).toEqual(rows[0] as string[]);
    expect(file.mapping.at(-1)).toBeNull();
    expect(await preview(deps, file)).toMatchObject({
      counts: counts(1, 1, 1),
      sample: [
        {
          line: 2,
          outcome: "created",
          changes: ["Ana Ferreira", "Customer", acme.name, "=1+1", "Europe/Lisbon"],
        },
        { line: 3, outcome: "updated", changes: ["First name: Old → New", "Phone: 1 → +49 30 1"] },
      ],
    });
    expect(await userOf(fresh)).toBeNull();

    const result = await finish(deps, await confirm(deps, file));
    expect(result.counts).toEqual(counts(1, 1, 1));
    const ana = await userOf(fresh);
    expect(ana).toMatchObject({
      ...{ first_name: "Ana", last_name: "Ferreira", role: "Customer", state: "invited" },
      ...{ phone: "=1+1", time_zone: "Europe/Lisbon", password_hash: null },
      company_names: acme.folded_name,
    });
    expect(await companiesOf(ana?.id ?? "")).toEqual([{ name: acme.name, whole: false }]);
    const { first_name: firstName, last_name: lastName, email, phone } = ana ?? {};
    expect(await linesOn(database.db, ana?.id ?? "")).toEqual([
      {
        ...{ act: "user.created", by: admin.id, of: ana?.id ?? "", before: null },
        fields: ["firstName", "lastName", "companies", "phone", "timeZone", "email"],
        after: { firstName, lastName, email, phone },
      },
    ]);
    expect(await userOf(known)).toMatchObject({
      email: known,
      first_name: "New",
      last_name: expect.stringMatching(/./),
    });

    expect((await importAll(deps, "users", rows)).counts).toEqual(counts(0, 0, 3));
  });

  test("before it is confirmed it is said who would see what, of companies that no row names too", async () => {
    const [joins, has, other] = await Promise.all(
      ["Joins", "Has", "Names"].map((word) => insertCompany(database.db, { name: named(word) })),
    );
    const domain = `joins-${++made}.test`;
    await database.db
      .insertInto("company_domains")
      .values({ domain, company_id: joins?.id ?? "" })
      .execute();
    const known = await insertUser(database.db, { email: address(), role: "Customer" });
    await database.db
      .insertInto("user_companies")
      .values({ user_id: known.id, company_id: has?.id ?? "" })
      .execute();
    const [idle, busy] = [address(), address()];
    const file = await upload(deps, "users", [
      ["E-Mail-Adresse", "Vorname", "Role", "Company scope", "Companies", "Sees all tickets of"],
      [`new@${domain}`, "Joan", "", "", "", ""],
      [known.email ?? "", "", "", "", other?.name ?? "", "yes"],
      [idle, "Ida", "Agent", "", "", ""],
      [busy, "Bea", "Agent", "all", "", ""],
    ]);
    const shown = await preview(deps, file);
    expect(shown.sample.map(({ changes }) => changes)).toEqual([
      ["Joan", "Customer", joins?.name ?? ""],
      [`Companies: ${has?.name} → ${other?.name} (sees all company tickets)`],
      ["Ida", "Agent", "Tickets of assigned companies"],
      ["Bea", "Agent", "Every ticket"],
    ]);
    expect(shown.warnings).toEqual([
      { line: 4, subject: idle, message: "With no company assigned this agent sees no ticket." },
    ]);
  });

  test("each bad row is named with its line and all its reasons, in the preview and the result alike", async () => {
    const [double, lone] = [address(), address()];
    const rows = [
      ["Email", "First name", "Role", "Company scope", "Companies", "Time zone", "State"],
      ["ana@", "Ana", "Boss", "", "", "Mars/Olympus", "gone"],
      ["", "Nobody", "", "", "", "", ""],
      [double, "First", "", "", "", "", ""],
      [double.toUpperCase(), "Second", "", "", "", "", ""],
      [lone, "", "Customer", "all", "No such company", "", ""],
      [address(), "x".repeat(81), "", "", "", "", ""],
      [address(), "Too", "", "", "", "", "", "many"],
      [admin.email ?? "", "", "Agent", "", "", "", ""],
      [admin.email?.toUpperCase() ?? "", "", "", "", "", "", "disabled"],
    ];
    const reasons = [
      [2, /Role: “Boss” is none of Super Admin, Agent, Customer\./],
      [
        2,
        /Time zone: This is not a time zone\..*State: “gone” is none of.*Email: This is not an email/,
      ],
      [3, /Email is missing\./],
      [5, /Line 4 has this address already\./],
      [6, /There is no company called No such company\..*First name is missing\..*Only an Agent/],
      [7, /First name: At most 80 characters/],
      [8, /It has 8 cells, and there are 7 columns\./],
      [9, /You cannot delete, disable or demote yourself\./],
      [10, /Line 9 has this address already\./],
    ] as const;
    const file = await upload(deps, "users", rows);
    const shown = await preview(deps, file);
    const result = await finish(deps, await confirm(deps, file));
    expect(shown.counts).toEqual(counts(1, 0, 0, 8));
    expect(result.counts).toEqual(counts(1, 0, 0, 8));
    for (const [line, words] of reasons) {
      expect(shown.refused.find((row) => row.line === line)?.reasons.join(" ")).toMatch(words);
      const told = result.refused.find(({ subject }) => subject.startsWith(`Line ${line}:`));
      expect(told?.message).toMatch(words);
    }
    expect(await userOf(lone)).toBeNull();
    expect(await userOf(admin.email ?? "")).toMatchObject({ role: "Super Admin", state: "active" });
    const signedOut = await exportRefused({ ...deps, sessionId: "ended" }, result.job.id);
    for (const _ of ["the columns", "the first rows"]) await signedOut.next();
    expect((await refusalOf(signedOut.next())).code).toBe("session_expired");
  });

  test("a role that changes ends sessions, empties companies and lets tickets go", async () => {
    const company = await insertCompany(database.db, { name: named("Left") });
    const email = address();
    const agent = await insertUser(database.db, {
      ...{ email, role: "Agent", company_scope: "assigned", companies: [company.id] },
      password_hash: "x",
    });
    const customer = await insertUser(database.db, { companies: [company.id] });
    const ticket = await insertTicket(database.db, {
      ...{ requester_id: customer.id, company_id: company.id, status: "open" },
      ...{ assignee_id: agent.id, unassigned_since: null },
    });
    await insertSession(database.db, agent.id);
    await importAll(deps, "users", [
      ["Email", "Role"],
      [email, "customer"],
    ]);
    expect(await userOf(email)).toMatchObject({ role: "Customer", company_scope: null });
    expect(await companiesOf(agent.id)).toEqual([]);
    const { assignee_id } = await database.db
      .selectFrom("tickets")
      .select("assignee_id")
      .where("id", "=", ticket.id)
      .executeTakeFirstOrThrow();
    expect(assignee_id).toBeNull();
    const sessions = database.db
      .selectFrom("sessions")
      .select("id")
      .where("user_id", "=", agent.id);
    expect(await sessions.execute()).toEqual([]);
    expect(await actsOn(database.db, agent.id)).toEqual(["user.updated"]);
  });

  test("what somebody loses nobody else does, and it is told with what was before", async () => {
    const { db } = database;
    const company = await insertCompany(db, { name: named("Stays") });
    const agent = () =>
      insertUser(db, { role: "Agent", company_scope: "assigned", companies: [company.id] });
    const [gone, stays] = [await agent(), await agent()];
    const customer = await insertUser(db, { companies: [company.id] });
    const ticket = await insertTicket(db, {
      ...{ requester_id: customer.id, company_id: company.id, followers: [gone.id, stays.id] },
    });
    await insertSession(db, stays.id);
    await importAll(deps, "users", [
      ["Email", "Role"],
      [gone.email ?? "", "Customer"],
    ]);
    expect(await companiesOf(stays.id)).toHaveLength(1);
    expect(await companiesOf(customer.id)).toHaveLength(1);
    const open = db.selectFrom("sessions").select("id").where("user_id", "=", stays.id);
    expect(await open.execute()).toHaveLength(1);
    const people = db.selectFrom("ticket_people").select("user_id").orderBy("user_id");
    expect(
      (await people.where("ticket_id", "=", ticket.id).execute()).map((one) => one.user_id),
    ).toEqual([stays.id, customer.id].sort());
    expect(await linesOn(db, gone.id)).toEqual([
      {
        ...{ act: "user.updated", by: admin.id, of: gone.id },
        fields: ["role", "companyScope", "companies"],
        before: { role: "Agent", companyScope: "assigned", companies: [company.id] },
        after: { role: "Customer", companyScope: null, companies: [] },
      },
    ]);
  });

  test("whoever is let in again is active with a password, and invited without", async () => {
    const [known, never] = [address(), address()];
    await insertUser(database.db, { email: known, state: "disabled", password_hash: "x" });
    await insertUser(database.db, { email: never, state: "disabled" });
    await importAll(deps, "users", [
      ["Email", "State"],
      [known, "active"],
      [never, "active"],
    ]);
    expect(await userOf(known)).toMatchObject({ state: "active" });
    expect(await userOf(never)).toMatchObject({ state: "invited" });
  });

  test("what was mailed to whoever is disabled or gets another role opens nothing, sent or not", async () => {
    const { db } = database;
    const asked = { password_hash: "x", role: "Agent", company_scope: "all" } as const;
    const [off, demoted, stays] = [
      await insertUser(db, asked),
      await insertUser(db, asked),
      await insertUser(db, asked),
    ];
    const now = new Date();
    for (const { id: user_id } of [off, demoted, stays]) {
      const mails = [
        { template: "reset" },
        { template: "reset", state: "sent" as const },
        { template: "password-changed" },
      ].map((mail) => ({ ...mail, id: Bun.randomUUIDv7(), user_id, data: {} }));
      const at = { next_attempt_at: now, created_at: now };
      for (const mail of mails) {
        await db
          .insertInto("outgoing_mails")
          .values({ ...mail, ...at })
          .execute();
      }
      await createLink(db, { kind: "reset", userId: user_id, now });
    }
    await importAll(deps, "users", [
      ["Email", "Role", "State", "Phone"],
      [off.email ?? "", "", "disabled", ""],
      [demoted.email ?? "", "Customer", "", ""],
      [stays.email ?? "", "", "", "1"],
    ]);
    const of = async ({ id }: UserRow) => {
      const mails = db.selectFrom("outgoing_mails").select("state").where("user_id", "=", id);
      const states = (await mails.orderBy("id").execute()).map(({ state }) => state);
      const links = db.selectFrom("links").select("used_at").where("user_id", "=", id);
      return [...states, (await links.executeTakeFirstOrThrow()).used_at !== null];
    };
    expect([await of(off), await of(demoted), await of(stays)]).toEqual([
      ["skipped", "sent", "queued", true],
      ["skipped", "sent", "queued", true],
      ["queued", "sent", "queued", false],
    ]);
  });

  test("companies are found in any case, made where that is chosen, and joined by mail domain", async () => {
    const domain = `d${++made}.test`;
    const known = await insertCompany(database.db, { name: named("Known"), domains: [domain] });
    await insertCompany(database.db, {
      ...{ name: named("Closed"), domains: [`off-${domain}`], state: "archived" },
    });
    const made1 = named("Bolt; Sons");
    const rows = [
      ["Email", "First name", "Companies", "Sees all tickets of"],
      [`one@${domain}`, "One", "", ""],
      [
        `two@${domain}`,
        "Two",
        `${known.name.toUpperCase()}; "${made1}"`,
        `"${made1.toLowerCase()}"`,
      ],
      [`three@${domain}`, "Three", `"${made1}"`, "yes"],
      [`four@${domain}`, "Four", known.name, "Elsewhere"],
      [`five@off-${domain}`, "Five", "", ""],
    ];
    const file = await upload(deps, "users", rows);
    const before = await preview(deps, file);
    expect(before.counts).toEqual(counts(2, 0, 0, 3));
    expect(before.unknownCompanies).toEqual({ names: [made1], count: 1 });
    const choices = { createCompanies: true };
    expect((await preview(deps, file, { choices })).counts).toEqual(counts(4, 0, 0, 1));
    const { counts: done } = await finish(deps, await confirm(deps, file, { choices }));
    expect(done).toEqual(counts(4, 0, 0, 1));
    expect(await companiesOf((await userOf(`five@off-${domain}`))?.id ?? "")).toEqual([]);
    const of = async (name: string) => companiesOf((await userOf(`${name}@${domain}`))?.id ?? "");
    expect(await of("one")).toEqual([{ name: known.name, whole: false }]);
    expect(await of("two")).toEqual(
      [
        { name: made1, whole: true },
        { name: known.name, whole: false },
      ].sort((a, b) => (a.name < b.name ? -1 : 1)),
    );
    expect(await of("three")).toEqual([{ name: made1, whole: true }]);
    const company = await database.db
      .selectFrom("companies")
      .select("id")
      .where("name", "=", made1)
      .execute();
    expect(company.length).toBe(1);
    expect(await actsOn(database.db, company[0]?.id ?? "")).toEqual(["company.created"]);
  });

  test("invitations are mailed to who is new, and only where that is chosen", async () => {
    const [mailed, quiet, off] = [address(), address(), address()];
    const head = ["Email", "First name", "State"];
    await importAll(deps, "users", [head, [quiet, "Quiet", ""]]);
    const choices = { sendInvitations: true };
    await importAll(
      deps,
      "users",
      [head, [mailed, "A", "active"], [quiet, "B", ""], [off, "C", "Disabled"]],
      { choices },
    );
    const mails = await database.db
      .selectFrom("outgoing_mails")
      .innerJoin("users", "users.id", "outgoing_mails.user_id")
      .select(["users.email", "template", "outgoing_mails.state as state", "one_of_many"])
      .where("users.email", "in", [mailed, quiet, off])
      .execute();
    // Nobody waits for one of them alone: what somebody does wait for goes out before.
    expect(mails).toEqual([
      { email: mailed, template: "invitation", state: "queued", one_of_many: true },
    ]);
    expect(await userOf(off)).toMatchObject({ state: "disabled" });
    expect(await userOf(mailed)).toMatchObject({ state: "invited" });
  });

  test("a full name is a first word and the rest", async () => {
    const [whole, single] = [address(), address()];
    await importAll(deps, "users", [
      ["Mail", "Name"],
      [whole, "Ana Maria  de Souza"],
      [single, "Prince"],
    ]);
    expect(await userOf(whole)).toMatchObject({ first_name: "Ana", last_name: "Maria de Souza" });
    expect(await userOf(single)).toMatchObject({ first_name: "Prince", last_name: "" });
  });

  test("whoever was demoted meanwhile brings in nothing more", async () => {
    const email = address();
    const file = await upload(deps, "users", [
      ["Email", "First name"],
      [email, "Late"],
    ]);
    const jobId = await confirm(deps, file);
    await database.db
      .updateTable("users")
      .set({ role: "Agent", company_scope: "all" })
      .where("id", "=", admin.id)
      .execute();
    await finish(deps, jobId);
    expect(await userOf(email)).toBeNull();
  });
});

describe("companies are brought in", () => {
  test("with domains, notes and state, each change by the rules", async () => {
    const [one, two, three] = [named("Slate"), named("Quartz"), named("Held")];
    const d = (word: string) => `${word}${made}.test`;
    const [a, b, c, held] = [d("a"), d("b"), d("c"), d("held")];
    await insertCompany(database.db, { name: three, domains: [held] });
    const quartz = await insertCompany(database.db, { name: two, domains: [a], notes: "Old" });
    const rows = [
      ["Company", "Domains", "Notes", "State"],
      [two.toUpperCase(), `${b}; www.${c}`, "New", "archived"],
      [one, `${a}, gmail.com`, "", ""],
      [named("Taken"), held, "", ""],
      [named("Bad"), "no domain", "", "closed"],
      [one.toUpperCase(), "", "", ""],
      ["", "x.test", "", ""],
    ];
    const file = await upload(deps, "companies", rows);
    const shown = await preview(deps, file);
    expect(shown.counts).toEqual(counts(1, 1, 0, 4));
    expect(shown.warnings).toEqual([
      { line: 3, subject: one, message: expect.stringContaining("gmail.com") },
    ]);
    expect(shown.refused.map(({ line, reasons }) => [line, reasons])).toEqual([
      [4, [`${held} belongs to ${three} already.`]],
      [5, ["Mail domains: “no” is no mail domain.", expect.stringMatching(/^State: /)]],
      [6, ["Line 3 has this name already."]],
      [7, ["Name is missing."]],
    ]);
    const result = await finish(deps, await confirm(deps, file));
    expect(result.counts).toEqual(counts(1, 1, 0, 4));
    const domains = await database.db
      .selectFrom("company_domains")
      .select("domain")
      .where("company_id", "=", quartz.id)
      .orderBy("domain")
      .execute();
    expect(domains.map(({ domain }) => domain)).toEqual([b, c]);
    const after = await database.db
      .selectFrom("companies")
      .select(["name", "notes", "state"])
      .where("id", "=", quartz.id)
      .executeTakeFirst();
    expect(after).toEqual({ name: two, notes: "New", state: "archived" });
    expect(await actsOn(database.db, quartz.id)).toEqual(["company.archived"]);
    const again = await importAll(deps, "companies", rows.slice(0, 3));
    expect(again.counts).toEqual(counts(0, 0, 2));
  });

  test("change in what their row says alone, and the record says no more", async () => {
    const { db } = database;
    const [domain, more] = [`only${++made}.test`, `more${made}.test`];
    const [noted, restored, joined] = [
      await insertCompany(db, { notes: "Old", state: "archived" }),
      await insertCompany(db, { notes: "Kept", state: "archived" }),
      await insertCompany(db, { notes: "Kept", domains: [domain] }),
    ];
    await importAll(deps, "companies", [
      ["Company", "Domains", "Notes", "State"],
      [noted.name, "", "New", ""],
      [restored.name, "", "", "active"],
      [joined.name, `${domain} ${more}`, "", ""],
    ]);
    const rows = db.selectFrom("companies").select(["notes", "state"]).orderBy("created_at");
    const ids = [noted.id, restored.id, joined.id];
    expect(await rows.orderBy("id").where("id", "in", ids).execute()).toEqual([
      { notes: "New", state: "archived" },
      { notes: "Kept", state: "active" },
      { notes: "Kept", state: "active" },
    ]);
    const told = async ({ id }: { id: string }) =>
      (await linesOn(db, id)).map(({ by: _, of: __, ...line }) => line);
    expect([await told(noted), await told(restored), await told(joined)]).toEqual([
      [{ act: "company.updated", fields: ["notes"], before: {}, after: {} }],
      [
        {
          ...{ act: "company.restored", fields: ["state"] },
          ...{ before: { state: "archived" }, after: { state: "active" } },
        },
      ],
      [{ act: "company.updated", fields: ["domains"], before: {}, after: { domains: [more] } }],
    ]);
  });

  test("are written down, each and the file as a whole, and have the domains of their row alone", async () => {
    const [name, fresh] = [named("Written"), named("Fresh")];
    const [goes, stays, comes, own] = ["goes", "stays", "comes", "own"].map(
      (d) => `${d}${made}.test`,
    );
    const domains = [goes, stays] as string[];
    const known = await insertCompany(database.db, { name, domains, notes: "Old" });
    const other = await insertCompany(database.db, { notes: "Mine" });
    const result = await importAll(deps, "companies", [
      ["Company", "Domains", "Notes", "State"],
      [name, `${stays} ${comes}`, "New", "archived"],
      [fresh, `${own}`, "", ""],
    ]);
    expect(result).toMatchObject({ counts: counts(1, 1), hasFile: false });
    const others = database.db.selectFrom("companies").select(["notes", "state"]);
    expect(await others.where("id", "=", other.id).execute()).toEqual([
      { notes: "Mine", state: "active" },
    ]);
    const rows = database.db
      .selectFrom("company_domains")
      .innerJoin("companies", "companies.id", "company_id")
      .select(["companies.id", "domain"])
      .where("companies.name", "in", [name, fresh])
      .orderBy("domain");
    const [come, its, kept] = await rows.execute();
    expect([come?.domain, its?.domain, kept?.domain]).toEqual([comes, own, stays]);
    const by = { by: admin.id };
    expect(await linesOn(database.db, known.id)).toEqual([
      {
        ...{ ...by, of: known.id, act: "company.archived", fields: ["notes", "state", "domains"] },
        before: { state: "active", domains: [goes] },
        after: { state: "archived", domains: [comes] },
      },
    ]);
    expect(await linesOn(database.db, its?.id ?? "")).toEqual([
      {
        ...{ ...by, of: its?.id ?? "", act: "company.created", fields: ["name", "domains"] },
        ...{ before: null, after: { name: fresh, domains: [own] } },
      },
    ]);
    expect((await linesOn(database.db, null)).filter((line) => line.by === admin.id)).toEqual([
      {
        ...{
          ...by,
          of: null,
          act: "company.imported",
          fields: ["name", "domains", "notes", "state"],
        },
        ...{ before: null, after: { file: "people.csv", rows: 2 } },
      },
    ]);
  });

  test("are the same in any case where a letter changes with its place, or loses its dot", async () => {
    const [delphi, istanbul] = [named("ΔΕΛΦΟΣ"), named("İSTANBUL")];
    const rows = [["Company"], [delphi], [istanbul], [istanbul.replace("İSTAN", "istan")]];
    const first = await importAll(deps, "companies", rows);
    expect(first.counts).toEqual(counts(2, 0, 0, 1));
    expect(first.refused[0]?.message).toBe("Line 3 has this name already.");
    const again = await importAll(deps, "companies", rows);
    expect(again.counts).toEqual(counts(0, 0, 2, 1));
    const users = await importAll(
      deps,
      "users",
      [
        ["Email", "First name", "Companies"],
        ...[delphi, istanbul].map((of) => [address(), "A", of]),
      ],
      { choices: { createCompanies: true } },
    );
    expect(users.counts).toEqual(counts(2));
  });

  test("are the same however their accents were typed", async () => {
    const name = named("Müller");
    const typed = name.normalize("NFD");
    const rows = [["Company"], [typed], [name]];
    const first = await importAll(deps, "companies", rows);
    expect([first.counts, first.refused[0]?.message]).toEqual([
      counts(1, 0, 0, 1),
      "Line 2 has this name already.",
    ]);
    const users = await importAll(deps, "users", [
      ["Email", "First name", "Companies", "Sees all tickets of"],
      [address(), "A", name, typed],
    ]);
    expect(users.counts).toEqual(counts(1));
    const stored = database.db.selectFrom("companies").select("name").where("name", "=", name);
    expect(await stored.execute()).toEqual([{ name }]);
  });
});

describe("the job", () => {
  const many = (count: number, word = named("many").replace(" ", "")) => [
    ["Email", "First name"],
    ...Array.from({ length: count }, (_, at) => [`${word}-${at}@many.test`, "Many"]),
  ];

  test("can be cancelled and begun again without doubling", async () => {
    const rows = many(1_200);
    const jobId = await confirm(deps, await upload(deps, "users", rows));
    await runJobSlice({ db: database.db, now: deps.now, handlers: jobHandlers }, jobId);
    await cancelJob(deps, jobId);
    const halted = await finish(deps, jobId);
    expect(halted.job).toMatchObject({ state: "cancelled", total: 1_200, done: 500 });
    expect(halted.counts).toEqual(counts(500));
    expect((await importAll(deps, "users", rows)).counts).toEqual(counts(700, 0, 500));
  });

  test("holds up nobody else's: a job that was begun later is done in between", async () => {
    const { db } = database;
    const slice = () => runSlice({ db, now: deps.now, handlers: jobHandlers });
    const jobId = await confirm(deps, await upload(deps, "users", many(1_200)));
    await slice();
    const later = await confirm(deps, await upload(deps, "users", many(3)));
    await slice();
    expect((await getImportResult(deps, later)).job.state).toBe("done");
    expect((await getImportResult(deps, jobId)).job).toMatchObject({ state: "running", done: 500 });
    expect((await finish(deps, jobId)).counts).toEqual(counts(1_200));
  });

  test("brings nobody into a company that becomes part of another at that moment", async () => {
    const [source, target] = [await insertCompany(database.db), await insertCompany(database.db)];
    const email = address();
    const rows = [
      ["Email", "First name", "Companies"],
      [email, "Late", source.name],
    ];
    const jobId = await confirm(deps, await upload(deps, "users", rows));
    const merge = database.db.updateTable("companies").set({
      ...{ state: "merged", merged_into_id: target.id },
    });
    const result = await meanwhile(
      database,
      (tx) => tx.executeQuery(merge.where("id", "=", source.id).compile()),
      () => finish(deps, jobId),
    );
    expect(result.counts).toEqual(counts(0, 0, 0, 1));
    expect(result.refused[0]?.message).toBe(`There is no company called ${source.name}.`);
    expect(await userOf(email)).toBeNull();
  });

  test("tells of users, and of companies where somebody joins one or leaves it", async () => {
    const acme = await insertCompany(database.db);
    const [alone, member] = [address(), address()];
    const told = async (...cells: string[]) => {
      await database.owner.deleteFrom("live_events").execute();
      const head = ["Email", "First name", "Companies"];
      await importAll(deps, "users", [head, cells]);
      const events = database.db.selectFrom("live_events").select("topic").distinct();
      const lists = events.where("topic", "in", ["users", "companies"]);
      return (await lists.orderBy("topic").execute()).map(({ topic }) => topic);
    };
    expect(await told(alone, "Ana")).toEqual(["users"]);
    expect(await told(alone, "Anna")).toEqual(["users"]);
    expect(await told(alone, "Anna")).toEqual([]);
    expect(await told(member, "Ben", acme.name)).toEqual(["companies", "users"]);
    expect(await told(alone, "Anna", acme.name)).toEqual(["companies", "users"]);
  });

  test("an address that somebody makes meanwhile is no harm", async () => {
    const rows = many(3);
    const email = rows[2]?.[0] ?? "";
    const jobId = await confirm(deps, await upload(deps, "users", rows));
    await insertUser(database.db, { email, first_name: "Before" });
    expect((await finish(deps, jobId)).counts).toEqual(counts(2, 1));
  });

  test("an address that somebody makes at that very moment is planned again", async () => {
    const rows = many(2);
    const email = rows[1]?.[0] ?? "";
    const jobId = await confirm(deps, await upload(deps, "users", rows));
    const tried = meanwhile(
      database,
      (tx) => insertUser(tx, { email, first_name: "Before" }),
      () => finish(deps, jobId),
    );
    expect(await tried.catch(String)).toContain("PlanOutdated");
    await database.db
      .updateTable("jobs")
      .set({ leased_until: null })
      .where("id", "=", jobId)
      .execute();
    expect((await finish(deps, jobId)).counts).toEqual(counts(1, 1));
  });

  test("two imports of the same people at once make each once", async () => {
    const rows = many(800);
    const other = await actingAs(
      database.db,
      await insertUser(database.db, { role: "Super Admin" }),
    );
    const jobs = await Promise.all(
      [deps, other].map(async (who) => ({
        who,
        id: await confirm(who, await upload(who, "users", rows)),
      })),
    );
    const persist = async (who: JobDeps, id: string) => {
      for (let turn = 0; turn < 20; turn += 1) {
        try {
          return await finish(who, id);
        } catch {
          // What was planned is old: planned again a second later.
          await Bun.sleep(1_100);
        }
      }
      throw new Error("It never ended");
    };
    const results = await Promise.all(jobs.map(({ who, id }) => persist(who, id)));
    expect(results.map(({ job }) => job.state)).toEqual(["done", "done"]);
    const created = results.reduce((sum, result) => sum + result.counts.created, 0);
    expect(created).toBe(800);
    const found = await database.db
      .selectFrom("users")
      .select("id")
      .where("email", "like", `${rows[1]?.[0]?.split("-")[0]}-%`)
      .execute();
    expect(found.length).toBe(800);
  }, 60_000);

  test("the same confirmation is one job; another one of the same file is refused", async () => {
    const file = await upload(deps, "users", many(2));
    const requestId = Bun.randomUUIDv7();
    const jobId = await confirm(deps, file, { requestId });
    expect(await confirm(deps, file, { requestId })).toBe(jobId);
    expect((await refusalOf(confirm(deps, file))).code).toBe("request_reused");
  });

  test("what was chosen anew after an answer was lost is no part of what is under way, and that is said", async () => {
    const file = await upload(deps, "users", many(2));
    const requestId = Bun.randomUUIDv7();
    await confirm(deps, file, { requestId });
    const [first, ...others] = file.mapping;
    for (const given of [
      { choices: { sendInvitations: true } },
      { mapping: [first ?? null, ...others.map(() => null)] },
    ]) {
      const refusal = await refusalOf(confirm(deps, file, { requestId, ...given }));
      expect(refusal.code).toBe("request_reused");
      expect(refusal.message).toBe(
        "This file is being imported already, as it was confirmed first.",
      );
    }
  });

  test("is confirmed by whoever brought the file alone, with a mapping that fits", async () => {
    const file = await upload(deps, "users", many(1));
    const other = await actingAs(
      database.db,
      await insertUser(database.db, { role: "Super Admin" }),
    );
    for (const call of [
      () => confirm(other, file),
      () => preview(other, file),
      () => getImport(other, file.id),
    ]) {
      expect((await refusalOf(call())).code).toBe("not_found");
    }
    await discardImport(other, file.id);
    for (const mapping of [["email", "email"], ["email"], ["name", null]] as const) {
      const refusal = await refusalOf(confirm(deps, file, { mapping: [...mapping] }));
      expect(refusal.code).toBe("invalid_input");
    }
    const unmapped = await refusalOf(confirm(deps, file, { mapping: [null, "firstName"] }));
    expect(unmapped.message).toBe("No column is the Email.");
    expect(await preview(deps, file, { mapping: [null, "firstName"] })).toMatchObject({
      ...{ missing: ["email"], counts: counts(0), refused: [] },
    });
    const unfit = await refusalOf(preview(deps, file, { mapping: ["email"] }));
    expect(unfit.details.fields?.[0]?.field).toBe("mapping");
    const jobId = await confirm(deps, file);
    expect((await refusalOf(getImportResult(other, jobId))).code).toBe("not_found");
  });
});

test("what looks like a formula is asked about, where it would come in", async () => {
  const [first, second, third] = [address(), address(), address()];
  await insertUser(database.db, { email: third, first_name: "=1+1" });
  const people = await upload(deps, "users", [
    ["Email", "First name", "Last name", "Phone"],
    [first, "=1+1", `@${"x".repeat(70)}`, "+49 30 1"],
    [second, "-minus", "+Plus", "=A1"],
    [third, "=1+1", "", ""],
    ["nobody", "=1+1", "", ""],
  ]);
  const asked = (words: string) => `${words} looks like a formula. It comes in as it stands.`;
  expect((await preview(deps, people)).warnings).toEqual([
    { line: 2, subject: first, message: asked("First name: “=1+1”") },
    { line: 2, subject: first, message: asked(`Last name: “@${"x".repeat(59)}…”`) },
    { line: 3, subject: second, message: asked("First name: “-minus”") },
    { line: 3, subject: second, message: asked("Last name: “+Plus”") },
    { line: 3, subject: second, message: asked("Phone: “=A1”") },
  ]);
  const companies = await upload(deps, "companies", [
    ["Name", "Notes"],
    ["=Evil Ltd", "- a list\n- of two"],
  ]);
  expect((await preview(deps, companies)).warnings).toMatchObject([
    { line: 2, message: asked("Name: “=Evil Ltd”") },
  ]);
});

test("a preview names so many rows, and counts them all", async () => {
  const { named: most, sample } = importLimits;
  const bad = Array.from({ length: most + 1 }, () => ["bad", "Bad"]);
  const fine = Array.from({ length: sample + 1 }, () => [address(), "Fine"]);
  const file = await upload(deps, "users", [["Email", "First name"], ...bad, ...fine]);
  const shown = await preview(deps, file);
  expect(shown.counts).toEqual(counts(sample + 1, 0, 0, most + 1));
  expect([shown.refused.length, shown.sample.length]).toEqual([most, sample]);
});

describe("what is left behind", () => {
  test("goes: unconfirmed files after a day, of ended imports all but the refused rows", async () => {
    const rows = [
      ["Email", "First name"],
      [address(), "Fine"],
      ["bad", "Bad"],
    ];
    const waiting = await upload(deps, "users", rows);
    const ended = await upload(deps, "users", rows);
    const underWay = await upload(deps, "users", rows);
    const begun = await confirm(deps, underWay);
    const jobId = await confirm(deps, ended);
    await finish(deps, jobId);
    const left = async (id: string) => {
      const found = await database.db
        .selectFrom("import_rows")
        .select("line")
        .where("import_id", "=", id)
        .execute();
      return found.map(({ line }) => line);
    };
    await sweepImports(database.db, new Date());
    expect(await left(waiting.id)).toEqual([2, 3]);
    expect(await left(ended.id)).toEqual([3]);
    expect(await left(underWay.id)).toEqual([2, 3]);
    const tomorrow = new Date(Date.now() + 25 * 60 * 60_000);
    await sweepImports(database.db, tomorrow);
    await sweepJobs(database.db, tomorrow);
    expect((await refusalOf(getImport(deps, waiting.id))).code).toBe("not_found");
    expect((await refusalOf(getImportResult(deps, jobId))).code).toBe("not_found");
    const items = database.db
      .selectFrom("job_items")
      .select("position")
      .where("job_id", "=", jobId);
    expect(await items.execute()).toEqual([]);
    expect(await left(underWay.id)).toEqual([2, 3]);
    expect((await finish(deps, begun)).counts).toMatchObject({ refused: 1 });
  });

  test("a fifth waiting file makes room", async () => {
    const rows = [["Email"], [address()]];
    const files = [];
    for (let at = 0; at < 5; at += 1) files.push(await upload(deps, "users", rows));
    expect((await refusalOf(getImport(deps, files[0]?.id ?? ""))).code).toBe("not_found");
    expect((await getImport(deps, files[1]?.id ?? "")).rows).toBe(1);
  });
});
