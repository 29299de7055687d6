import type { Locator } from "@playwright/test";
import { insertCompany } from "../support/builders.ts";
import { expect, type Page, test } from "./browser/fixtures.ts";
import { goTo } from "./screens/screen.ts";
import { chooseMore, leadTo, personButton, seeRows, shellOf } from "./steps/anywhere.ts";
import { offlineBar as bar, byLine, offline } from "./steps/line.ts";
import { leadToTicket, makeTicket } from "./steps/ticket.ts";

const notSent = "You're offline. Nothing was sent.";
const notLoaded = "You're offline. This couldn't be loaded.";

const missing = (page: Page) =>
  page.getByRole("main").getByText(notLoaded).filter({ visible: true }).first();

test.beforeEach(({ watch }) => {
  test.setTimeout(120_000);
  watch.allow(offline);
});

/** A form filled in offline: typed text stays, and is sent by another click. */
interface Form {
  name: string;
  open: (page: Page, about: { user: string }) => Promise<unknown>;
  field: (page: Page) => Locator;
  typed: string;
  send: (page: Page) => Promise<void>;
  sent: (page: Page) => Locator;
}

const forms: Form[] = [
  {
    name: "a user",
    async open(page, { user }) {
      await goTo(page, `/user/${user}`);
      await page.getByRole("button", { name: "Edit", exact: true }).click();
    },
    field: (page) => page.getByRole("dialog").getByLabel("Phone"),
    typed: "+49 30 1",
    send: (page) => page.getByRole("button", { name: "Save user" }).click(),
    sent: (page) => page.getByRole("region").getByText("+49 30 1").first(),
  },
  {
    name: "a company",
    async open(page) {
      await goTo(page, "/company/log");
      await seeRows(page, "Companies");
      await page.getByRole("button", { name: "New company" }).click();
    },
    field: (page) => page.getByRole("dialog").getByLabel("Name"),
    typed: "Offshore Works",
    send: (page) => page.getByRole("button", { name: "Create company" }).click(),
    sent: (page) => page.getByRole("region", { name: "Offshore Works" }),
  },
  {
    name: "a team",
    async open(page) {
      await goTo(page, "/settings/teams");
      await page.getByRole("button", { name: "New team" }).click();
    },
    field: (page) => page.getByLabel("Team name"),
    typed: "Night line",
    send: (page) => page.getByRole("button", { name: "Create team" }).click(),
    sent: (page) => page.getByRole("region", { name: "Night line" }),
  },
  {
    name: "a tag",
    async open(page) {
      await goTo(page, "/settings/tags");
      await page
        .getByRole("button", { name: /^Rename / })
        .first()
        .click();
    },
    field: (page) => page.getByLabel("Tag name"),
    typed: "a line of its own",
    send: (page) => page.getByLabel("Tag name").press("Enter"),
    sent: (page) => page.getByRole("article", { name: "a line of its own" }),
  },
  {
    name: "the desk",
    open: (page) => goTo(page, "/settings/desk"),
    field: (page) => page.getByLabel("Name", { exact: true }),
    typed: "Deskline",
    send: (page) => page.getByLabel("Name", { exact: true }).press("Enter"),
    sent: (page) => shellOf(page).notices.getByText("Name saved"),
  },
  {
    name: "the own profile",
    open: (page) => goTo(page, "/profile"),
    field: (page) => page.getByLabel("First name"),
    typed: "Zelda",
    send: (page) => page.getByLabel("First name").press("Enter"),
    sent: (page) => shellOf(page).notices.getByText("First name saved"),
  },
];

/** An optimistic change is reverted when the server did not receive it. */
interface Shown {
  name: string;
  open: (page: Page, about: { user: string; company: string }) => Promise<unknown>;
  act: (page: Page) => Promise<unknown>;
  stays: (page: Page) => Locator;
}

const record = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

const shown: Shown[] = [
  {
    name: "a user disabled",
    open: (page, { user }) => goTo(page, `/user/${user}`),
    act: (page) => page.getByRole("button", { name: "Disable", exact: true }).click(),
    stays: (page) => page.getByRole("button", { name: "Disable", exact: true }),
  },
  {
    name: "a session of a user ended",
    open: (page, { user }) => goTo(page, `/user/${user}`),
    act: (page) => page.getByRole("button", { name: /^End session of/ }).click(),
    stays: (page) => page.getByRole("button", { name: /^End session of/ }),
  },
  {
    name: "a company archived",
    open: (page, { company }) => goTo(page, `/company/${company}`),
    act: (page) => chooseMore(record(page, "Lineless Ltd"), "Archive company"),
    stays: (page) => record(page, "Lineless Ltd").getByText("Active", { exact: true }),
  },
  {
    name: "a tag deleted",
    open: (page) => goTo(page, "/settings/tags"),
    async act(page) {
      await page.getByRole("button", { name: "Delete carriers" }).click();
      await page.getByRole("button", { name: "Delete tag" }).click();
    },
    stays: (page) => page.getByRole("article", { name: "carriers", includeHidden: true }),
  },
  {
    name: "another theme",
    open: (page) => goTo(page, "/profile"),
    act: (page) => page.getByText("Dark", { exact: true }).click(),
    stays: (page) => page.getByRole("radio", { name: "Dark", checked: false }),
  },
];

test("while offline nothing seems to be sent, and everything typed or shown stays", async ({
  page,
  context,
  desk,
  signedIn,
  person,
}) => {
  await signedIn("Super Admin");
  const user = (await person("Agent")).id;
  const cutLine = async () => {
    await expect(page.getByText(notSent)).toHaveCount(0);
    await context.setOffline(true);
    await expect(bar(page)).toBeVisible();
  };
  const mendLine = async () => {
    await context.setOffline(false);
    await expect(bar(page)).toHaveCount(0);
  };
  const { notices, entry } = shellOf(page);
  const dismissTold = async () => {
    const dismiss = notices.getByRole("alert").getByRole("button", { name: "Dismiss" });
    for (let left = await dismiss.count(); left > 0; left -= 1) await dismiss.first().click();
    await expect(notices.getByRole("alert")).toHaveCount(0);
  };

  for (const { name, open, field, typed, send, sent } of forms) {
    await test.step(`a form says that nothing was sent, keeps the typed text, and sends it later: ${name}`, async () => {
      await open(page, { user });
      await field(page).fill(typed);
      await cutLine();
      await send(page);
      await expect(page.getByText(notSent).first()).toBeVisible();
      await expect(field(page)).toHaveValue(typed);
      await mendLine();
      await dismissTold();
      await send(page);
      await expect(sent(page)).toBeVisible();
    });
  }

  const someone = await person("Agent");
  await desk.visitor().signIn(someone.email);
  const company = (await insertCompany(desk.db, { name: "Lineless Ltd" })).id;
  for (const { name, open, act, stays } of shown) {
    await test.step(`an optimistic change is reverted, and a notice says that nothing was sent: ${name}`, async () => {
      await open(page, { user: someone.id, company });
      await expect(stays(page)).toBeVisible();
      await cutLine();
      await act(page);
      await expect(page.getByText(notSent).first()).toBeVisible();
      await expect(stays(page)).toBeVisible();
      await mendLine();
      await expect(stays(page)).toBeVisible();
      await dismissTold();
    });
  }

  await test.step("commands report a search that failed, and an export that did not load", async () => {
    await leadTo(page, "/user/log");
    await seeRows(page, "Users");
    const commands = page.getByRole("dialog", { name: "Commands" });
    await page.keyboard.press("Control+k");
    await expect(commands).toBeVisible();
    await page.keyboard.press("Escape");
    const more = page.getByRole("button", { name: "Import and export" });
    await more.click();
    const exported = page.getByRole("menuitem", { name: /^Export/ });
    await expect(exported).toBeVisible();
    await cutLine();
    await exported.click();
    await expect(notices.getByText(notLoaded)).toBeVisible();
    await expect(page.getByRole("menu")).toHaveCount(0);

    await page.keyboard.press("Control+k");
    await page.keyboard.type("tickets");
    await expect(commands.getByRole("status")).toHaveText(["Tickets", notLoaded].join(""));
    await expect(commands.getByText("No matches.")).toHaveCount(0);
    await context.setOffline(false);
    await expect(commands.getByText(/^Show all tickets matching/)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(entry("Users")).toHaveAttribute("aria-current", "page");
  });
});

test("an unreachable server is reported everywhere, and content loads when it returns", async ({
  page,
  desk,
  signedIn,
  watch,
}) => {
  watch.allow(/^foreign: http:\/\/localhost/);
  await signedIn("Super Admin");
  const { line, goTo } = byLine(page, desk);
  const { account, entry, notices } = shellOf(page);
  const figures = page.getByRole("list", { name: "Figures" });
  const reply = page.getByRole("textbox", { name: "Reply" });
  // Not even prefetched while the page is idle.
  const profileCode = /\/assets\/people-pages-.*\.js$/;
  await page.route(profileCode, (route) => route.abort());

  await test.step("in lists, on the dashboard, in menus and in settings", async () => {
    // Its code loads, but not the figures of the default period.
    await goTo("/dashboard/log?period=7d");
    await expect(figures).toHaveAttribute("aria-busy", "false");
    await leadTo(page, "/ticket/log?view=all");
    await seeRows(page, "Tickets: All");
    for (const menu of [account, personButton(page)]) {
      await menu.click();
      await expect(page.getByRole("menu")).toBeVisible();
      await page.keyboard.press("Escape");
    }
    line.cut();
    await page.keyboard.press("/");
    await page.keyboard.type("status:pending ");
    await page.keyboard.press("Enter");
    await expect(missing(page)).toBeVisible();
    await expect(bar(page)).toBeVisible();
    await entry("Dashboard").click();
    await expect(missing(page)).toBeVisible();
    await entry("Users").click();
    await expect(missing(page)).toBeVisible();
    await account.click();
    await page.getByRole("menuitem", { name: "Logout" }).click();
    await expect(notices.getByRole("alert")).toContainText(notSent);
    await personButton(page).click();
    await page.getByRole("menuitem", { name: "Settings" }).click();
    await expect(page.getByRole("main")).toHaveText(new RegExp(notLoaded));
    line.mend();
    await expect(page.getByRole("heading", { name: "Name and appearance" })).toBeVisible();
    await expect(bar(page)).toHaveCount(0);
    await entry("Dashboard").click();
    await expect(figures).toHaveAttribute("aria-busy", "false");
  });

  await test.step("a reply started before is kept, waits, and is sent once", async () => {
    const made = await makeTicket(desk);
    await leadToTicket(page, made);
    await reply.fill("Begun before");
    line.cut();
    await reply.pressSequentially(", and ended after");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText("1 change waits and will be sent.")).toBeVisible();
    line.mend();
    await expect(page.getByText("and will be sent.")).toHaveCount(0);
    const messages = desk.db
      .selectFrom("messages")
      .select("body")
      .where("ticket_id", "=", made.ticket.id)
      .where("body", "like", "Begun before%");
    expect(await messages.execute()).toEqual([{ body: "Begun before, and ended after" }]);
    await expect(bar(page)).toHaveCount(0);
  });

  await test.step("an interrupted upload says so, and continues even if the browser noticed nothing", async () => {
    await leadToTicket(page, await makeTicket(desk));
    const chip = page.locator("[data-slot=file-chip]");
    const calls = ["**/node/files", "**/healthz"];
    for (const call of calls) await page.route(call, (route) => route.abort("connectionreset"));
    await page
      .locator("input[type=file]")
      .first()
      .setInputFiles({ name: "cut.txt", mimeType: "text/plain", buffer: Buffer.from("abc") });
    await expect(chip).toContainText("You're offline. The upload continues");
    await expect(bar(page)).toBeVisible();
    for (const call of calls) await page.unroute(call);
    await expect(chip).toHaveAttribute("data-state", "done");
    await expect(bar(page)).toHaveCount(0);
  });

  await test.step("a new build is loaded once, and typed text is restored", async () => {
    watch.allow(/status of 404/);
    await leadToTicket(page, await makeTicket(desk));
    await reply.fill("Typed before the new build");
    let isOld = true;
    page.on("request", (request) => {
      if (request.isNavigationRequest()) isOld = false;
    });
    await page.unroute(profileCode);
    await page.route(profileCode, (route) =>
      isOld ? route.fulfill({ status: 404 }) : route.continue(),
    );
    await page.route("**/login", (route) =>
      route.fulfill({ contentType: "text/html", body: "<script src=/assets/other.js></script>" }),
    );
    await leadTo(page, "/profile");
    await expect(page.getByText("This device")).toBeVisible();
    expect(isOld).toBe(false);
    await page.goBack();
    await expect(reply).toHaveValue("Typed before the new build");
  });
});
