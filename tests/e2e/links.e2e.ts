import type { Locator } from "@playwright/test";
import { storedTicket } from "../support/stored.ts";
import type { TestDesk } from "./browser/desk.ts";
import { endSessionsOf, expect, type Page, signInByHand, test } from "./browser/fixtures.ts";
import { expectSound } from "./screens/sound.ts";
import { loginMessage, loseAnswer, sessionAlert, shellOf } from "./steps/anywhere.ts";
import { makeTicket, openTicket } from "./steps/ticket.ts";

test.use({ deskSettings: { demo: false, mail: true } });

/** The origin of another link is given with it. */
const renewals: Record<string, string> = {
  "/confirm-address": "To get a new one, request the change again.",
  "/reset-password": "To get a new one, choose “Forgot password?” on the sign-in page.",
  "/invitation":
    "Ask the person who invited you for a new one, or choose “Forgot password?” on the sign-in page.",
  "/setup": "Until the first user is created, each start of the server prints a new one.",
};

async function mailedLink(desk: TestDesk, address: string): Promise<string> {
  await desk.mailsAreSent();
  const { text } = await desk.mail.take(address);
  const link = /^http\S+#\S+$/m.exec(text ?? "")?.[0];
  if (!link) throw new Error(`There is no link in this mail: ${text}`);
  return link;
}

/** A Super Admin creates a user, who gets a mail. */
async function invitationOf(
  desk: TestDesk,
  admin: { email: string },
  made: { firstName: string; lastName: string; role: string },
): Promise<string> {
  const visitor = desk.visitor();
  await visitor.signIn(admin.email);
  const email = `${Bun.randomUUIDv7()}@people.test`;
  const { status } = await visitor.request("POST", "/node/auth/create", {
    body: { ...made, email },
  });
  expect(status).toBe(201);
  return await mailedLink(desk, email);
}

/** Requested at /login in another browser. */
async function linkFor(desk: TestDesk, email: string): Promise<string> {
  await desk.visitor().request("POST", "/node/auth/password-reset", { body: { email } });
  return await mailedLink(desk, email);
}

/** While the server does not answer. */
async function raisePriority(page: Page, priority: Locator): Promise<void> {
  await priority.click();
  await page.getByRole("menuitemradio", { name: "High" }).click();
  await expect(page.getByText("1 change waits and will be sent.")).toBeVisible();
}

async function choosePassword(page: Page, next: string, confirm = next): Promise<void> {
  await page.getByLabel("New Password").fill(next);
  await page.getByLabel("Confirm Password").fill(confirm);
  await page.getByRole("button", { name: "Set password" }).click();
}

/** Addresses and headers, which are sent before a body and can be logged. */
function requestHeads(page: Page): string[] {
  const heads: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    url.hash = "";
    heads.push(`${url} ${JSON.stringify(request.headers())}`);
  });
  return heads;
}

async function seeSpentLink(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  const renewal = renewals[new URL(page.url()).pathname];
  await expect(page.getByRole("alert")).toHaveText(
    `It has expired or was already used. ${renewal}`,
  );
  await expect(page.getByLabel("New Password")).toHaveCount(0);
}

/** The rules of every new password. */
async function seeRulesOfPassword(page: Page): Promise<void> {
  const alert = page.getByRole("alert");
  await choosePassword(page, "short", "different");
  await expect(alert).toHaveText("New Password should be between 8 to 16 characters");
  await expect(page.getByText(/8 to 16 characters/)).toHaveCount(1);
  await expect(page.getByLabel("New Password")).toBeFocused();
  await choosePassword(page, "battery-9", "battery-8");
  // The title first, and each message once.
  const words = "Password Missmatch New and confirm password doesn't match";
  await expect(alert).toHaveText(words);
  await expect(page.getByLabel("Confirm Password")).toHaveAccessibleDescription(words);
  await expect(page.getByText("doesn't match")).toHaveCount(1);
  await expect(page.getByLabel("Confirm Password")).toBeFocused();
  await choosePassword(page, "password123");
  await expect(alert).toContainText("too common");
  await expect(page.getByLabel("New Password")).toBeFocused();
}

test("a forgotten password is replaced by an emailed link, even after an unanswered request; the link works once", async ({
  page,
  person,
  desk,
  watch,
}) => {
  watch.allow(/ERR_FAILED/);
  const { email } = await person("Agent");
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByRole("status")).toHaveText(
    "If there's an account for this address, we've sent a link by email.",
  );

  const link = await mailedLink(desk, email);
  expect(link.startsWith(`${desk.url}/reset-password#`)).toBe(true);
  const sent = requestHeads(page);
  await page.goto(link);
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByLabel("New Password")).toBeFocused();
  await seeRulesOfPassword(page);
  await loseAnswer(page, /account\.choosePassword/);
  await choosePassword(page, "battery-9");
  await expect(page.getByRole("alert")).toHaveText("OOps! Something went wrong");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(loginMessage(page)).toHaveText("Your password has been changed successfully!");
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(page).toHaveURL(/\/login\?message=/);
  await page.goto(link);
  await seeSpentLink(page);
  await page.getByRole("link", { name: "Go to sign-in page" }).click();
  await expect(page).toHaveURL("/login");
  await signInByHand(page, email, "battery-9");
  await expect(shellOf(page).navigation).toBeVisible();
  expect(sent.length).toBeGreaterThan(3);
  expect(sent.filter((head) => head.includes(link.split("#")[1] ?? ""))).toEqual([]);

  await desk.mailsAreSent();
  const { subject } = await desk.mail.take(email);
  expect(subject).toBe("Your password for Frontdesk was changed");
});

test("an invited user sets a password and is signed in, even if another tab waits at /login", async ({
  page,
  context,
  person,
  desk,
}) => {
  const admin = await person("Super Admin", { firstName: "Ada" });
  const nora = { firstName: "Nora", lastName: "Lie", role: "Customer" };
  const link = await invitationOf(desk, admin, nora);
  expect(link.startsWith(`${desk.url}/invitation#`)).toBe(true);
  const refused: string[] = [];
  page.on("response", (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
  });
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Set your password" })).toBeVisible();
  // The browser has no anti-forgery token yet: it gets one first, instead of being refused once.
  expect(refused).toEqual([]);
  await expect(page.getByText("Welcome, Nora.")).toBeVisible();
  const waiting = await context.newPage();
  await waiting.goto("/login");
  await expect(waiting.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
  await page.getByLabel("New Password").fill("battery-9");
  await page.getByLabel("Confirm Password").fill("battery-9");
  await page.getByRole("button", { name: "Set password and sign in" }).click();
  await expect(page).toHaveURL("/ticket/log");
  await expect(page.getByRole("button", { name: "Nora Lie" })).toBeVisible();
  await expect(waiting).toHaveURL("/ticket/log");
});

test("an admin resets a signed-in user, who opens the emailed link in the same browser", async ({
  page,
  person,
  signedIn,
  desk,
}) => {
  const admin = await person("Super Admin");
  const { email } = await signedIn("Agent");
  await page.goto("/ticket/log");
  await expect(shellOf(page).navigation).toBeVisible();

  const visitor = desk.visitor();
  await visitor.signIn(admin.email);
  await visitor.request("POST", "/node/auth/reset/password/by/admin", { body: { email } });
  await page.goto(await mailedLink(desk, email));
  // The reset has signed them out, so there is no question.
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Sign out and continue?" })).toHaveCount(0);
  await expect(sessionAlert(page)).toHaveCount(0);
  await choosePassword(page, "battery-9");
  await expect(loginMessage(page)).toHaveText("Your password has been changed successfully!");
  await expect(sessionAlert(page)).toHaveCount(0);
  await signInByHand(page, email, "battery-9");
  await expect(shellOf(page).navigation).toBeVisible();
});

test("changes made offline are sent before a link signs the user out", async ({
  page,
  context,
  person,
  signedIn,
  desk,
  watch,
}) => {
  watch.allow(/ERR_FAILED/);
  const other = await person("Customer");
  await signedIn("Agent");
  const made = await makeTicket(desk);
  const { property } = await openTicket(page, made);
  await page.route(/tickets\.update/, (route) => route.abort());
  await raisePriority(page, property("Priority"));
  await page.close();

  const tab = await context.newPage();
  await tab.goto(await linkFor(desk, other.email));
  await tab.getByRole("button", { name: "Sign out and continue" }).click();
  await expect(tab.getByText(other.email)).toBeVisible();
  expect((await storedTicket(desk.db, made.ticket.id)).priority).toBe("high");
});

test("unsent changes of one user are never sent for no one or the next user", async ({
  page,
  person,
  signedIn,
  desk,
  watch,
}) => {
  watch.allow(/ERR_FAILED/);
  const nora = { firstName: "Nora", lastName: "Lie", role: "Agent" };
  const link = await invitationOf(desk, await person("Super Admin"), nora);
  await signedIn("Agent");
  const { property } = await openTicket(page, await makeTicket(desk));
  const ofAda = /tickets\.update|drafts\.save/;
  await page.route(ofAda, (route) => route.abort());
  await raisePriority(page, property("Priority"));
  await page.getByRole("textbox", { name: "Reply" }).fill("Written by Ada");
  await expect(page.getByText("Saved on this device")).toBeVisible();

  await page.clock.install();
  await page.goto(link);
  await page.getByRole("button", { name: "Sign out and continue" }).click();
  await expect(page.getByText("Welcome, Nora.")).toBeVisible();
  await page.unroute(ofAda);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (ofAda.test(request.url())) sent.push(`${request.url()} ${request.postData()}`);
  });
  await page.clock.fastForward(15_000);
  await page.getByLabel("New Password").fill("battery-9");
  await page.getByLabel("Confirm Password").fill("battery-9");
  await page.getByRole("button", { name: "Set password and sign in" }).click();
  await expect(page.getByRole("button", { name: "Nora Lie" })).toBeVisible();
  await page.clock.fastForward(15_000);
  await page.evaluate(() => window.dispatchEvent(new Event("pagehide")));
  await page.reload();
  await expect(page.getByRole("button", { name: "Nora Lie" })).toBeVisible();
  expect(sent).toEqual([]);
});

test("missing, broken, unknown and used links are reported, and no sign-in is required", async ({
  page,
  signedIn,
  desk,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  for (const path of ["/reset-password", "/invitation#no-such-token", "/setup#x"]) {
    await page.goto(path);
    await seeSpentLink(page);
  }
  expect(asked.filter((url) => /session\.|auth\/user/.test(url))).toEqual([]);

  // An expired session causes no alert, either.
  const someone = await signedIn("Customer");
  await endSessionsOf(desk, someone);
  const link = await linkFor(desk, someone.email);
  await page.goto(link);
  await expect(page.getByText(someone.email)).toBeVisible();
  const token = link.split("#")[1];
  await desk.visitor().mutate("account.choosePassword", { token, newPassword: "battery-8" });
  await choosePassword(page, "battery-9");
  await seeSpentLink(page);
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
});

test("a link opened while another user is signed in asks, then signs them out", async ({
  page,
  context,
  person,
  signedIn,
  desk,
}) => {
  const other = await person("Customer");
  await signedIn("Agent", { firstName: "Ada" });
  const link = await linkFor(desk, other.email);
  const isAsked = page.getByRole("heading", { name: "Sign out and continue?" });

  await test.step("but not for a used link", async () => {
    await page.goto("/invitation#no-such-token");
    await seeSpentLink(page);
    await expect(isAsked).toHaveCount(0);
  });

  await test.step("even if no page of that user is saved", async () => {
    await page.goto(link);
    await expect(isAsked).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("selected-menu"))).toBeNull();
    await expect(page.getByLabel("New Password")).toHaveCount(0);
    await page.getByRole("link", { name: "Stay signed in" }).click();
    await expect(page.getByRole("button", { name: "Ada Agent" })).toBeVisible();
  });

  const tab = await context.newPage();
  await test.step("that user is signed out in other tabs too", async () => {
    await tab.goto("/profile");
    await expect(shellOf(tab).navigation).toBeVisible();
    await page.bringToFront();
    await page.goto(link);
    await page.getByRole("button", { name: "Sign out and continue" }).click();
    await expect(page.getByText(other.email)).toBeVisible();
    await expect(tab).toHaveURL("/login");
    await expect(sessionAlert(tab)).toHaveCount(0);
    expect((await page.request.get(`${desk.url}/node/auth/user`)).status()).toBe(401);
  });

  await choosePassword(page, "battery-9");
  await expect(loginMessage(page)).toHaveText("Your password has been changed successfully!");
});

test("a Super Admin's new address waits until both addresses have confirmed it", async ({
  page,
  desk,
  signedIn,
  person,
}) => {
  test.slow();
  await signedIn("Super Admin");
  const other = await person("Super Admin", { firstName: "Nadia" });
  const next = `${Bun.randomUUIDv7()}@people.test`;
  const waits = page.getByText(`${next}, waiting to be confirmed`);

  await test.step("another Super Admin asks for it", async () => {
    await page.goto(`/user/${other.id}`);
    await page.getByRole("button", { name: "Edit" }).click();
    const edit = page.getByRole("dialog", { name: /^Edit Nadia/ });
    await edit.getByLabel("Email").fill(next);
    await edit.getByRole("button", { name: "Save user" }).click();
    await expect(waits).toContainText("from the new and the current address");
    await expectSound(page);
  });
  const [toNew, toOld] = [await mailedLink(desk, next), await mailedLink(desk, other.email)];

  await test.step("each link asks before it does anything", async () => {
    await page.goto(toNew);
    await expect(page.getByText("Change the address of this account from")).toContainText(next);
    await expectSound(page);
    await page.getByRole("button", { name: "Confirm change" }).click();
    await expect(page.getByRole("status")).toHaveText(
      "Confirmed. The change takes effect once the other link is confirmed too.",
    );
    await page.goto(`/user/${other.id}`);
    await expect(waits).toContainText("from the current address");
    await page.goto(toOld);
    await page.getByRole("button", { name: "Confirm change" }).click();
    await expect(page.getByRole("status")).toContainText("Your address has been changed.");
    await expectSound(page);
  });

  await test.step("then it is their address, and the links are spent", async () => {
    await page.goto(`/user/${other.id}`);
    await expect(waits).toHaveCount(0);
    await expect(page.getByRole("main").getByText(next).first()).toBeVisible();
    await page.goto(toNew);
    await seeSpentLink(page);
  });
});
