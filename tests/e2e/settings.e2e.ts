import manifest from "../../package.json";
import { notifyPages } from "../../server/events/live-events.ts";
import { createLog } from "../../server/log.ts";
import { countOldTickets, removeOldTickets } from "../../server/tickets/retention.ts";
import { insertMessage, insertTeam, insertTicket } from "../support/builders.ts";
import { expect, type Page, test } from "./browser/fixtures.ts";
import { holdNotices } from "./browser/hold-notices.ts";
import { settled } from "./browser/settled.ts";
import {
  failCalls,
  holdBack,
  leadTo,
  loseAnswer,
  personButton,
  shellOf,
} from "./steps/anywhere.ts";
import { openCommands } from "./steps/settings.ts";
import { colleague, leadToTicket, makeTicket } from "./steps/ticket.ts";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
/** Image decoders ignore bytes after the end. */
const otherPng = Buffer.concat([png, Buffer.from("other")]);

test.describe("Settings", () => {
  test("are opened from the account menu and the palette, and ask before Back discards them", async ({
    page,
    desk,
    signedIn,
  }) => {
    await signedIn("Super Admin");
    await page.goto("/nowhere");
    await personButton(page).click();
    await page.getByRole("menuitem", { name: "Settings" }).click();
    await expect(page).toHaveURL("/settings/desk");
    await expect(page.getByText(`Frontdesk ${manifest.version}`, { exact: true })).toBeVisible();
    const hours = page.getByLabel("Overdue after");
    const stored = async () =>
      (await desk.db.selectFrom("desk").select("overdue_hours").executeTakeFirstOrThrow())
        .overdue_hours;
    const before = await stored();
    await hours.fill(`${before + 1}`);
    await page.evaluate(() => history.back());
    const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect(hours).toHaveValue(`${before + 1}`);
    await expect(hours).toBeFocused();
    await page.evaluate(() => history.back());
    await question.getByRole("button", { name: "Leave and discard" }).click();
    await expect(page).toHaveURL("/nowhere");
    expect(await stored()).toBe(before);
    await openCommands(page, "audit");
    await expect(page).toHaveURL("/audit");
  });

  test("for name, colour and logo apply immediately, in other browsers too, and can be undone", async ({
    page,
    desk,
    signedIn,
    otherBrowser,
  }) => {
    await signedIn("Super Admin");
    await page.goto("/settings/desk");
    const visitor = await (await otherBrowser()).newPage();
    await holdNotices(page);
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("Kestrel Care");
    await name.press("Enter");
    await expect(page).toHaveTitle(/Kestrel Care$/);
    await expect(shellOf(page).notices).toContainText("Name saved");
    const primary = () =>
      page.evaluate(() => getComputedStyle(document.body).getPropertyValue("--primary").trim());
    const before = await primary();
    // `check` would look before the page learns of it.
    await page.getByRole("radio", { name: "Teal" }).click({ force: true });
    await expect(page.getByRole("radio", { name: "Teal" })).toBeChecked();
    await expect.poll(primary).toBe("#0f766e");
    // An older answer about the desk arrives after the logo.
    const old = await readLate(page, /desk\.get/, async () => {
      await notifyPages(desk.db, "desk");
      desk.services.wakeup.wake();
    });
    await keepLogo(page);
    await old();
    await visitor.goto("/login");
    await expect(visitor.getByRole("main").locator("img")).toHaveJSProperty("complete", true);
    await expect(visitor).toHaveTitle(/Kestrel Care$/);
    const button = visitor.getByRole("button", { name: "Sign in", exact: true });
    await expect(button).toHaveCSS("background-color", "rgb(15, 118, 110)");
    const answer = await holdBack(page, /desk\.setLogo/);
    const other = { name: "other.png", mimeType: "image/png", buffer: otherPng };
    await page.getByLabel("Logo").setInputFiles(other);
    await expect(page.getByRole("main").locator("img")).toHaveAttribute("src", /^data:/);
    await page.getByRole("button", { name: "Remove logo" }).click();
    answer();
    await expect(shellOf(page).notices).toContainText("Logo removed");
    await expect(shellOf(page).navigation.locator("img")).toHaveCount(0);
    await expect(page.getByText("Someone else changed the logo.")).toHaveCount(0);
    await shellOf(page)
      .notices.locator("[data-slot=notice]")
      .filter({ hasText: /^Colour saved/ })
      .getByRole("button", { name: "Undo" })
      .click();
    await expect.poll(primary).toBe(before);
    await name.fill("Frontdesk");
    await name.blur();
    await expect
      .poll(async () => (await desk.db.selectFrom("desk").select("name").execute())[0]?.name)
      .toBe("Frontdesk");
  });

  test("that are invalid, or conflict, are shown at their field, and nothing is lost", async ({
    page,
    desk,
    person,
    signedIn,
    watch,
  }) => {
    watch.allow(/net::ERR_FAILED/);
    await signedIn("Super Admin");
    await page.goto("/settings/desk");
    await holdNotices(page);
    await test.step("a logo refused after leaving its tab is reported", async () => {
      const answer = await holdBack(page, /desk\.setLogo/);
      await page.getByLabel("Logo").setInputFiles({
        ...{ name: "logo.png", mimeType: "image/png", buffer: Buffer.from("<svg>") },
      });
      await expect(page.getByRole("main").locator("img")).toHaveAttribute("src", /^data:/);
      await page.getByRole("link", { name: "Teams" }).click();
      await expect(page.getByRole("heading", { name: "Teams" })).toBeVisible();
      answer();
      const told = shellOf(page)
        .notices.getByRole("alert")
        .filter({ hasText: "Couldn't save the logo" });
      await expect(told).toContainText("This isn't a PNG, JPEG or WebP picture.");
      await told.getByRole("button", { name: "Dismiss" }).click();
      // A pointer resting there would start and stop the timers of later notices.
      await page.mouse.move(0, 0);
      await page.unroute(/desk\.setLogo/);
      await page.goBack();
    });

    await test.step("invalid values", async () => {
      const hours = page.getByLabel("Overdue after");
      await hours.fill("0");
      await hours.press("Enter");
      await expect(page.getByText("Enter a whole number from 1 to 720.")).toBeVisible();
      await expect(hours).toHaveValue("0");
      await hours.fill("00");
      await expect(page.getByText("Enter a whole number from 1 to 720.")).toHaveCount(0);
      await hours.press("Escape");
      await expect(hours).toHaveValue("24");
      const colour = page.getByLabel("Custom colour");
      await colour.fill("teal");
      await colour.press("Enter");
      await expect(page.getByText("This isn't a colour. Example: #0f766e.")).toBeVisible();
      await page.getByLabel("Logo").setInputFiles({
        ...{ name: "logo.png", mimeType: "image/png", buffer: Buffer.from("<svg>") },
      });
      await expect(page.getByText("This isn't a PNG, JPEG or WebP picture.")).toBeVisible();
      // As if the file was moved, or its disk removed.
      await page.evaluate(() => {
        FileReader.prototype.readAsDataURL = function () {
          this.dispatchEvent(new ProgressEvent("error"));
        };
      });
      await page.getByLabel("Logo").setInputFiles({
        ...{ name: "logo.png", mimeType: "image/png", buffer: png },
      });
      await expect(page.getByText("This file couldn't be read.")).toBeVisible();
    });

    await test.step("typed while saving stay, and belong to the person", async () => {
      const name = page.getByLabel("Name", { exact: true });
      const answer = await holdBack(page, /desk\.update/);
      await name.fill("Kestrel");
      await name.press("Enter");
      await name.fill("Frontdesk");
      answer();
      await expect(shellOf(page).notices).toContainText("Name saved");
      await expect(name).toHaveValue("Frontdesk");
      await name.press("Enter");
      await expect(page).toHaveTitle(/Frontdesk$/);
      await expect(page.getByText("Name saved")).toHaveCount(2);
      await page.unroute(/desk\.update/);
    });

    const other = desk.visitor();
    await other.signIn((await person("Super Admin")).email);
    await test.step("read while saving do not replace the new value", async () => {
      const name = page.getByLabel("Name", { exact: true });
      const answer = await holdBack(page, /desk\.update/);
      await name.fill("Kestrel");
      await name.press("Enter");
      const read = page.waitForResponse(/desk\.get/);
      await other.mutate("desk.update", { set: { autoCloseDays: 8 }, base: { autoCloseDays: 7 } });
      await (await read).finished();
      const news = await holdBack(page, /desk\.get/);
      answer();
      await expect(page.getByText("Name saved")).toHaveCount(3);
      await name.fill("Frontdesk");
      await name.press("Enter");
      await expect(page.getByText("Name saved")).toHaveCount(4);
      news();
      await page.unroute(/desk\.update/);
      await page.unroute(/desk\.get/);
      await other.mutate("desk.update", { set: { autoCloseDays: 7 }, base: { autoCloseDays: 8 } });
    });

    for (const arrives of [false, true]) {
      const what = arrives ? "that was saved and never answered" : "that never arrived";
      await test.step(`\`typed after one ${what} are based on the current value\``, async () => {
        const name = page.getByLabel("Name", { exact: true });
        const saved = shellOf(page).notices.getByText("Name saved");
        const count = await saved.count();
        const sent = Promise.withResolvers<void>();
        await page.route(
          /desk\.update/,
          async (route) => {
            await sent.promise;
            if (arrives) await route.fetch();
            await route.abort();
          },
          { times: 1 },
        );
        for (const text of ["Kestrel", "Osprey"]) {
          await name.fill(text);
          await name.press("Enter");
        }
        sent.resolve();
        await expect(saved).toHaveCount(count + 1);
        await expect(page.getByText(/Someone else|Something went wrong/)).toHaveCount(0);
        await expect(name).toHaveValue("Osprey");
        await name.fill("Frontdesk");
        await name.press("Enter");
        await expect(saved).toHaveCount(count + 2);
      });
    }

    await test.step("changed by someone else ask before they are overwritten", async () => {
      const days = page.getByLabel("Closed after");
      await expect(days).toHaveValue("7");
      await days.fill("9");
      // The page learns of it at once, but typed text is still based on the value at its start.
      const heard = page.waitForResponse(/desk\.get/);
      await other.mutate("desk.update", { set: { autoCloseDays: 14 }, base: { autoCloseDays: 7 } });
      await (await heard).finished();
      await days.press("Enter");
      await expect(page.getByText("Someone else changed this. It is now: 14")).toBeVisible();
      await expect(days).toHaveValue("9");
      await days.press("Enter");
      await expect(shellOf(page).notices).toContainText("Auto-close days saved");
      const row = await desk.db
        .selectFrom("desk")
        .select("auto_close_days")
        .executeTakeFirstOrThrow();
      expect(row.auto_close_days).toBe(9);

      const colour = page.getByLabel("Custom colour");
      await colour.fill("#123456");
      const seen = page.waitForResponse(/desk\.get/);
      await other.mutate("desk.update", { set: { accent: "#0f766e" }, base: { accent: null } });
      await (await seen).finished();
      await expect(page.getByRole("radio", { name: "Teal" })).toBeChecked();
      await colour.press("Enter");
      await expect(page.getByText("Someone else changed this. It is now: #0f766e")).toBeVisible();
      await expect(colour).toHaveValue("#123456");
      await colour.press("Enter");
      await expect(page.getByText("Colour saved")).toBeVisible();
      await page.getByRole("radio", { name: "Blue" }).click({ force: true });
      await expect(page.getByText("Colour saved")).toHaveCount(2);
      await expect(colour).toHaveValue("");
    });
  });

  test("for the language show the indexing progress; for the audit log ask before deleting months", async ({
    page,
    desk,
    person,
    signedIn,
  }) => {
    await signedIn("Super Admin");
    await page.goto("/settings/desk");
    await page.getByRole("combobox", { name: "Language" }).click();
    await page.getByRole("option", { name: "German" }).click();
    await expect(shellOf(page).notices).toContainText("Search language saved");
    await expect
      .poll(async () => {
        const rows = await desk.db.selectFrom("search_rebuild").select("ended_at").execute();
        return rows[0]?.ended_at !== null && rows.length === 1;
      })
      .toBe(true);
    await expect(page.getByText("Rebuilding the search index")).toHaveCount(0);

    await page.getByRole("switch", { name: "Keep forever" }).click();
    const months = page.getByLabel("Keep for", { exact: true });
    await months.fill("2");
    const heard = page.waitForResponse(/desk\.get/);
    const other = desk.visitor();
    await other.signIn((await person("Super Admin")).email);
    await other.mutate("desk.update", { set: { auditMonths: 48 }, base: { auditMonths: null } });
    await (await heard).finished();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Enter a whole number from 3 to 600.")).toBeVisible();
    await months.fill("12");
    await months.press("Enter");
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("Keep the audit log for only 12 months?");
    const drop = question.getByRole("button", { name: "Delete older entries" });
    await drop.click();
    const overtaken = page.getByText("Someone else changed this. It is now: 48");
    await expect(overtaken).toBeVisible();
    await expect(months).toHaveValue("12");
    await months.press("Enter");
    await drop.click();
    await expect(shellOf(page).notices).toContainText("Audit log saved");
    const row = await desk.db.selectFrom("desk").select("audit_months").executeTakeFirstOrThrow();
    expect(row.audit_months).toBe(12);

    await test.step("rules on screen stay if they could not be refreshed", async () => {
      await leadTo(page, "/settings/sign-in");
      const rule = page.getByText("Ends all sessions of that user");
      await expect(rule).toBeVisible();
      await page.route(/desk\.signInRules/, async (route) => {
        const response = await route.fetch();
        const at = new URL(route.request().url()).pathname
          .split(/[/,]/)
          .indexOf("desk.signInRules");
        const answers: unknown[] = await response.json();
        // A refusal is not retried automatically.
        const data = { code: "invalid_input", httpStatus: 400 };
        answers[at - 3] = { error: { message: "Something does not fit.", code: -32600, data } };
        await route.fulfill({ response, json: answers });
      });
      const failed = page.waitForResponse(/desk\.signInRules/);
      await other.mutate("desk.update", { set: { auditMonths: 13 }, base: { auditMonths: 12 } });
      expect(await (await failed).text()).toContain("Something does not fit.");
      await settled(page);
      await expect(rule).toBeVisible();
    });
  });
});

test.describe("Old tickets", () => {
  test("are counted for the values on screen, and removed after a confirmation", async ({
    page,
    desk,
    person,
    signedIn,
  }) => {
    const { db } = desk;
    const customer = await person("Customer");
    const longAgo = new Date(Date.now() - 1100 * 24 * 60 * 60_000);
    for (let made = 0; made < 3; made += 1) {
      const ticket = await insertTicket(db, {
        ...{ requester_id: customer.id, status: "closed", created_at: longAgo },
      });
      await insertMessage(db, { ticket_id: ticket.id, author_id: customer.id });
    }
    const count = await countOldTickets(db, { action: "delete", months: 24 }, new Date());
    expect(count).toEqual({ tickets: 3, messages: 3, files: 0 });
    const stored = async () => {
      const row = db.selectFrom("desk").select(["old_tickets", "old_ticket_months"]);
      return Object.values(await row.executeTakeFirstOrThrow());
    };

    await signedIn("Super Admin");
    await page.goto("/settings/desk");
    const section = page.getByRole("region", { name: "Old tickets" });
    const action = section.getByRole("combobox", { name: "Closed tickets" });
    const months = section.getByLabel("Closed for more than");
    const preview = section.getByRole("status");
    const save = section.getByRole("button", { name: "Save", exact: true });
    const question = page.getByRole("alertdialog");
    const choose = async (name: string) => {
      await action.click();
      await page.getByRole("option", { name }).click();
    };
    await choose("Delete");
    await expect(preview).toHaveText(
      "3 tickets were closed more than 24 months ago, with 3 messages and 0 files.",
    );
    await months.fill("60");
    await expect(preview).toHaveText("No tickets were closed more than 60 months ago.");
    await months.fill("5");
    await save.click();
    await expect(section.getByText("Enter a whole number from 6 to 120.")).toBeVisible();
    await months.fill("30");
    await months.press("Enter");
    await expect(question).toContainText("Delete tickets closed more than 30 months ago?");
    await expect(question).toContainText(
      "3 tickets with 3 messages and 0 files are permanently deleted, starting within ten minutes.",
    );
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(months).toHaveValue("30");
    expect(await stored()).toEqual([null, 24]);

    const other = desk.visitor();
    await other.signIn((await person("Super Admin")).email);
    const heard = page.waitForResponse(/desk\.get/);
    const change = { oldTickets: "anonymise", oldTicketMonths: 120 };
    await other.mutate("desk.update", {
      set: change,
      base: { oldTickets: null, oldTicketMonths: 24 },
    });
    await (await heard).finished();
    await save.click();
    await question.getByRole("button", { name: "Delete old tickets" }).click();
    await expect(section.getByText("Someone else changed this. It is now: 120")).toBeVisible();
    expect(await stored()).toEqual(["anonymise", 120]);
    await save.click();
    await question.getByRole("button", { name: "Delete old tickets" }).click();
    await expect(shellOf(page).notices).toContainText("Old tickets saved");
    expect(await stored()).toEqual(["delete", 30]);

    await test.step("a later time does not ask", async () => {
      await months.fill("36");
      await save.click();
      await expect.poll(stored).toEqual(["delete", 36]);
      await expect(question).toHaveCount(0);
      await expect(save).toHaveCount(0);
    });

    await test.step("the last run is shown", async () => {
      const deps = { db, log: createLog("error"), now: () => new Date() };
      await removeOldTickets({ ...deps, onChange: desk.services.wakeup.wake });
      await expect(section.getByText(/^Last run: .+, 3 tickets deleted$/)).toBeVisible();
      await expect(preview).toHaveText("No tickets were closed more than 36 months ago.");
    });

    await choose("Keep forever");
    await expect.poll(stored).toEqual([null, 36]);
    await expect(months).toHaveCount(0);
    await page.goto("/audit");
    const entry = page.getByRole("button", { name: /System.*deleted old tickets/ });
    await entry.click();
    await expect(page.getByRole("row", { name: "tickets 3 none" })).toBeVisible();
  });
});

test.describe("Teams", () => {
  test("are created, staffed, renamed and deleted, and their tickets reassigned", async ({
    page,
    desk,
    person,
    signedIn,
    watch,
  }) => {
    watch.allow(/net::ERR_FAILED|status of 500/);
    await signedIn("Super Admin");
    await page.goto("/settings/teams");
    await page.getByRole("button", { name: "New team" }).click();
    await page.getByLabel("Team name").fill("Billing");
    await page.getByRole("button", { name: "Create team" }).click();
    await expect(page.getByText("This name is already used.")).toBeVisible();
    const made = await holdBack(page, /teams\.create/);
    await page.getByLabel("Team name").fill("Night shift");
    await page.getByLabel("Team name").press("Enter");
    await expect(page.getByRole("group", { disabled: true })).toBeVisible();
    await page.getByLabel("Team name").pressSequentially("s");
    await expect(page.getByLabel("Team name")).toHaveValue("Night shift");
    await expect(page.getByLabel("Team name")).toBeFocused();
    made();
    const team = page.getByRole("region", { name: "Night shift" });
    await expect(team).toBeVisible();

    const names = ["Grace Thompson", "Samuel Okafor"];
    for (const name of names) {
      await page.getByRole("button", { name: "Add a member to Night shift" }).click();
      await page.getByRole("combobox", { name: "Find a colleague" }).fill(name);
      await page.getByRole("option", { name: new RegExp(name) }).click();
      await expect(team.getByText(name)).toBeVisible();
    }
    const takeOut = (name: string) =>
      page.getByRole("button", { name: `Remove ${name} from Night shift` }).click();
    const answer = await holdBack(page, /teams\.setMember/);
    for (const name of names) await takeOut(name);
    answer();
    const { notices } = shellOf(page);
    for (const name of names)
      await expect(notices).toContainText(`${name} was removed from the team`);
    for (const name of names.toReversed()) {
      await page.keyboard.press("Control+z");
      await expect(team.getByText(name)).toBeVisible();
    }
    for (const name of names) await takeOut(name);
    for (const name of names) await expect(team.getByText(name)).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Add a member to Night shift" })).toBeFocused();

    const field = page.getByLabel("Team name");
    await page.getByRole("button", { name: "Rename Night shift" }).click();
    await field.fill("Night owls ");
    await field.press("Enter");
    await expect(page.getByRole("button", { name: "Rename Night owls" })).toBeFocused();
    await page.keyboard.press("Control+z");
    await expect(team).toBeVisible();
    await page.getByRole("button", { name: "Rename Night shift" }).click();
    const renamed = await holdBack(page, /teams\.rename/);
    await field.fill("Night owls");
    await field.press("Enter");
    await field.fill("Night watch");
    renamed();
    await expect(page.getByText("Team renamed")).toBeVisible();
    await expect(field).toHaveValue("Night watch");
    await field.press("Enter");
    await expect(page.getByRole("region", { name: "Night watch" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Rename Night watch" })).toBeFocused();

    const { id: owner_id } = await person("Agent");
    const view = { id: Bun.randomUUIDv7(), owner_id, name: "In the hall", shared: false };
    const asked = { ...view, query: "team:Warehouse is:open", created_at: new Date() };
    await desk.db.insertInto("saved_views").values(asked).execute();
    await page.getByRole("button", { name: "Delete Warehouse" }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText(/\d+ tickets belong to it/);
    await expect(question).toContainText(
      "This view uses it and will no longer find tickets by it: In the hall.",
    );
    await question.getByRole("combobox", { name: "Move its tickets to" }).click();
    await page.getByRole("option", { name: "Night watch" }).click();
    await question.getByRole("button", { name: "Delete team" }).click();
    await expect(page.getByRole("region", { name: "Warehouse" })).toHaveCount(0);
    await expect(
      page
        .getByRole("region", { name: "Night watch" })
        .getByRole("link", { name: /[1-9]\d* tickets/ }),
    ).toBeVisible();

    await test.step("created before a lost answer are not created again", async () => {
      await loseAnswer(page, /teams\.create/);
      await page.getByRole("button", { name: "New team" }).click();
      await page.getByLabel("Team name").fill("Late shift");
      await page.getByLabel("Team name").press("Enter");
      await expect(page.getByLabel("Team name")).toHaveAttribute("aria-invalid", "true");
      await page.getByRole("button", { name: "Create team" }).click();
      await expect(notices).toContainText("Team created");
      await expect(page.getByRole("region", { name: "Late shift" })).toHaveCount(1);
    });

    await test.step("read during a rename do not show the old name", async () => {
      const other = desk.visitor();
      await other.signIn((await person("Super Admin")).email);
      const answer = await holdBack(page, /teams\.rename/);
      await page.getByRole("button", { name: "Rename Late shift" }).click();
      await field.fill("Early shift");
      await field.press("Enter");
      const news = { requestId: Bun.randomUUIDv7(), name: "Newcomers" };
      await other.mutate("teams.create", news);
      await expect(page.getByRole("region", { name: "Newcomers" })).toBeVisible();
      await expect(page.getByRole("region", { name: "Early shift" })).toBeVisible();
      answer();
      await expect(page.getByRole("button", { name: "Rename Early shift" })).toBeFocused();
      await page.unroute(/teams\.rename/);
    });

    await test.step("renamed during a retry get the newly typed name next", async () => {
      await failCalls(page, /teams\.rename/);
      await page.getByRole("button", { name: "Rename Early shift" }).click();
      await field.fill("Dawn shift");
      await field.press("Enter");
      await expect(field).toHaveAttribute("aria-invalid", "true");
      await page.unroute(/teams\.rename/);
      const sent = page.waitForResponse(/teams\.rename/);
      // Before the field is rendered again.
      await field.evaluate((input: HTMLInputElement) => {
        input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
        const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value") ?? {};
        set?.call(input, "Dusk shift");
        input.dispatchEvent(new Event("input", { bubbles: true }));
      });
      await (await sent).finished();
      await field.press("Enter");
      await expect(page.getByRole("button", { name: "Rename Dusk shift" })).toBeFocused();
    });

    await test.step("refused after closing the field are reported", async () => {
      const told = (title: string) => notices.getByRole("alert").filter({ hasText: title });
      const rename = page.getByRole("button", { name: "Rename Dusk shift" });
      const late = Promise.withResolvers<void>();
      await failCalls(page, /teams\.(rename|create)/, late.promise);
      await rename.click();
      await field.fill("Noon shift");
      await field.press("Enter");
      await field.press("Escape");
      await page.getByRole("button", { name: "New team" }).click();
      await field.fill("Lost team");
      await field.press("Enter");
      await field.press("Escape");
      late.resolve();
      await expect(told("Team name not saved")).toBeVisible();
      await expect(told("New team not saved")).toBeVisible();
      await page.unroute(/teams\.(rename|create)/);
      await rename.click();
      await expect(field).not.toHaveAttribute("aria-invalid", "true");
      await expect(field).toHaveValue("Dusk shift");
      await field.press("Escape");
    });

    await test.step("are found by name or member among many", async () => {
      const wing = (at: number) => insertTeam(desk.db, { name: `Wing ${at}` });
      const [{ id: team_id }] = await Promise.all([wing(1), ...[2, 3, 4, 5, 6, 7, 8].map(wing)]);
      await insertTeam(desk.db, { name: "Wing of the cranes" });
      const { id: user_id, email } = await person("Agent");
      await desk.db.insertInto("team_members").values({ team_id, user_id }).execute();
      await page.reload();
      const find = page.getByRole("searchbox", { name: "Find a team" });
      await find.fill("crane wing");
      await expect(page.getByRole("region", { name: "Wing" })).toHaveCount(1);
      await expect(page.getByRole("region", { name: "Wing of the cranes" })).toBeVisible();
      await find.fill(email);
      await expect(page.getByRole("region", { name: "Wing" })).toHaveCount(1);
      await expect(page.getByRole("region", { name: "Wing 1" })).toBeVisible();
      await find.fill("nothing like it");
      await expect(page.getByText("No teams found")).toBeVisible();
      await page.getByRole("button", { name: "New team" }).click();
      await field.fill("Wing 10");
      await field.press("Enter");
      await expect(page.getByRole("region", { name: "Wing 10" })).toBeVisible();
      await expect(find).toHaveValue("");
      await desk.db.deleteFrom("teams").where("name", "like", "Wing %").execute();
    });
  });
});

test.describe("Tags", () => {
  test("are found, renamed, merged and deleted, and restored", async ({
    page,
    signedIn,
    watch,
  }) => {
    watch.allow(/net::ERR_FAILED/);
    await signedIn("Super Admin");
    await page.goto("/settings/tags");
    await holdNotices(page);
    await test.step("deleted and restored before a lost answer are not deleted again", async () => {
      const { notices } = shellOf(page);
      await page.getByRole("button", { name: "Delete labels" }).click();
      await loseAnswer(page, /tags\.delete/);
      const question = page.getByRole("alertdialog");
      await question.getByRole("button", { name: "Delete tag" }).click();
      await expect(question.getByRole("alert")).toBeVisible();
      await question.getByRole("button", { name: "Delete tag" }).click();
      await expect(notices).toContainText("Tag deleted");
      await loseAnswer(page, /tags\.undo/);
      await notices.getByRole("button", { name: /^Undo/ }).click();
      await notices.getByRole("button", { name: "Retry" }).click();
      await expect(notices).toContainText("Undone");
      await expect(page.getByRole("button", { name: "Delete labels" })).toBeVisible();
    });

    const list = page.getByRole("list", { name: "Tags" });
    await page.getByRole("searchbox", { name: "Find a tag" }).fill("carr");
    await expect(list.getByRole("article")).toHaveCount(1);
    await page.getByRole("button", { name: "Rename carriers" }).click();
    await page.getByLabel("Tag name").fill("api");
    await page.getByLabel("Tag name").press("Enter");
    await expect(
      page.getByText("A tag with this name already exists. Merge the two instead."),
    ).toBeVisible();
    const found = await holdBack(page, /tags\.list/);
    await page.getByLabel("Tag name").fill("couriers");
    await page.getByLabel("Tag name").press("Enter");
    await expect(shellOf(page).notices.getByText("Tag renamed", { exact: true })).toBeVisible();
    await expect(list.getByRole("article", { name: "couriers" })).toBeVisible();
    found();
    // It no longer matches the search.
    await expect(list.getByRole("article")).toHaveCount(0);
    await page.getByRole("searchbox", { name: "Find a tag" }).fill("");
    await expect(list.getByRole("article", { name: "couriers" })).toBeVisible();

    await page.getByRole("button", { name: "Merge couriers into another tag" }).click();
    await page.getByRole("combobox", { name: "Find a tag" }).fill("labels");
    await page.getByRole("option", { name: /^labels/ }).click();
    await page.getByRole("button", { name: "Merge into labels" }).click();
    await expect(list.getByRole("article", { name: "couriers" })).toHaveCount(0);
    await page
      .getByRole("status")
      .filter({ has: page.getByText("Tags merged", { exact: true }) })
      .getByRole("button", { name: "Undo" })
      .click();
    await expect(list.getByRole("article", { name: "couriers" })).toBeVisible();

    await page.getByRole("button", { name: "Delete couriers" }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText(/It will be removed from \d+ tickets./);
    await question.getByRole("button", { name: "Delete tag" }).click();
    await expect(list.getByRole("article", { name: "couriers" })).toHaveCount(0);
  });
});

test.describe("Macros", () => {
  test("keep changes of two people, ask on a conflict, and keep text typed while saving", async ({
    page,
    desk,
    person,
    signedIn,
  }) => {
    await signedIn("Super Admin");
    const other = desk.visitor();
    await other.signIn((await person("Super Admin")).email);
    const begun = { name: "Lost parcel", body: "We look for it.", shared: true, changes: {} };
    const save = async (macro: object) => {
      const { text } = await other.mutate("macros.save", {
        ...{ requestId: Bun.randomUUIDv7(), ...begun },
        ...macro,
      });
      return text;
    };
    const id = /"id":"([^"]+)"/.exec(await save({}))?.[1];
    await page.goto("/settings/macros");
    await test.step("are found by their text among many, also after opening one", async () => {
      const box = page.getByRole("searchbox", { name: "Find a macro" });
      await expect(page.getByRole("button", { name: "Edit Lost parcel" })).toBeVisible();
      await expect(box).toHaveCount(0);
      for (let n = 1; n <= 8; n += 1) await save({ name: `Answer ${n}`, body: `It is ${n}.` });
      await box.fill("is 7.");
      const rows = page.getByRole("listitem").filter({ hasText: /^(Answer|Lost)/ });
      await expect(rows).toHaveCount(1);
      await page.getByRole("button", { name: "Edit Answer 7" }).click();
      await page.getByRole("button", { name: "Cancel" }).click();
      await expect(rows).toHaveCount(1);
      await box.fill("nothing of the kind");
      await page.getByRole("button", { name: "Show all macros" }).click();
      await expect(rows).toHaveCount(9);
    });
    await page.getByRole("button", { name: "Edit Lost parcel" }).click();
    const name = page.getByRole("textbox", { name: "Name" });
    const text = page.getByRole("textbox", { name: "Text" });
    await text.fill("Mine");
    await save({ id, name: "Parcel", body: "Theirs" });
    const button = page.getByRole("button", { name: "Save macro" });
    await button.click();
    await expect(text).toHaveAccessibleDescription(/Someone else changed this to “Theirs”\./);
    await expect(text).toHaveValue("Mine");
    await expect(name).toHaveValue("Parcel");

    const answer = await holdBack(page, /macros\.save/);
    // Before the form is rendered again.
    await text.evaluate((field: HTMLTextAreaElement) => {
      field.form?.requestSubmit();
      const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value") ?? {};
      set?.call(field, "Mine, and more");
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await page.getByRole("link", { name: "Teams" }).click();
    await page.getByRole("button", { name: "Keep editing" }).click();
    answer();
    await expect(shellOf(page).notices).toContainText("Macro saved");
    await expect(text).toHaveValue("Mine, and more");
    await button.click();
    await expect(page.getByRole("button", { name: "Edit Parcel" })).toBeVisible();
    const row = await desk.db
      .selectFrom("macros")
      .select(["name", "body"])
      .where("id", "=", id ?? "")
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ name: "Parcel", body: "Mine, and more" });

    await test.step("refused after leaving the form are reported, with their text to copy", async () => {
      await save({ name: "Taken" });
      await page.getByRole("button", { name: "New macro" }).click();
      await name.fill("Taken");
      await text.fill("Lost words");
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("button", { name: "Keep editing" }).click();
      await expect(text).toHaveValue("Lost words");
      const late = await holdBack(page, /macros\.save/);
      await page.getByRole("button", { name: "Create macro" }).click();
      await page.getByRole("link", { name: "Teams" }).click();
      await expect(page.getByRole("heading", { name: "Teams" })).toBeVisible();
      late();
      const told = page.getByRole("alert").filter({ hasText: "Macro not saved" });
      await expect(told).toContainText("A macro with this name already exists.");
      await expect(told.getByRole("button", { name: "Copy your text" })).toBeVisible();
    });
  });
});

test.describe("Mail", () => {
  test.use({ deskSettings: { mail: true } });

  test("is tested by a mail to oneself, with the server's answer", async ({
    page,
    desk,
    signedIn,
  }) => {
    const { email } = await signedIn("Super Admin");
    const come = await holdBack(page, /mails\.settings/);
    await page.goto("/settings/mail");
    const filter = page.getByRole("button", { name: "State", exact: true });
    const before = await filter.boundingBox();
    come();
    await expect(page.getByText(/127\.0\.0\.1, port \d+/)).toBeVisible();
    expect(await filter.boundingBox(), "what comes moves nothing").toEqual(before);
    await page.getByRole("button", { name: "Send test email" }).click();
    await expect(page.getByText(`The mail server accepted the email to ${email}:`)).toBeVisible();
    await desk.mail.take(email);
  });

  test("that failed is found by its state, and retried by one click", async ({
    page,
    desk,
    person,
    signedIn,
  }) => {
    const ana = await person("Customer", { firstName: "Ana", state: "invited" });
    const at = new Date(Date.now() - 3_600_000);
    await desk.db
      .insertInto("outgoing_mails")
      .values({
        ...{ id: Bun.randomUUIDv7(), template: "invitation", user_id: ana.id, data: {} },
        ...{ state: "failed", attempts: 1, error: "550 No such mailbox", address: ana.email },
        ...{ next_attempt_at: at, created_at: at },
      })
      .execute();
    const admin = await signedIn("Super Admin");
    await page.goto("/settings/mail");
    await page.getByRole("button", { name: "State", exact: true }).click();
    await page.getByRole("menuitemradio", { name: "Failed" }).click();
    await expect(page).toHaveURL("/settings/mail?state=failed");
    const list = page.getByRole("list", { name: "Outgoing email" });
    const row = list.getByRole("button", { name: new RegExp(`Failed.*${ana.email}`) });
    await expect(list.getByRole("listitem")).toHaveCount(1);
    await row.click();
    await expect(list).toContainText("After 1 try: 550 No such mailbox");
    await list.getByRole("button", { name: "Try again" }).dblclick();
    await desk.mail.take(ana.email);
    await expect(page.getByRole("heading", { name: "No matching email" })).toBeVisible();
    await page.goto(`/settings/mail?to=${ana.id}`);
    await expect(page.getByRole("button", { name: /^To: Ana/ })).toBeVisible();
    await expect(list.getByRole("button", { name: /Sent/ })).toHaveCount(1);
    const tried = desk.db
      .selectFrom("audit_log")
      .select("id")
      .where("act", "=", "mail.tried-again");
    expect(await tried.execute()).toHaveLength(1);

    await test.step("stored without a mail server is sent by one click", async () => {
      const kim = await person("Customer", { firstName: "Kim", state: "invited" });
      await desk.db
        .insertInto("outgoing_mails")
        .values({
          ...{ id: Bun.randomUUIDv7(), template: "invitation", user_id: kim.id, data: {} },
          ...{ state: "kept", attempts: 1, address: kim.email, subject: "Come in", body: "[link]" },
          ...{ next_attempt_at: at, created_at: at },
        })
        .execute();
      await page.goto(`/settings/mail?to=${kim.id}`);
      await list.getByRole("button", { name: /Not sent/ }).click();
      await expect(list).toContainText("Stored because no mail server was set up.");
      await list.getByRole("button", { name: "Send now" }).click();
      await expect(shellOf(page).notices).toContainText(`The email to ${kim.email} is queued`);
      await desk.mail.take(kim.email);
      await expect(list.getByRole("button", { name: /Sent/ })).toHaveCount(1);
      await expect(list.getByRole("button", { name: "Send now" })).toHaveCount(0);
    });

    await test.step("that failed is shown at its reply in the ticket, until it is sent again", async () => {
      const made = await makeTicket(desk);
      const { id: message_id } = await insertMessage(desk.db, {
        ...{ ticket_id: made.ticket.id, author_id: admin.id },
      });
      const id = Bun.randomUUIDv7();
      await desk.db
        .insertInto("outgoing_mails")
        .values({
          ...{ id, template: "ticket-reply", user_id: made.requester.id, data: {}, message_id },
          ...{ ticket_id: made.ticket.id, state: "failed", error: "550 No such mailbox" },
          ...{ next_attempt_at: at, created_at: at },
        })
        .execute();
      const { conversation } = await leadToTicket(page, made);
      const line = conversation.getByText("Not delivered to Ana Ferreira: 550 No such mailbox");
      await expect(line).toBeVisible();
      const elsewhere = await colleague(desk, admin.email);
      const again = { requestId: Bun.randomUUIDv7(), id };
      expect((await elsewhere.mutate("mails.tryAgain", again)).status).toBe(200);
      await expect(line).toHaveCount(0);
    });
  });
});

/** Makes the page read; the answer arrives once it is released. */
async function readLate(page: Page, call: RegExp, make: () => Promise<void>) {
  const [read, come] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(
    call,
    async (route) => {
      const response = await route.fetch();
      read.resolve();
      await come.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await make();
  await read.promise;
  return async () => {
    const answered = page.waitForResponse(call);
    come.resolve();
    await (await answered).finished();
  };
}

async function keepLogo(page: Page): Promise<void> {
  const logo = { name: "logo.png", mimeType: "image/png", buffer: png };
  await page.getByLabel("Logo").setInputFiles(logo);
  await expect(shellOf(page).notices).toContainText("Logo saved");
  const mark = shellOf(page).navigation.locator("img");
  await expect(mark).toHaveAttribute("src", /^\/node\/desk\/logo\/[0-9a-f]{64}$/);
}
