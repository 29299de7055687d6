import { appRouter } from "../../server/rpc/router.ts";
import { typeOf } from "../support/access/world.ts";
import { expect } from "./browser/fixtures.ts";
import { test } from "./browser/ticket-fixtures.ts";
import type { FocusScene } from "./focus/law.ts";
import { onAccount } from "./focus/on-account.ts";
import { onCompanies } from "./focus/on-companies.ts";
import { onLists } from "./focus/on-lists.ts";
import { onSettings } from "./focus/on-settings.ts";
import { onTicket } from "./focus/on-ticket.ts";
import { onUsers } from "./focus/on-users.ts";
import { seeHeading } from "./screens/screen.ts";

const scenes: FocusScene[] = [
  onTicket,
  ...onLists,
  ...onUsers,
  ...onCompanies,
  ...onSettings,
  ...onAccount,
];

test.describe("after each action the focus is on what changed, on the first invalid field, or on the trigger", () => {
  for (const { name, role, walk } of scenes) {
    test(name, async ({ page, desk, signedIn }) => {
      // A scene takes as long as ten tests.
      test.slow();
      const me = await signedIn(role);
      await walk({ page, desk, me });
    });
  }
});

/** Mutations without a scene, and why. */
const withoutRow: Record<string, string> = {
  "account.answerAddressChange": "on a page without the shell, like the other links",
  "account.readLink": "requested when its page opens",
  "account.createFirstAdmin": "only on an empty desk, covered by first-admin.e2e.ts",
  "desk.resume": "only after a restore; the notice disappears with its button",
  "desk.dismissSetUp": "only on an empty list; the panel disappears with its button",
  "apiTokens.create": "covered by api-tokens.e2e.ts; its dialog shows the token",
  "apiTokens.createApp": "covered by api-tokens.e2e.ts; its dialog shows the token",
  "apiTokens.revoke": "its row leaves with it, walked in api-tokens.e2e.ts",
  "apiTokens.revokeAny": "its row leaves with it, walked in api-tokens.e2e.ts",
  "inbound.addToTicket": "only with a mailbox; the held mail disappears with its buttons",
  "inbound.allowSender": "only with a mailbox; the held mail disappears with its buttons",
  "inbound.blockSender": "only with a mailbox; the held mail disappears with its buttons",
  "inbound.chooseImages": "only with a received mail; its line disappears with its buttons",
  "inbound.delete": "only with a mailbox; the held mail disappears with its buttons",
  "inbound.forgetAddress": "only with a copied address, which disappears with its menu",
  "inbound.makeTicket": "only with a mailbox; the held mail disappears with its buttons",
  "inbound.sendStaffMail": "only with a mailbox; the held mail disappears with its buttons",
  "inbound.tryAddressAgain": "only where mail came back; the line disappears with its button",
  "mailboxes.compare": "only with a mail server; its button stays",
  "mailboxes.create": "only with a mail server, covered by mailboxes.e2e.ts",
  "mailboxes.findTest": "only with a mail server; its button stays, covered by mailboxes.e2e.ts",
  "mailboxes.makeKey": "its button stays, covered by mailboxes.e2e.ts",
  "mailboxes.pause": "only with a mail server; its button stays, covered by mailboxes.e2e.ts",
  "mailboxes.remove": "only with a mail server, covered by mailboxes.e2e.ts",
  "mailboxes.retry": "only with a mail server; its button stays",
  "mailboxes.sendTest": "only with a mail server; its button stays, covered by mailboxes.e2e.ts",
  "mailboxes.signIn": "leaves for the provider, covered by mailboxes.e2e.ts",
  "mailboxes.test": "only with a mail server; its button stays, covered by mailboxes.e2e.ts",
  "mailboxes.update": "only with a mail server, covered by mailboxes.e2e.ts",
  "oneTicket.rate": "on a page of its own without the shell, walked in one-ticket.e2e.ts",
  "oneTicket.reply": "on a page of its own without the shell, walked in one-ticket.e2e.ts",
  "companies.stopMerge": "only when a merge was interrupted; its button stays",
  "tickets.addColleague": "only in a customer's ticket, covered by ticket-customer.e2e.ts",
  "tickets.editNote": "by a dialog, which returns the focus like the one for a redaction",
  "tickets.deleteNote": "like tickets.editNote",
  "tickets.redactFile": "by the dialog that redacts a message",
  "tickets.markRead": "automatic, once a ticket is seen",
  "tickets.merge": "pages merge by tickets.bulk",
  "tickets.setReadMarks": "covered by bulk.e2e.ts; nothing on the page moves",
  "drafts.save": "automatic, while someone types",
  "jobs.cancel": "only while a long job runs; its bar disappears with it",
  "mails.update": "by a dialog that closes, covered by no-mail.e2e.ts",
  "mails.sendTest": "only with a mail server; its button stays",
  "presence.look": "automatic, at a ticket",
  "presence.leave": "automatic, at a ticket",
  "webhooks.create": "covered by webhooks.e2e.ts; its dialog shows the secret",
  "webhooks.delete": "its card disappears, covered by webhooks.e2e.ts",
  "webhooks.pause": "its button stays, covered by webhooks.e2e.ts",
  "webhooks.ping": "its button stays, covered by webhooks.e2e.ts",
  "webhooks.resume": "its button stays, covered by webhooks.e2e.ts",
  "webhooks.rotateSecret": "its dialog shows the secret, covered by webhooks.e2e.ts",
  "webhooks.sendAgain": "its button stays, covered by webhooks.e2e.ts",
  "webhooks.sendAll": "its button stays, covered by webhooks.e2e.ts",
  "webhooks.skip": "only while an event waits; its button disappears with the state",
  "webhooks.update": "its card stays, covered by webhooks.e2e.ts",
  "users.cancelAddressChange": "its row disappears, and no other control replaces it",
};

test("each mutation is covered by these actions, or has a reason not to be", () => {
  const procedures = Object.keys(appRouter._def.procedures);
  const changes = procedures.filter((name) => typeOf(name) === "mutation");
  const walked = scenes.flatMap(({ calls }) => calls);
  const known = new Set([...walked, ...Object.keys(withoutRow)]);
  expect([...known].sort()).toEqual(changes.sort());
  expect(walked.filter((call) => call in withoutRow)).toEqual([]);
});

test("a hint takes no key from the dialog below it, and an action after closing a picker keeps the focus", async ({
  page,
  atTicket,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const { made } = await atTicket();
  await test.step("a hint takes no key from the dialog below it", async () => {
    await page.getByRole("button", { name: "Details" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.locator("[data-hint]").first().hover();
    await expect(page.locator("[data-slot=hint]")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await test.step("an action after closing a picker keeps the focus", async () => {
    await page.getByRole("button", { name: "Add follower" }).click();
    const option = page.getByRole("option").first();
    await expect(option).toBeVisible();
    // On a busy machine the next event can take a while.
    const busy = await page.evaluateHandle(() => {
      const { setTimeout: real } = window;
      const later: (() => void)[] = [];
      Object.assign(window, {
        setTimeout: (act: () => void, ms = 0) => (ms ? real(act, ms) : later.push(act)),
      });
      return later;
    });
    await option.click();
    await expect(page.getByRole("listbox")).toHaveCount(0);
    const subject = page.getByRole("heading", { level: 1, name: made.ticket.subject });
    await subject.getByRole("button").click();
    await expect(page.getByRole("textbox", { name: "Subject" })).toBeFocused();
    expect(await busy.evaluate((later) => later.splice(0).map((act) => act()).length)).not.toBe(0);
    await expect(page.getByRole("textbox", { name: "Subject" })).toBeFocused();
  });
});

test("an overlay keeps the focus, however late it takes it", async ({ page, signedIn }) => {
  await page.clock.install();
  await signedIn("Agent");
  const keeper = page.waitForRequest(/\/page-guards-.*\.js$/);
  await page.goto("/nowhere");
  await seeHeading(page, "Page not found");
  await page.getByRole("main").getByRole("link").first().focus();
  await page.evaluate((address) => import(address), (await keeper).url());
  await page.evaluate(() => {
    const content = document.getElementById("content");
    const pressed = document.createElement("button");
    const menu = document.createElement("div");
    menu.role = "menu";
    menu.tabIndex = -1;
    menu.id = "late";
    content?.prepend(pressed);
    pressed.focus();
    document.body.append(menu);
    pressed.remove();
  });
  await page.clock.runFor(1_000);
  await expect(page.locator("body")).toBeFocused();
  await page.evaluate(() => document.getElementById("late")?.remove());
  await page.clock.runFor(1_000);
  await expect(page.getByRole("main").locator(":focus")).toHaveCount(1);
});
