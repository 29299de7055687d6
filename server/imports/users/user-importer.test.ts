import { beforeEach, describe, expect, test } from "bun:test";
import { actingAs, refusalOf } from "../../../tests/support/acting.ts";
import {
  insertCompany,
  insertSession,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../../tests/support/builders.ts";
import {
  address,
  companiesOf,
  confirm,
  counts,
  finish,
  importAll,
  named,
  preview,
  unique,
  upload,
  userOf,
} from "../../../tests/support/importing.ts";
import { actsOn, linesOn } from "../../../tests/support/stored.ts";
import { setUpTestDatabase } from "../../../tests/support/test-database.ts";
import { createLink } from "../../auth/links.ts";
import type { JobDeps } from "../../jobs/handlers.ts";
import { exportRefused } from "../import-result.ts";

const database = setUpTestDatabase();
let admin: UserRow;
let deps: JobDeps;
beforeEach(async () => {
  admin = await insertUser(database.db, { role: "Super Admin" });
  deps = await actingAs(database.db, admin);
});

describe("imported users", () => {
  test("are created, changed or left unchanged after confirmation; a second import changes nothing", async () => {
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
    expect(await userOf(database.db, fresh)).toBeNull();

    const result = await finish(deps, await confirm(deps, file));
    expect(result.counts).toEqual(counts(1, 1, 1));
    const ana = await userOf(database.db, fresh);
    expect(ana).toMatchObject({
      ...{ first_name: "Ana", last_name: "Ferreira", role: "Customer", state: "invited" },
      ...{ phone: "=1+1", time_zone: "Europe/Lisbon", password_hash: null },
      company_names: acme.folded_name,
    });
    expect(await companiesOf(database.db, ana?.id ?? "")).toEqual([
      { name: acme.name, whole: false },
    ]);
    const { first_name: firstName, last_name: lastName, email, phone } = ana ?? {};
    expect(await linesOn(database.db, ana?.id ?? "")).toEqual([
      {
        ...{ act: "user.created", by: admin.id, of: ana?.id ?? "", before: null },
        fields: ["firstName", "lastName", "companies", "phone", "timeZone", "email"],
        after: { firstName, lastName, email, phone },
      },
    ]);
    expect(await userOf(database.db, known)).toMatchObject({
      email: known,
      first_name: "New",
      last_name: expect.stringMatching(/./),
    });

    expect((await importAll(deps, "users", rows)).counts).toEqual(counts(0, 0, 3));
  });

  test("are shown in the preview with the companies they will see, named or not", async () => {
    const [joins, has, other] = await Promise.all(
      ["Joins", "Has", "Names"].map((word) => insertCompany(database.db, { name: named(word) })),
    );
    const domain = `joins-${unique()}.test`;
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
      ["Bea", "Agent", "All tickets"],
    ]);
    expect(shown.warnings).toEqual([
      { line: 4, subject: idle, message: "With no company assigned this agent sees no ticket." },
    ]);
  });

  test("with errors are listed by line with all reasons, in preview and result", async () => {
    const [double, lone] = [address(), address()];
    const rows = [
      ["Email", "First name", "Role", "Company scope", "Companies", "Time zone", "State"],
      ["ana@", "Ana", "Boss", "", "", "Mars/Olympus", "gone"],
      ["", "Noname", "", "", "", "", ""],
      [double, "First", "", "", "", "", ""],
      [double.toUpperCase(), "Second", "", "", "", "", ""],
      [lone, "", "Customer", "all", "No such company", "", ""],
      [address(), "x".repeat(81), "", "", "", "", ""],
      [address(), "Too", "", "", "", "", "", "many"],
      [admin.email ?? "", "", "Agent", "", "", "", ""],
      [admin.email?.toUpperCase() ?? "", "", "", "", "", "", "disabled"],
    ];
    const reasons = [
      [2, /Role: “Boss” isn't one of: Super Admin, Agent, Customer\./],
      [
        2,
        /Time zone: This is not a time zone\..*State: “gone” isn't one of.*Email: This is not an email/,
      ],
      [3, /Email is missing\./],
      [5, /Line 4 has this address already\./],
      [6, /There is no company called No such company\..*First name is missing\..*Only agents/],
      [7, /First name: At most 80 characters/],
      [8, /It has 8 cells, and there are 7 columns\./],
      [9, /You can't delete, disable or demote yourself\./],
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
    expect(await userOf(database.db, lone)).toBeNull();
    expect(await userOf(database.db, admin.email ?? "")).toMatchObject({
      role: "Super Admin",
      state: "active",
    });
    const signedOut = await exportRefused(
      { ...deps, credential: { kind: "session", id: "ended" } as const },
      result.job.id,
    );
    for (const _ of ["the columns", "the first rows"]) await signedOut.next();
    expect((await refusalOf(signedOut.next())).code).toBe("session_expired");
  });

  test("with a changed role lose sessions, companies and tickets", async () => {
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
    expect(await userOf(database.db, email)).toMatchObject({
      role: "Customer",
      company_scope: null,
    });
    expect(await companiesOf(database.db, agent.id)).toEqual([]);
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

  test("lose only their own access, which is audited with the previous values", async () => {
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
    expect(await companiesOf(database.db, stays.id)).toHaveLength(1);
    expect(await companiesOf(database.db, customer.id)).toHaveLength(1);
    const open = db.selectFrom("sessions").select("id").where("user_id", "=", stays.id);
    expect(await open.execute()).toHaveLength(1);
    const people = db
      .selectFrom("ticket_people")
      .select("user_id")
      .where("user_id", "is not", null)
      .orderBy("user_id");
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

  test("who are enabled again are active with a password, and invited without one", async () => {
    const [known, never] = [address(), address()];
    await insertUser(database.db, { email: known, state: "disabled", password_hash: "x" });
    await insertUser(database.db, { email: never, state: "disabled" });
    await importAll(deps, "users", [
      ["Email", "State"],
      [known, "active"],
      [never, "active"],
    ]);
    expect(await userOf(database.db, known)).toMatchObject({ state: "active" });
    expect(await userOf(database.db, never)).toMatchObject({ state: "invited" });
  });

  test("who are disabled or get another role cannot use links mailed before", async () => {
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
      // And the mail about the new role.
      ["skipped", "sent", "queued", "queued", true],
      ["queued", "sent", "queued", false],
    ]);
  });

  test("match companies in any case, create them if chosen, or join by email domain", async () => {
    const domain = `d${unique()}.test`;
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
    expect(
      await companiesOf(database.db, (await userOf(database.db, `five@off-${domain}`))?.id ?? ""),
    ).toEqual([]);
    const of = async (name: string) =>
      companiesOf(database.db, (await userOf(database.db, `${name}@${domain}`))?.id ?? "");
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

  test("are invited if they are new, and only if that is chosen", async () => {
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
    // No one waits for these mails, so they go out after others.
    expect(mails).toEqual([
      { email: mailed, template: "invitation", state: "queued", one_of_many: true },
    ]);
    expect(await userOf(database.db, off)).toMatchObject({ state: "disabled" });
    expect(await userOf(database.db, mailed)).toMatchObject({ state: "invited" });
  });

  test("with a password are mailed about a new role", async () => {
    const [known, invited] = [address(), address()];
    await insertUser(database.db, { email: known, role: "Agent", password_hash: "x" });
    await insertUser(database.db, { email: invited, role: "Agent", state: "invited" });
    const rows = [known, invited].map((email) => [email, "Customer"]);
    await importAll(deps, "users", [["Email", "Role"], ...rows]);
    const mails = await database.db
      .selectFrom("outgoing_mails")
      .innerJoin("users", "users.id", "outgoing_mails.user_id")
      .select(["users.email", "template", "data"])
      .where("users.email", "in", [known, invited])
      .execute();
    expect(mails).toEqual([
      {
        ...{ email: known, template: "role-changed" },
        data: { askedBy: admin.id, role: "Customer" },
      },
    ]);
  });

  test("with a full name get its first word as first name", async () => {
    const [whole, single] = [address(), address()];
    await importAll(deps, "users", [
      ["Mail", "Name"],
      [whole, "Ana Maria  de Souza"],
      [single, "Prince"],
    ]);
    expect(await userOf(database.db, whole)).toMatchObject({
      first_name: "Ana",
      last_name: "Maria de Souza",
    });
    expect(await userOf(database.db, single)).toMatchObject({
      first_name: "Prince",
      last_name: "",
    });
  });

  test("are not imported further after their importer was demoted", async () => {
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
    expect(await userOf(database.db, email)).toBeNull();
  });
});
