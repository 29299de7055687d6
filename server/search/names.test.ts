import { beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { fold } from "../../shared/fold.ts";
import { actingAs } from "../../tests/support/acting.ts";
import {
  insertCompany,
  insertTeam,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import { insertMailbox } from "../../tests/support/mail-desk.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { listTickets } from "../tickets/list.ts";

const database = setUpTestDatabase();
let seen: { id: string };
let left: { id: string };
let ana: UserRow;
beforeAll(async () => {
  const { db } = database;
  seen = await insertCompany(db, { name: "Acme Harbour" });
  left = await insertCompany(db, { name: "Borealis Works" });
  const acme = await insertCompany(db, { name: "Acme" });
  await insertCompany(db, { name: "Borealis" });
  const target = await insertCompany(db, { name: "Kestrel" });
  await insertCompany(db, { name: "Harbour", state: "merged", merged_into_id: target.id });
  ana = await insertUser(db, { companies: [seen.id] });
  await insertTicket(db, { requester_id: ana.id, company_id: seen.id, subject: "Of Harbour" });
  await insertTicket(db, { requester_id: ana.id, company_id: left.id, subject: "Of Borealis" });
  const stranger = { requester_id: (await insertUser(db)).id };
  await insertTicket(db, { ...stranger, company_id: acme.id, subject: "Of Acme" });
  await insertTicket(db, { ...stranger, company_id: target.id, subject: "Of Kestrel" });
}, 60_000);

async function found(by: UserRow, q: string): Promise<string[]> {
  const deps = await actingAs(database.db, by);
  const list = { view: "all", q, sort: "created", descending: false, limit: 50 } as const;
  return (await listTickets(deps, list)).tickets.map(({ subject }) => subject);
}

test("a company out of sight is not found: its name is searched as part of others", async () => {
  const scope = { role: "Agent", company_scope: "assigned" } as const;
  const agent = await insertUser(database.db, { ...scope, companies: [seen.id] });
  expect(await found(agent, "company:acme")).toEqual(["Of Harbour"]);
  expect(await found(agent, "company:harbour")).toEqual(["Of Harbour"]);
  expect(await found(agent, "company:borealis")).toEqual([]);
});

test("the same holds for a Customer, who also knows the companies of their tickets", async () => {
  expect(await found(ana, "company:acme")).toEqual(["Of Harbour"]);
  expect(await found(ana, "company:borealis")).toEqual(["Of Borealis"]);
});

test("people who see all companies get the one with exactly that name", async () => {
  const agent = await insertUser(database.db, { role: "Agent" });
  expect(await found(agent, "company:acme")).toEqual(["Of Acme"]);
  expect(await found(agent, 'company:"acme harbour"')).toEqual(["Of Harbour"]);
  // Which was merged into another.
  for (const name of ["Harbour", "hárbour"]) {
    expect(await found(agent, `company:${name}`)).toEqual(["Of Kestrel"]);
  }
});

test("an exactly named team comes first, then those that differ in accents", async () => {
  const { db } = database;
  for (const name of ["Kase", "Käse", "Käserei"]) {
    const team_id = (await insertTeam(db, { name })).id;
    await insertTicket(db, { requester_id: ana.id, team_id, subject: `Of ${name}` });
  }
  const agent = await insertUser(db, { role: "Agent" });
  expect(await found(agent, "team:KASE")).toEqual(["Of Kase"]);
  expect(await found(agent, "team:kãse")).toEqual(["Of Kase", "Of Käse"]);
  expect(await found(agent, "team:kas")).toEqual(["Of Kase", "Of Käse", "Of Käserei"]);
});

test("tickets are found by the mailbox that received them: its name or one of its addresses", async () => {
  const { db } = database;
  const support = await insertMailbox(db, { name: "Support", address: "help@acme.test" });
  const billing = await insertMailbox(db, { name: "Support bills", address: "bills@acme.test" });
  const alias = { mailbox_id: billing.id, address: "invoices@acme.test" };
  await db.insertInto("mailbox_aliases").values(alias).execute();
  for (const { id, name } of [support, billing]) {
    const subject = `By ${name}`;
    await insertTicket(db, { requester_id: ana.id, mailbox_id: id, subject, channel: "email" });
  }
  const agent = await insertUser(db, { role: "Agent" });
  expect(await found(agent, "mailbox:support")).toEqual(["By Support"]);
  expect(await found(agent, "mailbox:HELP@acme.test")).toEqual(["By Support"]);
  expect(await found(agent, "mailbox:invoices@acme.test")).toEqual(["By Support bills"]);
  expect(await found(agent, "mailbox:acme")).toEqual(["By Support", "By Support bills"]);
  expect(await found(agent, "mailbox:none -mailbox:support")).not.toContain("By Support bills");
  expect(await found(agent, "-mailbox:none")).toEqual(["By Support", "By Support bills"]);
});

test("a person out of sight does not hide others whose name contains theirs", async () => {
  const { db } = database;
  const called = { first_name: "Quill", last_name: "" };
  await insertUser(db, { ...called, email: "quill@elsewhere.test", companies: [left.id] });
  const quillon = await insertUser(db, {
    ...{ companies: [seen.id], first_name: "Quillon", last_name: "Ash" },
  });
  const of = { requester_id: quillon.id, company_id: seen.id };
  await insertTicket(db, { ...of, subject: "Of Quillon" });
  const scope = { role: "Agent", company_scope: "assigned" } as const;
  const agent = await insertUser(db, { ...scope, companies: [seen.id] });
  for (const reader of [agent, quillon]) {
    expect(await found(reader, "requester:quill")).toEqual(["Of Quillon"]);
  }
  const whole = await insertUser(db, { role: "Agent" });
  expect(await found(whole, "requester:quill")).toEqual([]);
  const member = await insertUser(db, { ...called, companies: [seen.id] });
  expect(await found(agent, "requester:quill")).toEqual([]);
  await insertTicket(db, { requester_id: member.id, company_id: seen.id, subject: "Of Quill" });
  expect(await found(agent, "requester:quill")).toEqual(["Of Quill"]);
  // By their address too, which a Customer cannot search for.
  const address = `requester:${member.email?.toUpperCase()}`;
  expect(await found(agent, address)).toEqual(["Of Quill"]);
  const colleague = await insertUser(db, { companies: [{ id: seen.id, seesAllTickets: true }] });
  expect(await found(colleague, "requester:quill")).toEqual(["Of Quillon", "Of Quill"]);
  expect(await found(colleague, address)).toEqual([]);
});

test("a person without a company is known by their visible tickets", async () => {
  const { db } = database;
  const ask = async (first_name: string, companies: string[], company: { id: string }) => {
    const { id } = await insertUser(db, { first_name, last_name: "", companies });
    const subject = `Of ${first_name}`;
    await insertTicket(db, { requester_id: id, company_id: company.id, subject });
  };
  await ask("Quin", [], seen);
  await ask("Quinby", [seen.id], seen);
  await ask("Quor", [], left);
  await ask("Quorn", [seen.id], seen);
  const scope = { role: "Agent", company_scope: "assigned" } as const;
  const agent = await insertUser(db, { ...scope, companies: [seen.id] });
  expect(await found(agent, "requester:quin")).toEqual(["Of Quin"]);
  expect(await found(agent, "requester:quor")).toEqual(["Of Quorn"]);
});

test("a person with a single name is matched exactly, before longer names", async () => {
  const { db } = database;
  const [max, maxine] = [
    await insertUser(db, { role: "Agent", first_name: "Max", last_name: "" }),
    await insertUser(db, { role: "Agent", first_name: "Maxine", last_name: "Weber" }),
  ];
  for (const { id, first_name } of [max, maxine]) {
    const subject = `Of ${first_name}`;
    await insertTicket(db, { requester_id: ana.id, assignee_id: id, subject });
  }
  expect(await found(max, "assignee:max")).toEqual(["Of Max"]);
  expect(await found(max, "assignee:maxi")).toEqual(["Of Maxine"]);
});

test("special letters of a name match plain ones", async () => {
  const { db } = database;
  const company = await insertCompany(db, { name: "Łódź & Mærsk" });
  const soren = await insertUser(db, { first_name: "Søren", last_name: "Strauß" });
  const agent = await insertUser(db, { role: "Agent", first_name: "Łukasz", last_name: "Đorić" });
  await insertTicket(db, {
    ...{ requester_id: soren.id, company_id: company.id, assignee_id: agent.id },
    subject: "Of Søren",
  });
  for (const q of [
    ...["requester:soren", 'requester:"SOREN STRAUSS"', 'requester:"Søren Strauß"'],
    ...["assignee:lukasz", 'assignee:"Lukasz Doric"', "company:lodz", "company:maersk"],
  ]) {
    expect([q, await found(agent, q)]).toEqual([q, ["Of Søren"]]);
  }
});

test("the browser and the database fold a name alike", async () => {
  for (const name of [
    ...["Søren ØRSTED", "Łukasz Đorić", "Strauß GROẞ", "Mærsk ŒUVRE", "Þóra Guð", "Ħal ŧı"],
    ...["Ana Müller", "Mu\u0308ller", "ﬁnance", "İzmir", "Plain NAME"],
    ...["Παύλος", "ΠΑΥΛΟΣ", "Σίσυφος ΟΔΟΣ", "3½ m² №5 ①"],
  ]) {
    const { rows } = await sql<{ folded: string }>`select folded(${name}::text)`.execute(
      database.db,
    );
    expect([name, rows[0]?.folded]).toEqual([name, fold(name)]);
  }
});
