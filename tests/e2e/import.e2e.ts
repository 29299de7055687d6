import { readFile } from "node:fs/promises";
import type { Locator } from "@playwright/test";
import { csvLine, readCsv, unmarked } from "../../shared/csv.ts";
import { insertCompany, insertUser } from "../support/builders.ts";
import type { TestDesk } from "./browser/desk.ts";
import { expect, type Page, test } from "./browser/fixtures.ts";
import { above, expectSound } from "./screens/sound.ts";
import { failCalls, holdBack, seeRows, shellOf } from "./steps/anywhere.ts";
import { offline } from "./steps/line.ts";

let made = 0;
const word = (stem: string) => `${stem}${++made}${Date.now() % 100_000}`;

async function openImport(page: Page, area: "user" | "company"): Promise<Locator> {
  await page.goto(`/${area}/log`);
  await seeRows(page, area === "user" ? "Users" : "Companies");
  await page.getByRole("button", { name: "Import and export" }).click();
  await page.getByRole("menuitem", { name: "Import CSV…" }).click();
  const dialog = page.getByRole("dialog", { name: /^Import/ });
  await expect(dialog.getByRole("button", { name: "Choose a file" })).toBeVisible();
  return dialog;
}

function choose(dialog: Locator, rows: readonly (readonly string[])[], name = "people.csv") {
  const buffer = Buffer.from(rows.map(csvLine).join(""));
  return dialog.getByLabel("CSV file").setInputFiles({ name, mimeType: "text/csv", buffer });
}

/** A count by its label. */
const counted = (dialog: Locator, what: string) =>
  dialog
    .getByRole("status")
    .locator("div", { has: dialog.page().getByText(what, { exact: true }) })
    .getByRole("definition");

async function seeCounts(dialog: Locator, counts: Record<string, string>): Promise<void> {
  for (const [what, count] of Object.entries(counts)) {
    await expect(counted(dialog, what)).toHaveText(count);
  }
}

async function emailsAt(desk: TestDesk, domain: string): Promise<string[]> {
  const users = await desk.db
    .selectFrom("users")
    .select("email")
    .where("email", "like", `%@${domain}`)
    .orderBy("email")
    .execute();
  return users.map(({ email }) => email ?? "");
}

/** The rows of the file that a click downloads. */
async function downloaded(page: Page, click: () => Promise<void>): Promise<string[][]> {
  const [download] = await Promise.all([page.waitForEvent("download"), click()]);
  const text = await readFile(await download.path(), "utf8");
  return readCsv(text.replace(/^\uFEFF/, ""), ",").records.map(({ cells }) => cells.map(unmarked));
}

test.describe("as a Super Admin", () => {
  test.beforeEach(async ({ signedIn }) => {
    await signedIn("Super Admin");
  });

  test("users are checked first, then imported, and a second import creates no duplicates", async ({
    page,
    context,
    desk,
    watch,
  }) => {
    watch.allow(offline);
    const domain = `${word("users")}.test`;
    const company = word("Granite");
    await insertUser(desk.db, { email: `known@${domain}`, first_name: "Knut", last_name: "Known" });
    const rows = [
      ["E-mail", "Given name", "Surname", "Organisation", "Desk phone", "Access"],
      [`ana@${domain}`, "Ana", "New", company, "+49 30 1", "Customer"],
      [`known@${domain}`, "", "", "", "+49 30 2", ""],
      [`ben@${domain}`, "Ben", "Bad", "", "", "Boss"],
      ["no-address", "No", "Address", "", "", ""],
    ];
    const dialog = await openImport(page, "user");
    await choose(dialog, rows);
    await expect(dialog.getByText("people.csv, 4 rows, read as UTF-8")).toBeVisible();
    // Two columns are unknown: they are ignored until assigned.
    await seeCounts(dialog, { new: "1", updated: "0", unchanged: "1", skipped: "2" });
    await dialog.getByRole("combobox", { name: "Import Desk phone as" }).click();
    await page.getByRole("option", { name: "Phone" }).click();
    await dialog.getByRole("combobox", { name: "Import Access as" }).click();
    await page.getByRole("option", { name: "Role" }).click();
    await seeCounts(dialog, { new: "0", updated: "1", unchanged: "0", skipped: "3" });
    const refused = dialog.getByRole("list", { name: "Rows that will be skipped" });
    await expect(refused.getByRole("listitem")).toHaveText([
      `Line 2ana@${domain}There is no company called ${company}.`,
      `Line 4ben@${domain}Role: “Boss” isn't one of: Super Admin, Agent, Customer.`,
      "Line 5no-addressEmail: This is not an email address.",
    ]);
    await dialog.getByLabel(`Create missing company: ${company}`).click();
    await seeCounts(dialog, { new: "1", updated: "1", unchanged: "0", skipped: "2" });
    await expect(dialog.getByText(`Ana New · Customer · ${company} · +49 30 1`)).toBeVisible();
    await expect(dialog.getByText("Phone: none → +49 30 2")).toBeVisible();
    expect(await emailsAt(desk, domain)).toEqual([`known@${domain}`]);

    await test.step("the result appears with the job's state, without an empty dialog before", async () => {
      const letCome = await holdBack(page, /jobs\.get|imports\.result/);
      const asked = page.waitForRequest(/imports\.result|jobs\.get/);
      const start = dialog.getByRole("button", { name: "Import 2 users" });
      await start.click();
      await asked;
      await expect(start).toHaveAttribute("aria-disabled", "true");
      await expect(page.getByRole("dialog")).toHaveAccessibleName("Import users");
      letCome();
      await expect(page.getByRole("dialog")).toHaveAccessibleName(/^Import of users: 4 rows/);
      await expect(page.locator("[role=dialog] [data-slot=skeleton]")).toHaveCount(0);
    });
    await seeCounts(dialog, { created: "1", updated: "1", unchanged: "0", skipped: "2" });
    expect(await emailsAt(desk, domain)).toEqual([`ana@${domain}`, `known@${domain}`]);
    const fixed = await downloaded(page, () =>
      dialog.getByRole("link", { name: "Download skipped rows (CSV)" }).click(),
    );
    expect(fixed.map(([line]) => line)).toEqual(["Line", "4", "5"]);

    await dialog.getByRole("button", { name: "Close" }).last().click();
    await expect(dialog).toBeHidden();
    await openImport(page, "user");
    await context.setOffline(true);
    await choose(dialog, rows.slice(0, 3));
    await expect(dialog.getByRole("alert")).toHaveText(
      "You're offline. The file is sent when you're back online.",
    );
    await context.setOffline(false);
    await seeCounts(dialog, { new: "0", updated: "0", unchanged: "2", skipped: "0" });
    await expect(dialog.getByRole("button", { name: "Nothing to import" })).toBeDisabled();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: "Import and export" })).toBeFocused();
    await page.getByRole("searchbox").fill(domain);
    await expect(
      page.getByRole("main").locator("[data-row]").filter({ hasText: "Ana New" }),
    ).toBeVisible();
  });

  test("companies are imported with domains, with warnings; a file that is not a table is refused at the field", async ({
    page,
    desk,
  }) => {
    const [one, other] = [word("Basalt"), word("Chalk")];
    await insertCompany(desk.db, { name: other, domains: [`${other.toLowerCase()}.test`] });
    const dialog = await openImport(page, "company");
    await test.step("another file can be chosen then", async () => {
      const file = {
        name: "book.xlsx",
        mimeType: "text/csv",
        buffer: Buffer.from("PK\u0003\u0004…"),
      };
      await dialog.getByLabel("CSV file").setInputFiles(file);
      await expect(dialog.getByRole("alert")).toHaveText(
        "This is an Excel or OpenDocument workbook. Save it as CSV and choose that file.",
      );
      await chooseLarge(dialog);
      await expect(dialog.getByRole("alert")).toHaveText(
        "CSV files can be up to 20 MB. Split it into smaller files.",
      );
      await choose(dialog, [
        ["Colour", "Size"],
        ["red", "4"],
      ]);
      await expect(dialog.getByRole("alert")).toContainText("No column is imported as Name.");
      await expect(dialog.getByRole("button", { name: "Nothing to import" })).toBeDisabled();
      await dialog.getByRole("button", { name: "Choose another file" }).click();
    });

    await choose(dialog, [
      ["Name", "Mail domains", "Notes"],
      [one, `${one.toLowerCase()}.test; gmail.com`, "Ring twice."],
      [word("Taken"), `${other.toLowerCase()}.test`, ""],
    ]);
    await seeCounts(dialog, { new: "1", updated: "0", unchanged: "0", skipped: "1" });
    await expect(
      dialog.getByText(`${other.toLowerCase()}.test already belongs to ${other}.`),
    ).toBeVisible();
    await expect(dialog.getByRole("list", { name: "Check these rows" })).toContainText("gmail.com");
    await dialog.getByRole("button", { name: "Import 1 company" }).click();
    await seeCounts(dialog, { created: "1", updated: "0", unchanged: "0", skipped: "1" });
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await page.getByRole("searchbox").fill(one);
    await expect(
      page.getByRole("main").locator("[data-row]").filter({ hasText: one }),
    ).toBeVisible();
  });

  test("a long import continues in the job bar, and is cancelled there", async ({
    page,
    desk,
    watch,
  }) => {
    watch.allow(/status of 500/);
    const domain = `${word("long")}.test`;
    const rows = [
      ["Email", "First name"],
      ...Array.from({ length: 3_000 }, (_, at) => [`p${at}@${domain}`, "Long"]),
    ];
    await insertUser(desk.db, { email: `p600@${domain}` });
    const dialog = await openImport(page, "user");
    await choose(dialog, rows, "long.csv");
    // The slice with this row waits until Cancel was pressed.
    await whileHeld(desk, `p600@${domain}`, async () => {
      await dialog.getByRole("button", { name: "Import 3,000 users" }).click();
      await expect(dialog.getByRole("progressbar")).toBeVisible();
      await expect(dialog.getByText("500 of 3,000 rows")).toBeVisible();
      await failCalls(page, /jobs\.cancel/);
      await dialog.getByRole("button", { name: "Cancel import" }).click();
      const fault = shellOf(page).notices.getByRole("alert");
      await fault.getByRole("button", { name: "Dismiss" }).click();
      await page.unroute(/jobs\.cancel/);
      await dialog.getByRole("button", { name: "Close" }).last().click();
      const bar = page
        .getByRole("status")
        .filter({ hasText: "Import of users: 3,000 rows from long.csv" });
      const asked = page.waitForRequest(/jobs\.cancel/);
      await bar.getByRole("button", { name: "Cancel" }).click();
      await asked;
    });
    const { notices } = shellOf(page);
    const told = notices.getByRole("status").filter({ hasText: "long.csv" });
    await expect(told).toContainText(/Cancelled: [\d,]+ of 3,000 done/);
    await expect(told).toHaveAttribute("data-kind", "info");
    await notices.getByRole("button", { name: /^Show result/ }).click();
    const result = page.getByRole("dialog", { name: "Import of users: 3,000 rows from long.csv" });
    await expect(result.getByRole("alert")).toContainText("Import cancelled with");
    const { length } = await emailsAt(desk, domain);
    expect(length).toBeGreaterThan(500);
    expect(length).toBeLessThan(3_000);

    await test.step("closing the dialog at the start shows the end in a notice, and reopens no dialog", async () => {
      const brief = await openImport(page, "user");
      await choose(brief, [rows[0] ?? [], [`last@${domain}`, "Last"]], "brief.csv");
      const letCome = await holdBack(page, /jobs\.get|imports\.result/);
      const asked = page.waitForRequest(/imports\.result|jobs\.get/);
      await brief.getByRole("button", { name: "Import 1 user" }).click();
      await asked;
      await page.keyboard.press("Escape");
      await expect(brief).toHaveCount(0);
      letCome();
      await expect(notices.getByRole("status").filter({ hasText: "brief.csv" })).toBeVisible();
      await expect(page.getByRole("dialog")).toHaveCount(0);
    });

    await test.step("a starting import cannot be replaced, and its refusal is shown even after closing", async () => {
      const late = await openImport(page, "user");
      await choose(late, [rows[0] ?? [], [`late@${domain}`, "Late"]], "late.csv");
      const answer = Promise.withResolvers<void>();
      await failCalls(page, /imports\.confirm/, answer.promise);
      await late.getByRole("button", { name: "Import 1 user" }).click();
      const another = late.getByRole("button", { name: "Choose another file" });
      await expect(another).toHaveAttribute("aria-disabled", "true");
      await another.press("Enter");
      await expect(late).toContainText("late.csv");
      await page.keyboard.press("Escape");
      await expect(late).toHaveCount(0);
      answer.resolve();
      await expect(
        notices.getByRole("alert").filter({ hasText: "Couldn't import late.csv" }),
      ).toBeVisible();
    });
  });

  test("lists are exported exactly as filtered, tickets by an Agent too", async ({
    page,
    desk,
    signedIn,
  }) => {
    const domain = `${word("out")}.test`;
    for (const name of ["Zoe", "Adam", "Mia"]) {
      await insertUser(desk.db, { first_name: name, email: `${name.toLowerCase()}@${domain}` });
    }
    const save = async () => {
      await page.getByRole("button", { name: "Import and export" }).click();
      await page.getByRole("menuitem", { name: "Export CSV" }).click();
    };
    await page.goto(`/user/log?q=${domain}&dir=desc`);
    await seeRows(page, "Users");
    const users = await downloaded(page, save);
    expect(users.slice(1).map(([, first]) => first)).toEqual(["Zoe", "Mia", "Adam"]);

    await shellOf(page).entry("Company").click();
    await page.getByRole("searchbox").fill("harbour");
    await expect(page).toHaveURL("/company/log?q=harbour");
    await expect(page.getByRole("main").locator("[data-row]")).toHaveCount(1);
    const companies = await downloaded(page, save);
    expect(companies.slice(1).map(([name]) => name)).toEqual(["Harbour Logistics"]);

    await signedIn("Agent");
    await page.goto("/ticket/log?view=all&q=priority%3Aurgent&sort=number");
    await expect(page.getByRole("main").locator("[data-row]").first()).toBeVisible();
    const count = page.getByRole("main").getByRole("status").first();
    await expect(count).toHaveText(/\d/);
    const tickets = await downloaded(page, () =>
      page.getByRole("link", { name: "Export CSV" }).click(),
    );
    const [head = [], ...rows] = tickets;
    expect(new Set(rows.map((cells) => cells[head.indexOf("Priority")]))).toEqual(
      new Set(["Urgent"]),
    );
    expect(Number.parseInt((await count.textContent()) ?? "", 10)).toBe(rows.length);
  });

  test("every step is accessible in both themes, wide and narrow, by keyboard alone", async ({
    page,
  }) => {
    const small = [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ];
    await page.goto("/user/log");
    await seeRows(page, "Users");
    await page.getByRole("button", { name: "Import and export" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: /^Import/ });
    await expect(dialog.getByRole("button", { name: "Choose a file" })).toBeVisible();
    await expectSound(page, small, above);
    await page.setViewportSize({ width: 1440, height: 900 });
    await choose(dialog, [
      ["Email", "First name", "Company", "An odd column with a long name that goes on"],
      [`${word("sound")}@sound.test`, "Sound", "Nowhere & Sons", "x".repeat(200)],
      ["no-address", "No", "", ""],
      [`${word("sound")}@sound.test`, "أحمد", "", ""],
    ]);
    await seeCounts(dialog, { new: "1", skipped: "2" });
    await test.step("truncated text is shown completely on hover", async () => {
      for (const cut of ["An odd column with a long name that goes on", "x".repeat(200)]) {
        await dialog.getByText(cut, { exact: true }).hover();
        await expect(page.locator('[data-slot="hint"]')).toHaveText(cut);
      }
      await page.mouse.move(0, 0);
    });
    await expectSound(page, small, above);
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole("button", { name: "Import 1 user" }).focus();
    await page.keyboard.press("Enter");
    await seeCounts(dialog, { created: "1", skipped: "2" });
    await expectSound(page, small, above);
  });
});

/** One that is too large, without its bytes being sent to the browser. */
function chooseLarge(dialog: Locator): Promise<void> {
  return dialog.getByLabel("CSV file").evaluate((input: HTMLInputElement) => {
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array(20 * 1024 * 1024 + 1)], "large.csv"));
    input.files = files.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
}

/** A concurrent change of this user waits. */
async function whileHeld(
  desk: TestDesk,
  email: string,
  act: () => Promise<unknown>,
): Promise<void> {
  await desk.db.transaction().execute(async (tx) => {
    await tx.selectFrom("users").select("id").where("email", "=", email).forUpdate().execute();
    await act();
  });
}
