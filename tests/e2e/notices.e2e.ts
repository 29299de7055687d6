import { join } from "node:path";
import type { notify } from "../../client/components/notices.ts";
import { expect, type Page, test, testPassword } from "./browser/fixtures.ts";
import {
  fillChangePassword,
  holdBack,
  openChangePassword,
  seeRows,
  shellOf,
} from "./steps/anywhere.ts";

type Said = Parameters<typeof notify>[0];

declare global {
  interface Window {
    notify: typeof notify;
  }
}

const fallback = "OOps! Something went wrong";

/** A page on which a test can show any notice, with a clock that only the test moves. */
async function openNotices(page: Page): Promise<(...said: Said[]) => Promise<void>> {
  await page.route("**/assets/notices-page.js", async (route) =>
    route.fulfill({ contentType: "text/javascript", body: await noticesPage() }),
  );
  await page.clock.install();
  await page.goto("/login");
  await page.addScriptTag({ url: "/assets/notices-page.js", type: "module" });
  await page.waitForFunction(() => typeof window.notify === "function");
  await page.clock.pauseAt(Date.now() + 60 * 60_000);
  return async (...said) => {
    await page.evaluate((notices) => {
      for (const notice of notices) window.notify(notice);
    }, said);
  };
}

let built: Promise<string> | undefined;

function noticesPage(): Promise<string> {
  built ??= Bun.build({
    entrypoints: [join(import.meta.dir, "browser/notices-page.tsx")],
    target: "browser",
    define: { "process.env.NODE_ENV": '"production"' },
  }).then(({ outputs: [script] }) => {
    if (!script) throw new Error("The page of notices was not built");
    return script.text();
  });
  return built;
}

function noticeOf(page: Page, kind: string) {
  return page.locator(`[data-slot=notice][data-kind=${kind}]`);
}

test("Info, success and warning notifications disappear after 3000 ms. Error notifications do not disappear on their own. Error notifications stay on screen until dismissed.", async ({
  page,
}) => {
  const say = await openNotices(page);
  const alerts = page.getByRole("alert");
  const dismiss = async (words: string) => {
    await alerts.filter({ hasText: words }).getByRole("button", { name: "Dismiss" }).click();
    // Otherwise the next would be below it.
    await page.mouse.move(10, 10);
  };

  await test.step("each kind stays for its time", async () => {
    const kinds = ["info", "success", "warning", "error"] as const;
    await say(...kinds.map((kind) => ({ kind, message: `Words of ${kind}` })));
    await page.clock.runFor(100);
    for (const kind of kinds) {
      await expect(noticeOf(page, kind)).toContainText(`Words of ${kind}`);
      const role = kind === "error" ? "alert" : "status";
      await expect(noticeOf(page, kind)).toHaveAttribute("role", role);
    }
    await page.clock.runFor(2899);
    for (const kind of kinds) await expect(noticeOf(page, kind), "at 2999 ms").toBeVisible();
    await page.clock.runFor(1);
    for (const kind of ["info", "success", "warning"]) {
      await expect(noticeOf(page, kind), "at 3000 ms").toHaveCount(0);
    }
    await expect(noticeOf(page, "error")).toBeVisible();
    await dismiss("Words of error");
    await expect(alerts).toHaveCount(0);
  });

  await test.step("two errors stay at the bottom right, one above the other, until dismissed", async () => {
    await say({ kind: "error", message: "First" }, { kind: "error", message: "Second" });
    await page.clock.runFor(100);
    const [first, second] = await Promise.all(
      ["First", "Second"].map((text) =>
        noticeOf(page, "error").filter({ hasText: text }).boundingBox(),
      ),
    );
    if (!first || !second) throw new Error("The notices are not in the page");
    expect(first.y + first.height).toBeLessThanOrEqual(second.y);
    expect(second.x + second.width).toBeGreaterThan(1440 - 40);
    expect(second.y + second.height).toBeGreaterThan(900 - 40);

    await page.clock.fastForward("12:00:00");
    await expect(alerts).toHaveCount(2);
    await dismiss("First");
    await expect(alerts).toHaveCount(1);
    await expect(alerts).toContainText("Second");
    await dismiss("Second");
    await expect(alerts).toHaveCount(0);
  });

  await test.step("a pointer on a notice pauses its timer, and no other's", async () => {
    await say({ kind: "info", message: "Pointed at" }, { kind: "success", message: "Left alone" });
    await page.clock.runFor(1000);
    await noticeOf(page, "info").hover();
    const place = await noticeOf(page, "info").boundingBox();
    await page.clock.runFor(3000);
    await expect(noticeOf(page, "success")).toHaveCount(0);
    // It stays under the pointer when another notice disappears or appears.
    await say({ kind: "error", message: "Comes in between" });
    await page.clock.runFor(60_000);
    await expect(noticeOf(page, "error")).toBeVisible();
    expect(await noticeOf(page, "info").boundingBox()).toEqual(place);
    await page.mouse.move(10, 10);
    await page.clock.runFor(1900);
    await expect(noticeOf(page, "info")).toBeVisible();
    await page.clock.runFor(200);
    await expect(noticeOf(page, "info")).toHaveCount(0);
    await dismiss("Comes in between");
    await expect(alerts).toHaveCount(0);
  });

  await test.step("the focus in a notice pauses its timer", async () => {
    await say({ kind: "warning", message: "Read me" });
    await page.clock.runFor(1000);
    await noticeOf(page, "warning").getByRole("button", { name: "Dismiss" }).focus();
    await page.clock.runFor(60_000);
    await expect(noticeOf(page, "warning")).toBeVisible();
    await page.getByLabel("Email").focus();
    await page.clock.runFor(3000);
    await expect(noticeOf(page, "warning")).toHaveCount(0);
  });

  await test.step("a notice that appears under a resting pointer disappears in time", async () => {
    await page.mouse.move(1300, 860);
    await say({ kind: "success", message: "Under the pointer" });
    await page.clock.runFor(100);
    await expect(noticeOf(page, "success")).toBeVisible();
    // An element drawn under a resting pointer gets pointerenter without any movement.
    await expect
      .poll(() => noticeOf(page, "success").evaluate((n) => n.matches(":hover")))
      .toBe(true);
    await page.clock.runFor(3000);
    await expect(noticeOf(page, "success")).toHaveCount(0);
  });
});

test('Server error with a message: That message is shown. Error message mentions http, or no message: "OOps! Something went wrong"', async ({
  page,
  signedIn,
  watch,
  desk,
}) => {
  await signedIn("Super Admin");
  await page.clock.install();
  await page.goto("/profile");
  await expect(page.getByText("This device")).toBeVisible();
  const { notices, entry } = shellOf(page);
  const alert = notices.getByRole("alert");
  const dismiss = async () => {
    await alert.getByRole("button", { name: "Dismiss" }).click();
    await expect(alert).toHaveCount(0);
  };

  await test.step("a success notice disappears after 3000 ms", async () => {
    await page.getByText("Light", { exact: true }).click();
    const notice = notices.getByRole("status");
    await expect(notice).toContainText("Theme saved");
    await page.clock.fastForward(3000);
    await expect(notice).toHaveCount(0);
  });

  await test.step("the server's message is shown, and stays", async () => {
    const dialog = await openChangePassword(page);
    const submit = dialog.getByRole("button", { name: "Change Password" });
    for (let attempt = 1; attempt <= 6; attempt++) {
      const next = `battery-${attempt}`;
      await fillChangePassword(dialog, { old: `wrong-${attempt}`, next, confirm: next });
      const answer = page.waitForResponse(/account\.changePassword/);
      await submit.click();
      expect((await answer).status()).toBe(attempt < 6 ? 400 : 429);
      await expect(submit).toBeEnabled();
    }
    await expect(alert).toContainText("Too many attempts. Wait a moment and try again.");
    await fillChangePassword(dialog, { old: testPassword, next: "a", confirm: "b" });
    await expect(alert).toBeVisible();
    await dismiss();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step("a message that mentions http, or is empty, is replaced by the general one", async () => {
    watch.allow(/status of 50[02]|net::ERR_FAILED/);
    const answers = [
      { status: 500, body: trpcError("connect ECONNREFUSED http://10.0.0.7:5432") },
      { status: 500, body: trpcError("HTTPS is down") },
      { status: 500, body: trpcError("") },
      { status: 502, body: "<html>Bad gateway</html>" },
      null,
    ];
    for (const answer of answers) {
      await page.route(/account\.updateProfile/, (route) =>
        answer ? route.fulfill({ contentType: "application/json", ...answer }) : route.abort(),
      );
      await page.getByText("Dark", { exact: true }).click();
      await expect(alert).toHaveText(fallback);
      await dismiss();
      await page.unroute(/account\.updateProfile/);
    }
  });

  await test.step("a server error shows no details, and the change is reverted", async () => {
    const light = page.getByRole("radio", { name: "Light" });
    const dark = page.getByRole("radio", { name: "Dark" });
    await expect(light).toBeChecked();
    const { owner } = desk.database;
    await owner.schema.alterTable("users").renameColumn("theme", "hidden").execute();
    try {
      await page.getByText("Dark", { exact: true }).click();
      await expect(alert).toHaveText(fallback);
    } finally {
      await owner.schema.alterTable("users").renameColumn("hidden", "theme").execute();
    }
    expect(desk.logged.join()).toContain("theme does not exist");
    await expect(light).toBeChecked();
    await expect(dark).not.toBeChecked();
    await expect(page.locator("html")).toHaveClass("light");
    await dismiss();
  });

  await test.step("a list that cannot be loaded says so in its place; retrying by keyboard keeps the focus there", async () => {
    await page.route(/users\.list/, (route) => route.abort());
    await entry("Users").click();
    const trouble = page.getByRole("main").getByRole("alert");
    await expect(async () => {
      await page.clock.runFor(2000);
      await expect(trouble).toContainText(fallback, { timeout: 200 });
    }).toPass();
    await page.unroute(/users\.list/);
    const letGo = await holdBack(page, /users\.list/);
    await trouble.getByRole("button", { name: "Try again" }).press("Enter");
    // However long the server takes.
    await expect(page.getByRole("main").locator("input").first()).toBeFocused();
    letGo();
    await seeRows(page, "Users");
    await expect(page.locator("[data-row] a").first()).toBeFocused();
  });
});

function trpcError(message: string): string {
  return JSON.stringify([
    { error: { message, code: -32603, data: { code: "unexpected", httpStatus: 500 } } },
  ]);
}
