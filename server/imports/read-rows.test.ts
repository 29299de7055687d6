import { describe, expect, test } from "bun:test";
import { companyLimits } from "../../shared/companies.ts";
import type { ImportMapping } from "../../shared/imports.ts";
import { userLimits } from "../../shared/users.ts";
import { readCompanyRow } from "./companies/plan-companies.ts";
import type { StoredRow } from "./stored-file.ts";
import { readUserRow } from "./users/read-user-row.ts";

const rowOf = (cells: string[], sameAs: number | null = null): StoredRow => ({
  ...{ position: 3, line: 4, cells, sameAs },
});
/** A row with these columns and an address. */
const user = (given: Record<string, string>, sameAs?: number) => {
  const mapping = ["email", ...Object.keys(given)] as ImportMapping;
  return readUserRow(rowOf(["Ana@X.test", ...Object.values(given)], sameAs), mapping);
};
const company = (given: Record<string, string>, sameAs?: number) => {
  const mapping = ["name", ...Object.keys(given)] as ImportMapping;
  return readCompanyRow(rowOf(["Harbour", ...Object.values(given)], sameAs), mapping);
};

describe("a user row", () => {
  const said = (given: Record<string, string>) => {
    const { values, reasons } = user(given);
    expect(reasons).toEqual([]);
    const { email: _, ...rest } = values;
    return rest;
  };

  test("has the values of its columns, without empty or missing ones", () => {
    expect(user({ firstName: " Ana ", lastName: "", phone: "  " })).toEqual({
      ...{ position: 3, line: 4, subject: "Ana@X.test", key: "ana@x.test", reasons: [] },
      values: { email: "Ana@X.test", firstName: "Ana" },
      unread: new Set(),
    });
    const left = readUserRow(rowOf(["a@x.test", "Ana", "a shoe"]), ["email", "firstName", null]);
    expect(left.values).toEqual({ email: "a@x.test", firstName: "Ana" });
  });

  test("splits a full name into the first word and the rest, unless they have own columns", () => {
    expect(said({ fullName: "Ana  Maria Ruiz" })).toEqual({
      firstName: "Ana",
      lastName: "Maria Ruiz",
    });
    expect(said({ fullName: "Prince" })).toEqual({ firstName: "Prince" });
    expect(said({ fullName: "Ana Ruiz", lastName: "Berg" })).toEqual({
      ...{ firstName: "Ana", lastName: "Berg" },
    });
  });

  test("normalises a full name like typed names, with the same limits", () => {
    expect(said({ fullName: "Rene\u0301 Mu\u0308ller" })).toEqual({
      firstName: "Ren\u00e9",
      lastName: "M\u00fcller",
    });
    const most = "n".repeat(userLimits.name);
    expect(said({ fullName: `${most} ${most}` })).toEqual({ firstName: most, lastName: most });
    for (const fullName of [`${most}n Ruiz`, `Ana ${most}n`]) {
      expect(user({ fullName }).reasons).toEqual([
        expect.stringMatching(/^Full name: At most 80 /),
      ]);
    }
  });

  test("has a role, scope and state in any case and with any separators", () => {
    for (const role of ["super admin", "SUPER-ADMIN", "super_admin"]) {
      expect(said({ role })).toEqual({ role: "Super Admin" });
    }
    expect(said({ companyScope: "Assigned", state: "DISABLED" })).toEqual({
      ...{ companyScope: "assigned", state: "disabled" },
    });
  });

  test("has its companies and access to all tickets: all, none, or those named", () => {
    expect(said({ companies: 'Harbour; "Bolt; Sons"; Harbour' })).toEqual({
      companies: ["Harbour", "Bolt; Sons"],
    });
    for (const cell of ["yes", "TRUE", "1", "x", "All"]) {
      expect(said({ seesAllTickets: cell })).toEqual({ seesAllTickets: true });
    }
    for (const cell of ["no", "False", "0", "none", "-"]) {
      expect(said({ seesAllTickets: cell })).toEqual({ seesAllTickets: false });
    }
    // Names that only begin or end like a yes or a no.
    for (const name of ["Overall", "Nordic", "Cortex", "Yesterday"]) {
      expect(said({ seesAllTickets: name })).toEqual({ seesAllTickets: [name] });
    }
    expect(said({ seesAllTickets: "Harbour; Yes Ltd" })).toEqual({
      seesAllTickets: ["Harbour", "Yes Ltd"],
    });
  });

  test("never grants more through a company named like a yes", () => {
    const companies = "Harbour; X";
    expect(said({ companies, seesAllTickets: "x" })).toMatchObject({ seesAllTickets: ["x"] });
    expect(said({ companies, seesAllTickets: "yes" })).toMatchObject({ seesAllTickets: true });
    expect(said({ companies, seesAllTickets: '"X"' })).toMatchObject({ seesAllTickets: ["X"] });
    expect(said({ companies: "No", seesAllTickets: "no" })).toMatchObject({
      seesAllTickets: false,
    });
    expect(said({ companies: "No", seesAllTickets: '"No"' })).toMatchObject({
      seesAllTickets: ["No"],
    });
  });

  test("is refused with all its errors", () => {
    const many = Array.from({ length: userLimits.companies + 1 }, (_, at) => `C${at}`).join(";");
    const { reasons, values } = user(
      {
        ...{ role: "Boss", companyScope: "some", timeZone: "Mars/Olympus", state: "gone" },
        ...{ companies: many, phone: "1".repeat(userLimits.phone + 1), firstName: "Ana" },
      },
      2,
    );
    expect(reasons).toEqual([
      "Role: “Boss” isn't one of: Super Admin, Agent, Customer.",
      "Company scope: “some” isn't one of: all, assigned.",
      `Companies: At most ${userLimits.companies} are possible.`,
      expect.stringMatching(/^Phone: At most /),
      "Time zone: This is not a time zone.",
      "State: “gone” isn't one of: invited, active, disabled.",
      "Line 2 has this address already.",
    ]);
    expect(values).toEqual({ email: "Ana@X.test", firstName: "Ana" });
    const most = many.split(";").slice(1).join(";");
    expect(user({ companies: most }).reasons).toEqual([]);
  });

  test("quotes at most sixty characters of an invalid value", () => {
    expect(user({ role: "x".repeat(61) }).reasons[0]).toStartWith(`Role: “${"x".repeat(60)}…” is`);
    expect(user({ role: "x".repeat(60) }).reasons[0]).toStartWith(`Role: “${"x".repeat(60)}” is`);
  });

  test("needs an email address; without one it is named by its other values", () => {
    const nameless = (cells: string[]) =>
      readUserRow(rowOf(cells), ["email", "fullName", "lastName"]);
    expect(nameless(["", "Ana Ruiz", "Ruiz"])).toMatchObject({
      ...{ subject: "Ana Ruiz", key: "", reasons: ["Email is missing."] },
    });
    expect(nameless(["", "", "Ruiz"]).subject).toBe("Ruiz");
    expect(nameless([]).subject).toBe("A row without an address");
    expect(nameless(["ana@"]).reasons).toEqual(["Email: This is not an email address."]);
  });

  test("has a time zone, checked once for many rows", () => {
    for (let time = 0; time < 2; time += 1) {
      expect(said({ timeZone: "Europe/Oslo" })).toEqual({ timeZone: "Europe/Oslo" });
    }
  });

  test("cannot have cells beyond the columns, unless they are empty", () => {
    const of = (cells: string[]) => readUserRow(rowOf(cells), ["email", "firstName"]).reasons;
    expect(of(["a@x.test", "Ana", " ", ""])).toEqual([]);
    expect(of(["a@x.test", "Ana", "", "more", ""])).toEqual([
      "It has 4 cells, and there are 2 columns.",
    ]);
  });
});

describe("a company row", () => {
  test("has the values of its columns, without empty ones", () => {
    expect(company({ domains: "", notes: " ", state: "" })).toEqual({
      ...{ position: 3, line: 4, subject: "Harbour", key: "harbour", reasons: [] },
      values: { name: "Harbour" },
    });
    expect(company({ notes: "Ring twice.", state: "Archived" }).values).toEqual({
      ...{ name: "Harbour", notes: "Ring twice.", state: "archived" },
    });
  });

  test("has its domains with any separators, each once", () => {
    const { values } = company({ domains: "A.test, b.test;c.test  https://www.d.test/x;a.test" });
    expect(values.domains).toEqual(["a.test", "b.test", "c.test", "d.test"]);
  });

  test("is refused with all its errors", () => {
    const many = Array.from({ length: companyLimits.domains + 1 }, (_, at) => `d${at}.test`);
    expect(company({ domains: many.join(" "), state: "closed" }, 2).reasons).toEqual([
      `Mail domains: A company can have at most ${companyLimits.domains} email domains.`,
      "State: “closed” isn't one of: active, archived.",
      "Line 2 has this name already.",
    ]);
    expect(company({ domains: many.slice(1).join(" ") }).reasons).toEqual([]);
    expect(company({ domains: "a.test no/domain" }).reasons[0]).toMatch(/is no mail domain\.$/);
  });

  test("needs a name", () => {
    expect(readCompanyRow(rowOf([""]), ["name"])).toMatchObject({
      ...{ subject: "A row without a name", key: "", reasons: ["Name is missing."] },
    });
    const long = readCompanyRow(rowOf(["x".repeat(companyLimits.name + 1)]), ["name"]);
    expect(long.reasons).toEqual([expect.stringMatching(/^Name: At most /)]);
  });
});
