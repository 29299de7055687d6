import type { Locator } from "@playwright/test";
import { notifyPages } from "../../server/events/live-events.ts";
import { addPerson, type Person } from "../support/people.ts";
import type { TestDesk } from "./browser/desk.ts";
import { expect, type Page, test } from "./browser/fixtures.ts";
import { holdNotices } from "./browser/hold-notices.ts";
import { resize } from "./screens/screen.ts";
import { above, expectAccessible } from "./screens/sound.ts";
import {
  chooseMore,
  expectLeaveQuestion,
  failCalls,
  holdBack,
  keptOnEscape,
  leadTo,
  seeRows,
  sessionAlert,
  shellOf,
} from "./steps/anywhere.ts";

const rowOf = (page: Page, name: string) =>
  page.getByRole("main").locator("[data-row]").filter({ hasText: name });
const record = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function openUsers(page: Page, search = ""): Promise<void> {
  await page.goto(`/user/log${search}`);
  await seeRows(page, "Users");
}

async function openRecord(page: Page, { id, name }: { id: string; name: string }) {
  await page.goto(`/user/${id}`);
  const panel = record(page, name);
  await expect(panel.getByRole("button", { name: "Edit" })).toBeVisible();
  return panel;
}

async function userAt(desk: TestDesk, email: string) {
  return await desk.db
    .selectFrom("users")
    .selectAll()
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
}

test.describe("as a Super Admin", () => {
  let self: Person;
  test.beforeEach(async ({ signedIn }) => {
    self = await signedIn("Super Admin", { firstName: "Boss" });
  });

  test("a user is created, gets a link to hand over, and signs in with it", async ({
    page,
    desk,
    otherBrowser,
  }) => {
    await openUsers(page);
    await test.step("typed input is discarded only after a question", () =>
      expectLeaveQuestion(page, "New user", "First name"));
    const dialog = page.getByRole("dialog", { name: "New user" });
    await test.step("a form closed before its user is created does not disturb what follows", async () => {
      const answer = await holdBack(page, /users\.create/);
      await page.keyboard.press("c");
      await dialog.getByLabel("First name").fill("Early");
      await dialog.getByLabel("Last name").fill("Bird");
      await dialog.getByLabel("Email").fill("early@new.test");
      await dialog.getByRole("button", { name: "Create user" }).click();
      await expect(dialog.getByRole("button", { name: "Create user" })).toBeDisabled();
      // It would be lost with the form.
      await dialog.getByLabel("Phone").pressSequentially("5");
      await expect(dialog.getByLabel("Phone")).toHaveValue("");
      await dialog.getByLabel("Role").press("Enter");
      await expect(page.getByRole("listbox")).toHaveCount(0);
      await expect(dialog.getByLabel("Role")).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await page.keyboard.press("c");
      await dialog.getByLabel("First name").fill("Next");
      answer();
      await expect(shellOf(page).notices).toContainText("Early Bird was created");
      await expect(dialog.getByLabel("First name")).toHaveValue("Next");
      await expect(page).toHaveURL("/user/log");
      await page.unroute(/users\.create/);
    });
    await dialog.getByLabel("First name").fill("Nora");
    await dialog.getByLabel("Last name").fill("Berg");
    await dialog.getByLabel("Email").fill("ADMIN@demo.test");
    await dialog.getByLabel("Role").click();
    await page.getByRole("option", { name: "Agent" }).click();
    await dialog.getByRole("button", { name: "Create user" }).click();
    await expect(dialog.getByText("Choose which companies this agent can see.")).toBeVisible();
    await expect(dialog.getByLabel("Company scope")).toBeFocused();
    await dialog.getByLabel("Company scope").click();
    await page.getByRole("option", { name: "Tickets of assigned companies" }).click();
    await dialog.getByRole("button", { name: "Create user" }).click();
    await expect(dialog.getByText("Another user already has this email address.")).toBeVisible();
    await expect(dialog.getByLabel("Email")).toBeFocused();
    await test.step("remaining errors do not take the focus from other input", async () => {
      for (const role of ["Customer", "Agent"]) {
        await dialog.getByLabel("Role").click();
        await page.getByRole("option", { name: role }).click();
      }
      await dialog.getByRole("button", { name: "Create user" }).click();
      await expect(dialog.getByText("Choose which companies this agent can see.")).toBeVisible();
      await dialog.getByLabel("Phone").pressSequentially("555");
      await expect(dialog.getByLabel("Phone")).toHaveValue("555");
      await dialog.getByLabel("Company scope").click();
      await page.getByRole("option", { name: "Tickets of assigned companies" }).click();
    });
    await dialog.getByRole("button", { name: "Add company" }).click();
    await page.getByRole("combobox", { name: "Find a company" }).fill("kestrel");
    await page.getByRole("option", { name: "Kestrel Outdoor" }).click();
    await dialog.getByLabel("Email").fill("nora@new.test");
    await expect(dialog.getByText("Another user already has this email address.")).toHaveCount(0);
    await dialog.getByRole("button", { name: "Create user" }).click();

    const link = page.getByRole("dialog", { name: "Invitation link" });
    const first = await link.getByLabel("Link").inputValue();
    await link.getByRole("button", { name: "Done" }).click();
    const panel = record(page, "Nora Berg");
    await expect(panel).toContainText("Invited");
    await expect(panel).toContainText("Kestrel Outdoor");
    expect(await userAt(desk, "nora@new.test")).toMatchObject({
      ...{ role: "Agent", company_scope: "assigned", state: "invited" },
    });

    await test.step("another address voids that link, and the next one is shown", async () => {
      await panel.getByRole("button", { name: "Edit" }).click();
      const edit = page.getByRole("dialog", { name: "Edit Nora Berg" });
      await edit.getByLabel("Email").fill("nora@right.test");
      await edit.getByRole("button", { name: "Save user" }).click();
      await expect(link.getByLabel("Link")).not.toHaveValue(first);
    });

    const theirs = await (await otherBrowser()).newPage();
    await theirs.goto(await link.getByLabel("Link").inputValue());
    await link.getByRole("button", { name: "Done" }).click();
    await theirs.getByLabel("New Password").fill("battery-9");
    await theirs.getByLabel("Confirm Password").fill("battery-9");
    await theirs.getByRole("button").last().click();
    await expect(theirs).toHaveURL("/ticket/log");
    // Their action appears here without a reload.
    await expect(panel).toContainText("Active");
  });

  test("a change shows immediately and is undone; a disabled user is signed out; a deleted user remains only as a name", async ({
    page,
    desk,
    person,
    tabOf,
    watch,
  }) => {
    watch.allow(/status of 500/);
    const { id, email } = await person("Customer", { firstName: "Mila" });
    const theirs = await tabOf({ email });
    await theirs.goto("/profile");
    await expect(theirs.getByText("This device")).toBeVisible();
    const panel = await openRecord(page, { id, name: "Mila Customer" });
    const dialog = page.getByRole("dialog", { name: "Edit Mila Customer" });
    await test.step("data read during a change does not show the old value", async () => {
      const other = desk.visitor();
      await other.signIn((await person("Super Admin")).email);
      const answer = await holdBack(page, /users\.update/);
      const edit = async (phone: string) => {
        await dialog.getByLabel("Phone").fill(phone);
        await page.keyboard.press("Enter");
        await page.keyboard.press("Escape");
        await expect(dialog).toBeHidden();
      };
      await page.keyboard.press("e");
      await edit("+49 8");
      await other.mutate("users.update", { id, timeZone: "Europe/Lisbon" });
      await expect(panel).toContainText("Lisbon");
      await page.keyboard.press("e");
      await expect(dialog.getByLabel("Phone")).toHaveValue("+49 8");
      await edit("+49 9");
      answer();
      await expect.poll(async () => (await userAt(desk, email)).phone).toBe("+49 9");
      await expect(panel).toContainText("+49 9");
      await page.unroute(/users\.update/);
    });

    await test.step("two changes are sent in order, and the last one remains", async () => {
      const sent: string[] = [];
      page.on("request", (request) => {
        if (/users\.update/.test(request.url())) sent.push(request.postData() ?? "");
      });
      const answer = await holdBack(page, /users\.update/);
      for (const phone of ["+49 5", "+49 6"]) {
        await page.keyboard.press("e");
        await dialog.getByLabel("Phone").fill(phone);
        await page.keyboard.press("Enter");
        await page.keyboard.press("Escape");
        await expect(dialog).toBeHidden();
      }
      expect(sent).toHaveLength(1);
      answer();
      await expect.poll(async () => (await userAt(desk, email)).phone).toBe("+49 6");
      await expect(panel).toContainText("+49 6");
      await page.unroute(/users\.update/);
      await expect(shellOf(page).notices.getByRole("button", { name: /Undo/ })).toHaveCount(0);
    });

    await holdNotices(page);
    await test.step("a change is undone, and a conflict is shown", async () => {
      await page.keyboard.press("e");
      await dialog.getByLabel("Phone").fill("+49 1");
      await dialog.getByRole("checkbox").first().click();
      await dialog.getByRole("button", { name: "Save user" }).click();
      await expect(panel).toContainText("+49 1");
      await shellOf(page).notices.getByRole("button", { name: /Undo/ }).click();
      await expect(panel).not.toContainText("+49 1");
      await expect.poll(async () => (await userAt(desk, email)).phone).toBe("+49 6");

      await page.keyboard.press("e");
      await desk.db
        .updateTable("users")
        .set({ phone: "+33 7" })
        .where("email", "=", email)
        .execute();
      await dialog.getByLabel("Phone").fill("+49 2");
      await dialog.getByRole("button", { name: "Save user" }).click();
      await expect(dialog.getByText("Someone else changed this to “+33 7”.")).toBeVisible();
      await expect(dialog.getByLabel("Phone")).toHaveValue("+49 2");
      await dialog.getByRole("button", { name: "Save user" }).click();
      await expect(panel).toContainText("+49 2");
    });

    await test.step("text typed while saving stays, to be saved too", async () => {
      const answer = await holdBack(page, /users\.update/);
      await page.keyboard.press("e");
      await dialog.getByLabel("Phone").fill("+49 3");
      await page.keyboard.press("Enter");
      await dialog.getByLabel("Last name").fill("Client");
      const save = dialog.getByRole("button", { name: "Save user" });
      await expect(save).toHaveAttribute("aria-disabled", "true");
      answer();
      await expect(save).toHaveAttribute("aria-disabled", "false");
      await expect(dialog.getByLabel("Last name")).toHaveValue("Client");
      await dialog.getByLabel("Last name").fill("Customer");
      await expect(save).toBeDisabled();
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await page.unroute(/users\.update/);
    });

    await test.step("a refusal is shown even if the form was closed", async () => {
      const answer = Promise.withResolvers<void>();
      await failCalls(page, /users\.update/, answer.promise);
      await page.keyboard.press("e");
      await dialog.getByLabel("Phone").fill("+49 4");
      await page.keyboard.press("Enter");
      await expect(dialog.getByRole("button", { name: "Save user" })).toBeDisabled();
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      answer.resolve();
      await expect(
        shellOf(page)
          .notices.getByRole("alert")
          .filter({ hasText: "Mila Customer was not changed" }),
      ).toBeVisible();
      await expect(panel).toContainText("+49 3");
      await page.unroute(/users\.update/);
    });

    await test.step("an overlay closes with its page", async () => {
      await page.keyboard.press("e");
      await expect(dialog).toBeVisible();
      await leadTo(page, "/ticket/log");
      await seeRows(page, "Tickets");
      await page.goBack();
      await expect(panel).toContainText("+49 3");
      await expect(dialog).toBeHidden();
    });

    await test.step("a disabled user is signed out, and restored by Undo", async () => {
      await expect(panel.getByRole("list", { name: "Sessions" })).toBeVisible();
      await panel.getByRole("button", { name: "Disable" }).click();
      await expect(panel).toContainText("Disabled");
      await expect(sessionAlert(theirs)).toBeVisible();
      await page.getByRole("heading", { name: "Mila Customer" }).click();
      await page.keyboard.press("Control+z");
      await expect(panel).toContainText("Active");
      await expect(panel).toContainText("Not signed in anywhere.");
      const order: string[] = [];
      page.on("response", (to) => /users\.bulk/.test(to.url()) && order.push("disabled"));
      page.on("request", (to) => /users\.update/.test(to.url()) && order.push("enabled"));
      const answer = await holdBack(page, /users\.bulk/);
      await panel.getByRole("button", { name: "Disable" }).click();
      await panel.getByRole("button", { name: "Enable" }).click();
      answer();
      await expect.poll(() => order).toEqual(["disabled", "enabled"]);
      await expect(shellOf(page).notices).toContainText("Mila Customer was enabled");
      await expect.poll(async () => (await userAt(desk, email)).state).toBe("active");
      await page.unroute(/users\.bulk/);
    });

    await test.step("sessions are ended one by one, or all together", async () => {
      for (const _ of [1, 2]) await desk.visitor().signIn(email);
      await page.reload();
      const end = panel.getByRole("button", { name: /^End session of/ });
      await end.first().click();
      await expect(end).toHaveCount(1);
      await panel.getByRole("button", { name: "End all sessions" }).click();
      await expect(panel).toContainText("Not signed in anywhere.");
    });

    await test.step("all data of a user is downloaded as a zip", async () => {
      const coming = page.waitForEvent("download");
      await chooseMore(panel, "Export all data");
      expect((await coming).suggestedFilename()).toMatch(/^user-[0-9a-f-]{36}-\d{4}-.*\.zip$/);
    });

    const question = page.getByRole("alertdialog", { name: "Delete Mila Customer?" });
    await test.step("a user who could not be deleted is named even if the dialog was closed", async () => {
      const answer = Promise.withResolvers<void>();
      await failCalls(page, /users\.delete/, answer.promise);
      await chooseMore(panel, "Delete user…");
      await question.getByRole("button", { name: "Delete user" }).click();
      await page.keyboard.press("Escape");
      await expect(question).toBeHidden();
      answer.resolve();
      await expect(
        shellOf(page)
          .notices.getByRole("alert")
          .filter({ hasText: "Mila Customer was not deleted" }),
      ).toBeVisible();
      await page.unroute(/users\.delete/);
    });

    await test.step("a deleted user is no longer found", async () => {
      await chooseMore(panel, "Delete user…");
      await expect(question).toContainText("Tickets and messages stay");
      await question.getByRole("button", { name: "Delete user" }).click();
      await expect(page).toHaveURL(/\/user\/log/);
      await expect(rowOf(page, "Mila Customer")).toHaveCount(0);
      await page.goBack();
      await expect(page.getByRole("heading", { name: "This user doesn't exist" })).toBeVisible();
    });
  });

  test("several are selected by keys and changed together, each refusal is named, and it is undone", async ({
    page,
    desk,
    person,
    watch,
  }) => {
    watch.allow(/status of (500|401)/);
    const people = [
      await person("Customer", { firstName: "Quill", state: "disabled" }),
      await person("Customer", { firstName: "Quill", state: "active" }),
    ];
    const { email } = await person("Customer", { firstName: "Zed" });
    await openUsers(page, `?q=${self.email}`);
    await holdNotices(page);
    const bar = page.getByRole("region", { name: "Selection" });
    const { notices } = shellOf(page);
    const find = async (name: string, count: number) => {
      await page.getByRole("searchbox").fill(name);
      await expect(rowOf(page, name)).toHaveCount(count);
      await expect(page.locator("[data-row]")).toHaveCount(count);
      await page.getByRole("heading", { name: "Users" }).click();
      await page.keyboard.press("j");
    };
    await test.step("users cannot disable themselves", async () => {
      await page.keyboard.press("j");
      await page.keyboard.press("x");
      await expect(bar).toContainText("1 selected");
      await bar.getByRole("button", { name: "Disable" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Disable 1 user" }).click();
      const result = page.getByRole("dialog", { name: /Disabling/ });
      await expect(result).toContainText("You can't delete, disable or demote yourself.");
      await result.getByRole("button", { name: "Close" }).last().click();
      await page.keyboard.press("Escape");
    });

    await test.step("a disabled user is enabled, and disabled again by Undo", async () => {
      await find("Quill Customer", people.length);
      const disabled = rowOf(page, "Quill Customer").filter({ hasText: "Disabled" });
      await expect(disabled).toHaveCount(1);
      await page.keyboard.press("Control+a");
      await expect(bar.getByRole("button", { name: "Disable" })).toBeVisible();
      await bar.getByRole("button", { name: "Enable" }).click();
      await expect(notices).toContainText("1 user enabled");
      await expect(disabled).toHaveCount(0);
      await page.keyboard.press("Control+z");
      await expect(disabled).toHaveCount(1);
      await disabled.getByRole("checkbox").check();
      await expect(bar.getByRole("button", { name: "Disable" })).toHaveCount(0);
      const answer = await holdBack(page, /users\.bulk/);
      await bar.getByRole("button", { name: "Enable" }).click();
      const other = rowOf(page, "Quill Customer").filter({ hasNotText: "Disabled" });
      await other.getByRole("checkbox").check();
      answer();
      await expect(disabled).toHaveCount(0);
      await expect(bar).toContainText("1 selected");
      await page.keyboard.press("Control+z");
      await expect(disabled).toHaveCount(1);
      await page.keyboard.press("Escape");
    });

    await test.step("users who leave the list are deselected", async () => {
      const rows = await holdBack(page, /users\.list/);
      await page.getByRole("searchbox").fill("Zed");
      const list = page.getByRole("grid", { name: "Users" });
      await expect(list).toHaveAttribute("aria-busy", "true");
      await page.getByRole("heading", { name: "Users" }).click();
      await page.keyboard.press("Control+a");
      rows();
      await expect(rowOf(page, "Quill Customer")).toHaveCount(0);
      await expect(list).toHaveAttribute("aria-busy", "false");
      await expect(bar).toHaveCount(0);

      await find("Quill Customer", people.length);
      await page.keyboard.press("x");
      const all = await holdBack(page, /users\.ids/);
      const asked = page.waitForResponse(/users\.ids/);
      await bar.getByRole("button", { name: "select all 2 that match" }).click();
      await find("Zed Customer", 1);
      all();
      await asked;
      await expect(bar).toHaveCount(0);
    });

    await test.step("another role is set, and theirs restored by Undo", async () => {
      await find("Zed Customer", 1);
      await page.keyboard.press("x");
      await findCompany(page, bar);
      await giveRole(page, bar);
      await expect(notices).toContainText("Role of 1 user set to Agent");
      await expect(rowOf(page, "Zed Customer")).toContainText("Agent");
      await page.keyboard.press("Control+z");
      await expect(notices).toContainText("Undone for 1 user");
      await expect(notices).not.toContainText("set to Agent");
      await expect(rowOf(page, "Zed Customer")).not.toContainText("Agent");
      expect((await userAt(desk, email)).role).toBe("Customer");
    });

    await test.step("selecting all after the session has ended says so", async () => {
      await find("Quill Customer", people.length);
      await page.keyboard.press("x");
      // For this call only, so that no other one reports it.
      const data = { code: "session_expired", httpStatus: 401 };
      const json = [
        { error: { code: -32001, message: "Session Expired. Please login again!", data } },
      ];
      await page.route(/users\.ids/, (route) => route.fulfill({ status: 401, json }));
      await bar.getByRole("button", { name: "select all 2 that match" }).click();
      await expect(sessionAlert(page)).toBeVisible();
    });
  });

  test("everything works by keyboard, and closing returns the focus to the list", async ({
    page,
  }) => {
    await openUsers(page);
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    const link = page.locator("[data-cursor] [data-row-link]");
    const name = (await link.textContent()) ?? "";
    await expect(link).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(record(page, name).getByRole("button", { name: "Edit" })).toBeVisible();
    await page.keyboard.press("e");
    await expect(page.getByRole("dialog", { name: `Edit ${name}` })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(link).toBeFocused();
    await page.keyboard.press("u");
    await expect(page).toHaveURL("/user/log");
    await expect(link).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(record(page, name)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL("/user/log");
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(keys).toContainText("New user");
    // All at one glance.
    expect(await keys.evaluate((all) => all.scrollHeight - all.clientHeight)).toBe(0);
    await page.keyboard.press("Escape");
    // C creates a user here: the shortcut is shown only there.
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("option", { name: "New user" })).toHaveText("New userC");
    await expect(page.getByRole("option", { name: "New ticket" })).toHaveText("New ticket");
    await page.keyboard.press("Escape");

    const third = page.locator("[data-row-link]").nth(2);
    await third.click();
    await expect(page.getByRole("button", { name: "Edit" })).toBeVisible();
    const close = page.getByRole("link", { name: "Close", exact: true });
    await close.focus();
    // Not the other way round: rows below may load in the meantime.
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    // A hint takes no key from the dialog below it.
    await expect(page.locator("[data-slot=hint]")).toContainText("Close");
    await page.keyboard.press("Escape");
    await expect(close).toHaveCount(0);
    await expect(third).toBeFocused();

    await test.step("keys faster than the rendering all count", async () => {
      await page.locator("[data-row-link]").first().focus();
      const places = await page.evaluate(() => {
        const place = () => location.pathname.split("/").at(-1);
        const press = (key: string) =>
          document.activeElement?.dispatchEvent(
            new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
          );
        const open = () =>
          document.activeElement?.dispatchEvent(
            new MouseEvent("click", { bubbles: true, cancelable: true }),
          );
        const passed: (string | undefined)[] = [];
        for (const key of ["Escape", "u", "Escape"]) {
          open();
          passed.push(place());
          press(key);
          passed.push(place());
        }
        return passed;
      });
      expect(places.filter((_, at) => at % 2 === 1)).toEqual(["log", "log", "log"]);
      expect(places.filter((place) => place === "log")).toHaveLength(3);
      await expect(page.getByRole("button", { name: "Edit" })).toHaveCount(0);
      await expect(page.locator("[data-row-link]").first()).toBeFocused();
    });
  });

  test("an agent who loses a company loses its open ticket immediately; a user's open tickets are in the linked list", async ({
    page,
    desk,
    person,
    tabOf,
  }) => {
    const ticket = await desk.db
      .selectFrom("tickets")
      .innerJoin("companies", "companies.id", "tickets.company_id")
      .select(["number", "subject", "companies.id", "companies.name"])
      .where("spam_at", "is", null)
      .where("tickets.merged_into_id", "is", null)
      .orderBy("number")
      .executeTakeFirstOrThrow();
    const rhea = await person("Agent", {
      ...{ firstName: "Rhea", companyScope: "assigned", companies: [{ id: ticket.id }] },
    });
    const theirs = await tabOf(rhea);
    await theirs.goto(`/ticket/${ticket.number}?view=all`);
    await expect(theirs.getByText(ticket.subject).first()).toBeVisible();
    await openRecord(page, { id: rhea.id, name: "Rhea Agent" });
    await page.keyboard.press("e");
    const dialog = page.getByRole("dialog", { name: "Edit Rhea Agent" });
    await dialog.getByRole("button", { name: `Remove ${ticket.name}` }).click();
    await dialog.getByRole("button", { name: "Save user" }).click();
    await expect(
      theirs.getByRole("heading", { name: `Ticket #${ticket.number} not found` }),
    ).toBeVisible();
    await expect(theirs.getByText(ticket.subject)).toHaveCount(0);

    await test.step("as many as are assigned are listed", async () => {
      const { first_name, last_name } = await userAt(desk, "agent@demo.test");
      const name = `${first_name} ${last_name}`;
      await page.getByRole("searchbox").fill(name);
      await rowOf(page, name).getByRole("link").click();
      const section = record(page, name).getByRole("region", { name: "Assigned tickets" });
      await expect(section).toContainText(/\d+ open/);
      const count = Number(/(\d+) open/.exec((await section.textContent()) ?? "")?.[1]);
      await section.getByRole("link", { name: "Show all: Assigned tickets" }).click();
      const shown = page.getByRole("main").getByRole("status").first();
      await expect(shown).toHaveText(new RegExp(`^${count}\\b`));
    });
  });

  test("record and dialog pass WCAG 2.2 AA, wide and on a phone", async ({ page, desk }) => {
    await openRecord(page, { id: self.id, name: "Boss Super Admin" });
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await resize(page, size);
      await expect(page.getByRole("region", { name: "History" })).toBeVisible();
      await expectAccessible(page);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
      await page.getByRole("button", { name: "Edit" }).click();
      await expect(page.getByRole("button", { name: "Save user" })).toBeVisible();
      await expectAccessible(page, "to edit", above);
      await page.keyboard.press("Escape");
    }
    await test.step("on a phone the name of a company is whole in the dialog", async () => {
      const { id } = await userAt(desk, "customer@demo.test");
      await leadTo(page, `/user/${id}`);
      await page.getByRole("button", { name: "Edit" }).click();
      const name = page.getByRole("dialog").getByText("Harbour Logistics").first();
      await expect(name).toBeVisible();
      expect(await name.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
    });
  });
});

test.describe("with a mail server", () => {
  test.use({ deskSettings: { mail: true } });

  test("the invitation is mailed, no link is shown, and it can be sent again", async ({
    page,
    desk,
    signedIn,
  }) => {
    await signedIn("Super Admin");
    await openUsers(page);
    await page.getByRole("button", { name: "New user" }).click();
    const dialog = page.getByRole("dialog", { name: "New user" });
    await dialog.getByLabel("First name").fill("Lea");
    await dialog.getByLabel("Last name").fill("Roth");
    await dialog.getByLabel("Email").fill("lea@new.test");
    await dialog.getByRole("button", { name: "Create user" }).click();
    await expect(shellOf(page).notices).toContainText("Invitation sent to lea@new.test");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    expect((await desk.mail.take("lea@new.test")).text).toContain("/invitation#");
    await expect(page.getByText(/^Valid until \d/)).toBeVisible();
    await page.getByRole("button", { name: "More" }).click();
    await expect(page.getByRole("menuitem", { name: /Copy/ })).toHaveCount(0);
    await page.getByRole("menuitem", { name: "Resend invitation" }).click();
    expect((await desk.mail.take("lea@new.test")).text).toContain("/invitation#");

    await test.step("it is sent again to another address", async () => {
      await page.getByRole("button", { name: "Edit" }).click();
      const edit = page.getByRole("dialog", { name: "Edit Lea Roth" });
      await edit.getByLabel("Email").fill("lea@right.test");
      await edit.getByRole("button", { name: "Save user" }).click();
      await expect(shellOf(page).notices).toContainText(
        "User saved. Invitation sent to lea@right.test",
      );
      expect((await desk.mail.take("lea@right.test")).text).toContain("/invitation#");
    });

    await test.step("a user whose invitation ended by disabling is named when enabled", async () => {
      await page.getByRole("button", { name: "Disable" }).click();
      await page.getByRole("button", { name: "Enable" }).click();
      await expect(shellOf(page).notices).toContainText(
        "Lea Roth was enabled. Their invitation has ended. Send it again.",
      );
      await expect(page.getByText("None active")).toBeVisible();
    });

    await test.step("the mail server's refusal is shown immediately", async () => {
      const { id } = await userAt(desk, "lea@right.test");
      await desk.db
        .insertInto("outgoing_mails")
        .values({
          ...{ id: Bun.randomUUIDv7(), template: "invitation", user_id: id, data: {} },
          ...{ state: "failed", error: "550 No such mailbox" },
          ...{ next_attempt_at: new Date(), created_at: new Date() },
        })
        .execute();
      await desk.db.transaction().execute((tx) => notifyPages(tx, "users"));
      desk.services.wakeup.wake();
      await expect(page.getByText("Not delivered: 550 No such mailbox")).toBeVisible();
    });

    await test.step("several are invited together, without undo", async () => {
      await addPerson(desk.db, "Customer", { email: "in@right.test", firstName: "Let in" });
      await page.getByRole("searchbox").fill("right.test");
      for (const name of ["Lea Roth", "Let in"]) {
        await rowOf(page, name).getByRole("checkbox").check();
      }
      const bar = page.getByRole("region", { name: "Selection" });
      await bar.getByRole("button", { name: "Invite" }).click();
      const question = page.getByRole("alertdialog", { name: "Invite 1 user?" });
      await expect(question).toContainText("valid for 7 days");
      await expect(question).toContainText("1 selected user doesn't need an invitation");
      await question.getByRole("button", { name: "Invite 1 user" }).click();
      await expect(shellOf(page).notices).toContainText("1 user invited");
      await expect(shellOf(page).notices.getByRole("button", { name: /^Undo/ })).toHaveCount(0);
      await expect(bar).toHaveCount(0);
      expect((await desk.mail.take("lea@right.test")).text).toContain("/invitation#");
      await expect(page.getByText(/^Valid until \d/)).toBeVisible();
    });
  });
});

/** Types from the first letter on, if the field has the focus. */
async function findCompany(page: Page, bar: Locator): Promise<void> {
  await bar.getByRole("button", { name: "Company" }).click();
  const dialog = page.getByRole("dialog", { name: "Company of 1 user" });
  const company = dialog.getByRole("button", { name: "Company", exact: true });
  await expect(dialog.getByLabel("Change")).toBeFocused();
  await company.pressSequentially("kestrel");
  await page.getByRole("option", { name: "Kestrel Outdoor" }).click();
  await expect(company).toHaveText("Kestrel Outdoor");
  await keptOnEscape(page, company);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Leave and discard" }).click();
  await expect(dialog).toBeHidden();
}

async function giveRole(page: Page, bar: Locator): Promise<void> {
  await bar.getByRole("button", { name: "Set role" }).click();
  const dialog = page.getByRole("dialog", { name: "Set the role of 1 user" });
  await expect(dialog.getByLabel("Role")).toBeFocused();
  await expect(dialog, "who is here already joins nothing by themselves").not.toContainText("join");
  await dialog.getByLabel("Role").click();
  await page.getByRole("option", { name: "Agent" }).click();
  await dialog.getByRole("button", { name: "Set role" }).click();
  await expect(dialog.getByText("Choose which companies these agents can see.")).toBeVisible();
  await expect(dialog.getByLabel("Company scope")).toBeFocused();
  await dialog.getByLabel("Company scope").click();
  await page.getByRole("option", { name: "All tickets" }).click();
  // Its list returns the focus when it closes, which can be after the next key press.
  await keptOnEscape(page, dialog.getByLabel("Company scope"));
  await failCalls(page, /users\.bulk/);
  await dialog.getByRole("button", { name: "Set role" }).press("Enter");
  const fault = shellOf(page).notices.getByRole("alert");
  await fault.waitFor();
  await expect(dialog.getByRole("button", { name: "Set role" })).toBeFocused();
  await page.unroute(/users\.bulk/);
  await fault.getByRole("button", { name: "Dismiss" }).click();
  await dialog.getByRole("button", { name: "Set role" }).click();
}
