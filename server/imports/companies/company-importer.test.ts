import { beforeEach, describe, expect, test } from "bun:test";
import { actingAs } from "../../../tests/support/acting.ts";
import { insertCompany, insertUser, type UserRow } from "../../../tests/support/builders.ts";
import {
  address,
  confirm,
  counts,
  finish,
  importAll,
  named,
  preview,
  unique,
  upload,
} from "../../../tests/support/importing.ts";
import { actsOn, linesOn } from "../../../tests/support/stored.ts";
import { setUpTestDatabase } from "../../../tests/support/test-database.ts";
import type { JobDeps } from "../../jobs/handlers.ts";

const database = setUpTestDatabase();
let admin: UserRow;
let deps: JobDeps;
beforeEach(async () => {
  admin = await insertUser(database.db, { role: "Super Admin" });
  deps = await actingAs(database.db, admin);
});

describe("imported companies", () => {
  test("get domains, notes and state by the usual rules", async () => {
    const [one, two, three] = [named("Slate"), named("Quartz"), named("Held")];
    const mark = unique();
    const d = (word: string) => `${word}${mark}.test`;
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
      [4, [`${held} already belongs to ${three}.`]],
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

  test("change only what their row contains, and are audited accordingly", async () => {
    const { db } = database;
    const [domain, more] = [`only${unique()}.test`, `more${unique()}.test`];
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

  test("are audited each and as a file, and have only the domains of their row", async () => {
    const [name, fresh] = [named("Written"), named("Fresh")];
    const [goes, stays, comes, own] = ["goes", "stays", "comes", "own"].map(
      (d) => `${d}${unique()}.test`,
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

  test("match in any case, even for letters whose case depends on position", async () => {
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

  test("match however their accents were typed", async () => {
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
