import { expect, test } from "./browser/fixtures.ts";
import { leadTo } from "./steps/anywhere.ts";
import { colleague } from "./steps/ticket.ts";

test.describe("the audit log", () => {
  test("shows who did what, expands to the changes, is filtered in its address, and exported as filtered", async ({
    page,
    desk,
    signedIn,
  }) => {
    await desk.visitor().signIn("stranger@nowhere.test");
    const { firstName, email } = await signedIn("Super Admin", {
      firstName: "Petra-Alexandra Wilhelmina von Hohenstaufen",
    });
    const petra = await colleague(desk, email);
    const renamed = { set: { name: "Kestrel Care" }, base: { name: "Frontdesk" } };
    expect((await petra.mutate("desk.update", renamed)).status).toBe(200);

    await page.goto("/audit");
    const list = page.getByRole("list", { name: "Audit log" });
    const entry = list.getByRole("button", { name: /Petra.*changed the settings.*name/ }).first();
    await test.step("expands to the changes by keyboard", async () => {
      await expect(entry).toBeVisible();
      await expect(page.getByText("Network", { exact: true }), "a column").toBeVisible();
      await page.keyboard.press("j");
      await expect(list.getByRole("button").first()).toBeFocused();
      await entry.press("Enter");
      await expect(entry).toHaveAttribute("aria-expanded", "true");
      const row = list.getByRole("row", { name: /name/ });
      await expect(row.getByRole("cell")).toHaveText(["Frontdesk", "Kestrel Care"]);
      await expect(list.getByText("127.0.0.0/24").first()).toBeVisible();
    });

    await test.step("is filtered in its address", async () => {
      const narrow = list.getByRole("button", { name: new RegExp(`Everything by ${firstName}`) });
      await page.setViewportSize({ width: 390, height: 844 });
      const { x = 0, width = 0 } = (await narrow.boundingBox()) ?? {};
      expect(x + width, "on a phone all of it is read").toBeLessThan(390);
      await page.setViewportSize({ width: 1440, height: 900 });
      await narrow.click();
      await expect(page).toHaveURL(/\?who=/);
      await expect(page.getByRole("button", { name: /^Who: Petra/ })).toBeVisible();
      await expect(list.getByRole("button", { name: /stranger/ })).toHaveCount(0);
      await page.getByRole("button", { name: "Clear filters" }).click();

      await page.getByRole("button", { name: "What", exact: true }).click();
      await page.getByRole("combobox", { name: "Find an action" }).fill("failed");
      await page.getByRole("option", { name: "failed to sign in" }).click();
      await expect(page).toHaveURL("/audit?act=session.sign-in-failed");
      await expect(list.getByRole("button", { name: /stranger@nowhere\.test/ })).toBeVisible();
      await expect(list.getByRole("button", { name: /changed the settings/ })).toHaveCount(0);
    });

    await test.step("is exported as filtered, and records that", async () => {
      const link = page.getByRole("link", { name: "Export CSV" });
      await expect(link).toHaveAttribute("href", /act=session\.sign-in-failed/);
      const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
      expect(download.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/);
      await leadTo(page, "/audit?act=audit.exported");
      await expect(list.getByRole("button", { name: /exported the audit log/ })).toBeVisible();
    });

    await test.step("names the person of a company concerned, as in their history", async () => {
      await leadTo(page, "/audit?act=company.member-changed");
      const changed = list.getByRole("button", { name: /Kestrel Outdoor, Declan Byrne/ });
      await changed.click();
      await list.getByRole("link", { name: "Declan Byrne" }).click();
      const history = page.getByRole("region", { name: "History" });
      await expect(history).toContainText(
        "gave this user access to all tickets of Kestrel Outdoor",
      );
      await history.getByRole("link", { name: "Show all: History" }).click();
      await expect(page).toHaveURL(/\/audit\?on=user&id=/);
      await expect(changed).toBeVisible();
    });

    await page.getByRole("button", { name: "When", exact: true }).click();
    const from = page.getByLabel("From", { exact: true });
    await from.pressSequentially("01152");
    await expect(from, "a year is first another one").toHaveValue("0002-01-15");
    await expect(page.getByRole("button", { name: "Any time" })).toHaveCount(0);
    await page.keyboard.type("019");
    await expect(page).toHaveURL(/&from=2019-01-15&tz=/);
    await expect(from).toHaveValue("2019-01-15");
    await page.getByLabel("To", { exact: true }).fill("2020-01-01");
    await expect(page.getByRole("heading", { name: "No entries" })).toBeVisible();
    await expect(page).toHaveURL(/&from=2019-01-15&to=2020-01-01&tz=/);
    await page.getByLabel("To", { exact: true }).fill("2019-01-14");
    await expect(page.getByRole("alert")).toHaveText("The last day is before the first.");
    await page.keyboard.press("Escape");
    const main = page.getByRole("main");
    await expect(main.getByText("The last day is before the first.")).toBeVisible();
    await expect(main.getByText("No entries match")).toHaveCount(0);
  });

  test("says when it could not be loaded, and retries", async ({ page, signedIn, watch }) => {
    await signedIn("Super Admin");
    watch.allow(/net::ERR_FAILED/);
    await page.clock.install();
    await page.goto("/settings/sign-in");
    await page.route(/audit\.list/, (route) => route.abort());
    await page.getByRole("banner").getByRole("button").last().click();
    await page.getByRole("menuitem", { name: "Audit log" }).click();
    const again = page.getByRole("main").getByRole("button", { name: "Try again" });
    await expect(async () => {
      await page.clock.runFor(2000);
      await expect(again).toBeVisible({ timeout: 200 });
    }).toPass();
    await page.unroute(/audit\.list/);
    await again.click();
    await expect(page.getByRole("button", { name: /signed in/ }).first()).toBeVisible();
  });
});
