import { addPerson } from "../../support/people.ts";
import { endSessionsOf, expect, testPassword } from "../browser/fixtures.ts";
import {
  fillChangePassword,
  openChangePassword,
  sessionAlert,
  shellOf,
} from "../steps/anywhere.ts";
import { composerOf } from "../steps/composer.ts";
import { changeAs, colleague, makeTicket, openTicket } from "../steps/ticket.ts";
import { type Act, press, type Stage, scene, take } from "./law.ts";

async function openProfile({ page, desk, me }: Stage) {
  for (const _ of [1, 2, 3]) await desk.visitor().signIn(me.email);
  await page.goto("/profile");
  const sessions = page.getByRole("list", { name: "Sessions" });
  await expect(sessions.getByRole("listitem")).toHaveCount(4);
  return {
    ...{ page, desk, me, sessions, account: shellOf(page).account },
    first: page.getByLabel("First name"),
    dialog: page.getByRole("dialog", { name: "Change Password" }),
    question: page.getByRole("alertdialog"),
  };
}

type Profile = Awaited<ReturnType<typeof openProfile>>;

const profile: Act<Profile>[] = [
  {
    ...{ name: "an invalid name", call: "account.updateProfile" },
    act: async ({ page, first }) => {
      await first.fill("   ");
      await press(first);
      await expect(page.getByText("This is required.")).toBeVisible();
    },
    focus: ({ first }) => first,
  },
  {
    ...{ name: "a profile", call: "account.updateProfile" },
    act: async ({ page, first }) => {
      await first.fill("Renamed");
      await press(first);
      await expect(shellOf(page).notices).toContainText("First name saved");
    },
    focus: ({ first }) => first,
  },
  {
    name: "a discarded change",
    act: async ({ first }) => {
      await first.fill("Never kept");
      await press(first, "Escape");
      await expect(first).toHaveValue("Renamed");
    },
    focus: ({ first }) => first,
  },
  {
    ...{ name: "a mail choice", call: "account.setNotificationChoice" },
    act: ({ page }) => press(page.getByRole("switch", { name: "Mentions: Email" }), "Space"),
    focus: ({ page }) => page.getByRole("switch", { name: "Mentions: Email" }),
  },
  {
    ...{ name: "a session ended", call: "session.end" },
    act: ({ sessions }) => press(sessions.getByRole("button", { name: /^End session/ }).last()),
    focus: ({ sessions }) => sessions,
  },
  {
    name: "Escape before the other sessions end",
    act: async ({ page, question }) => {
      await press(page.getByRole("button", { name: "End the 2 other sessions" }));
      await expect(question).toBeVisible();
      await page.keyboard.press("Escape");
    },
    focus: ({ page }) => page.getByRole("button", { name: "End the 2 other sessions" }),
  },
  {
    ...{ name: "the other sessions ended", call: "session.endOthers" },
    act: async ({ page, question }) => {
      await press(page.getByRole("button", { name: "End the 2 other sessions" }));
      await press(question.getByRole("button", { name: "End sessions" }));
    },
    focus: ({ sessions }) => sessions,
  },
  {
    name: "Escape in the password",
    act: async ({ page, account, dialog }) => {
      await take(account, "Change Password");
      await expect(dialog.getByLabel("Previous Password")).toBeFocused();
      await page.keyboard.press("Escape");
    },
    focus: ({ account }) => account,
  },
  {
    ...{ name: "a wrong previous password", call: "account.changePassword" },
    act: async ({ page, account, dialog }) => {
      await take(account, "Change Password");
      await fillChangePassword(dialog, { old: "wrong", next: "another12", confirm: "another12" });
      await page.keyboard.press("Enter");
      await expect(dialog.getByLabel("Previous Password")).toHaveAttribute("aria-invalid");
    },
    focus: ({ dialog }) => dialog.getByLabel("Previous Password"),
  },
  {
    ...{ name: "a session that ended in the meantime", call: "account.changePassword" },
    act: async ({ page, desk, me, dialog }) => {
      await dialog.getByLabel("Previous Password").fill(testPassword);
      await endSessionsOf(desk, me);
      await page.keyboard.press("Enter");
    },
    focus: ({ page }) => sessionAlert(page).getByRole("button", { name: "Go to sign-in page" }),
  },
  {
    name: "to the login",
    act: async ({ page }) => {
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/\/login/);
    },
    focus: ({ page }) => page.getByLabel("Password", { exact: true }),
  },
];

async function openAnyPage(stage: Stage) {
  await stage.page.goto("/nowhere");
  await expect(shellOf(stage.page).account).toBeVisible();
  return stage;
}

const passwords: Act<Stage>[] = [
  {
    ...{ name: "a password", call: "account.changePassword" },
    act: async ({ page }) => {
      const dialog = await openChangePassword(page);
      const next = "another12";
      await fillChangePassword(dialog, { old: testPassword, next, confirm: next });
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/\/login/);
    },
    focus: ({ page }) => page.getByLabel("Password", { exact: true }),
  },
  {
    ...{ name: "a forgotten password", call: "account.requestReset" },
    act: async ({ page }) => {
      await press(page.getByRole("button", { name: "Forgot password?" }));
      await page.getByLabel("Email").fill("unknown@example.test");
      await press(page.getByRole("button", { name: "Request link" }));
    },
    focus: ({ page }) => page.getByRole("button", { name: "Back to sign-in page" }),
  },
  {
    name: "two different passwords on the page of a link",
    act: async ({ page, desk }) => {
      await page.goto(await linkToChoose(desk));
      await page.getByLabel("New Password").fill("battery-9");
      await page.getByLabel("Confirm Password").fill("battery-8");
      await page.keyboard.press("Enter");
    },
    focus: ({ page }) => page.getByLabel("Confirm Password"),
  },
  {
    ...{ name: "a password chosen", call: "account.choosePassword" },
    act: async ({ page }) => {
      await page.getByLabel("Confirm Password").fill("battery-9");
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/\/login/);
    },
    focus: ({ page }) => page.getByLabel("Password", { exact: true }),
  },
];

async function linkToChoose(desk: Stage["desk"]): Promise<string> {
  const visitor = desk.visitor();
  await visitor.signIn((await addPerson(desk.db, "Super Admin")).email);
  const { id } = await addPerson(desk.db, "Agent");
  const { status, text, body } = await visitor.mutate("users.makeLink", { id });
  expect(status, text).toBe(200);
  return body.result.data.link;
}

async function openAsCustomer({ page, desk, me }: Stage) {
  const made = await makeTicket(desk, { requester: { id: me.id, name: "Me" }, status: "pending" });
  const opened = await openTicket(page, { ...made, address: `/ticket/${made.ticket.number}` });
  const button = (name: string) => opened.region.getByRole("button", { name, exact: true });
  const waitForAnswer = async () => {
    const { email } = await addPerson(desk.db, "Agent");
    await changeAs(await colleague(desk, email), desk, made.ticket, { status: "pending" });
  };
  return { page, button, waitForAnswer, ...opened, ...composerOf(page) };
}

type Customers = Awaited<ReturnType<typeof openAsCustomer>>;

const asCustomer: Act<Customers>[] = [
  {
    ...{ name: "a reply", call: "tickets.reply" },
    act: async ({ reply, send }) => {
      await reply.fill("It opens by hand.");
      await press(send);
    },
    focus: ({ reply }) => reply,
  },
  {
    ...{ name: "solved", call: "tickets.solve" },
    act: ({ button }) => press(button("It is solved")),
    focus: ({ button }) => button("Reopen"),
  },
  {
    ...{ name: "a rating", call: "tickets.rate" },
    act: async ({ button }) => {
      await press(button("Good"));
      await press(button("Send rating"));
    },
    focus: ({ region }) => region.getByRole("region", { name: "Conversation" }),
  },
  {
    ...{ name: "reopened", call: "tickets.reopen" },
    act: ({ button }) => press(button("Reopen")),
    focus: ({ button }) => button("It is solved"),
  },
  {
    ...{ name: "returned without an answer", call: "tickets.reopen" },
    act: async ({ button, waitForAnswer }) => {
      await waitForAnswer();
      await press(button("Reopen"));
      await expect(button("Reopen")).toHaveCount(0);
    },
    focus: ({ button }) => button("It is solved"),
  },
  {
    name: "a ticket without text",
    act: async ({ page }) => {
      await page.goto("/ticket/new");
      await press(page.getByRole("button", { name: "Send ticket" }));
    },
    focus: ({ page }) => page.getByLabel("What is it about?"),
  },
  {
    ...{ name: "a ticket", call: "tickets.create" },
    act: async ({ page }) => {
      await page.getByLabel("What is it about?").fill("A door");
      await page.getByLabel("Tell us more").fill("It does not close.");
      await press(page.getByRole("button", { name: "Send ticket" }));
      await expect(page.getByRole("heading", { name: "A door" })).toBeVisible();
    },
    // The page of the new one begins at its top.
    focus: ({ page }) => page.locator("#content"),
  },
];

export const onAccount = [
  scene({ name: "a profile", role: "Agent", open: openProfile, acts: profile }),
  scene({ name: "a password", role: "Agent", open: openAnyPage, acts: passwords }),
  scene({ name: "a customer's ticket", role: "Customer", open: openAsCustomer, acts: asCustomer }),
];
