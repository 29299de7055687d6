import { expect, test } from "bun:test";
import { importLimits } from "../../shared/imports.ts";
import { setUpAdminDesk } from "../../tests/support/admin-desk.ts";
import { insertUser } from "../../tests/support/builders.ts";
import { address, counts, preview, upload } from "../../tests/support/importing.ts";

const { database, deps } = setUpAdminDesk();

test("a possible formula is shown as a warning", async () => {
  const [first, second, third] = [address(), address(), address()];
  await insertUser(database.db, { email: third, first_name: "=1+1" });
  const people = await upload(deps, "users", [
    ["Email", "First name", "Last name", "Phone"],
    [first, "=1+1", `@${"x".repeat(70)}`, "+49 30 1"],
    [second, "-minus", "+Plus", "=A1"],
    [third, "=1+1", "", ""],
    ["no-address", "=1+1", "", ""],
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

test("a preview lists a limited number of rows and counts all", async () => {
  const { named: most, sample } = importLimits;
  const bad = Array.from({ length: most + 1 }, () => ["bad", "Bad"]);
  const fine = Array.from({ length: sample + 1 }, () => [address(), "Fine"]);
  const file = await upload(deps, "users", [["Email", "First name"], ...bad, ...fine]);
  const shown = await preview(deps, file);
  expect(shown.counts).toEqual(counts(sample + 1, 0, 0, most + 1));
  expect([shown.refused.length, shown.sample.length]).toEqual([most, sample]);
});
