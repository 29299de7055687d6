import { insertCompany, insertUser } from "../support/builders.ts";
import type { TestDesk } from "./browser/desk.ts";
import { expect, type Page, test } from "./browser/fixtures.ts";
import { settled } from "./browser/settled.ts";
import { holdBack, leadTo, seeRows, shellOf } from "./steps/anywhere.ts";
import { colleague } from "./steps/ticket.ts";

function formOf(page: Page) {
  const form = page.getByRole("form", { name: "New ticket" });
  return {
    form,
    requester: form.getByRole("button", { name: "Requester" }),
    subject: form.getByLabel(/^(Subject|What is it about\?)$/),
    body: form.getByRole("textbox", { name: /^(Message|Internal note|Tell us more)$/ }),
    followers: form.getByRole("group", { name: "Followers" }),
    create: form.getByRole("button", { name: /^(Create|Send) ticket$/ }),
  };
}

async function chooseRequester(page: Page, search: string, name: string): Promise<void> {
  await formOf(page).requester.click();
  await page.getByRole("combobox", { name: "Find a person" }).fill(search);
  await page.getByRole("option", { name }).click();
}

async function copyIn(page: Page, search: string, name: RegExp): Promise<void> {
  await formOf(page).followers.getByRole("button", { name: "Add follower" }).click();
  await page.getByRole("combobox", { name: "Find a person" }).fill(search);
  await page.getByRole("option", { name }).click();
}

async function ticketsOf(desk: TestDesk, { id }: { id: string }): Promise<string[]> {
  const made = desk.db.selectFrom("tickets").select("subject").where("requester_id", "=", id);
  return (await made.execute()).map(({ subject }) => subject);
}

/** The server's draft of a new ticket. */
async function begunBy(desk: TestDesk, { id }: { id: string }): Promise<string[]> {
  const drafts = desk.db.selectFrom("drafts").select("body").where("user_id", "=", id);
  return (await drafts.where("ticket_id", "is", null).execute()).map(({ body }) => body);
}

test("staff open a ticket: missing fields are reported, all fields are sent, and the draft is kept", async ({
  page,
  signedIn,
  tabOf,
  desk,
}) => {
  test.slow();
  const me = await signedIn("Agent");
  await insertUser(desk.db, { first_name: "Noemi", last_name: "Outside" });
  await page.goto("/ticket/new");
  const { form, requester, subject, body, followers, create } = formOf(page);
  await test.step("missing fields are reported next to them, and nothing is sent", async () => {
    await create.click();
    await expect(form.getByText("Choose a requester.")).toBeVisible();
    await expect(form.getByText("Enter a subject.")).toBeVisible();
    await expect(form.getByText("Enter a message.")).toBeVisible();
    await expect(requester).toBeFocused();
    await subject.fill("Labels");
    await expect(form.getByText("Enter a subject.")).toHaveCount(0);
    await expect(page).toHaveURL("/ticket/new");
  });

  await test.step("staff open a ticket for a customer, whose company follows, and are led to it", async () => {
    await chooseRequester(page, "ana fer", "Ana Ferreira");
    await expect(form.getByText("Harbour Logistics")).toBeVisible();
    await subject.fill("Labels print blank");
    await form.getByRole("button", { name: "Call notes (internal)" }).click();
    await expect(form.getByRole("textbox", { name: "Internal note" })).toBeVisible();
    await body.fill("Since **Tuesday** every label is blank.");
    await body.press("End");
    await body.pressSequentially(" ");
    await form.getByRole("button", { name: "Mention someone" }).click();
    await body.pressSequentially("maya");
    await page.getByRole("option", { name: /Maya Lindqvist/ }).click();
    await expect(body).toHaveValue(/blank\. @Maya Lindqvist $/);
    await form.getByRole("combobox", { name: "Priority" }).click();
    await page.getByRole("option", { name: "Urgent" }).click();
    await form.getByRole("button", { name: "Assignee" }).click();
    await page.getByRole("combobox", { name: "Find an agent" }).fill("samuel");
    await page.getByRole("option", { name: /Samuel Okafor/ }).click();
    await copyIn(page, "beatriz", /Beatriz Conceição/);
    await form.getByRole("button", { name: "Add tag" }).click();
    await page.getByRole("combobox", { name: "Find or create a tag" }).fill("brand-new");
    await page.getByRole("option", { name: /brand-new/ }).click();
    await page.keyboard.press("Escape");
    await create.click();

    await expect(page).toHaveURL(/\/ticket\/\d+$/);
    const number = Number(page.url().split("/").at(-1));
    await expect(page.getByRole("strong").getByText("Tuesday")).toBeVisible();
    const made = await desk.db
      .selectFrom("tickets")
      .innerJoin("users", "users.id", "tickets.requester_id")
      .innerJoin("companies", "companies.id", "tickets.company_id")
      .innerJoin("users as assignee", "assignee.id", "tickets.assignee_id")
      .select(["subject", "priority", "channel"])
      .select(["users.email", "companies.name", "assignee.first_name"])
      .where("number", "=", number)
      .executeTakeFirst();
    expect(made).toMatchObject({
      subject: "Labels print blank",
      priority: "urgent",
      channel: "phone",
      email: "customer@demo.test",
      name: "Harbour Logistics",
      first_name: "Samuel",
    });
    const copiedIn = page.getByRole("region", { name: "Followers" });
    await expect(copiedIn).toContainText("Beatriz Conceição");
    const mentioned = await desk.db
      .selectFrom("message_mentions")
      .innerJoin("messages", "messages.id", "message_mentions.message_id")
      .innerJoin("tickets", "tickets.id", "messages.ticket_id")
      .innerJoin("users", "users.id", "message_mentions.user_id")
      .select("users.email")
      .where("tickets.number", "=", number)
      .execute();
    expect(mentioned).toEqual([{ email: "admin@demo.test" }]);
  });

  await test.step("the draft is there after a reload and on another computer, and can be discarded", async () => {
    await leadTo(page, "/ticket/new");
    await expect(subject).toHaveValue("");
    await chooseRequester(page, "ana fer", "Ana Ferreira");
    await copyIn(page, "beatriz", /Beatriz Conceição/);
    await subject.fill("Half a ticket");
    await expect(page.getByText("Draft saved")).toBeVisible();
    await page.reload();
    await expect(subject).toHaveValue("Half a ticket");
    await expect(requester).toContainText("Ana Ferreira");
    await expect(followers).toContainText("Beatriz Conceição");

    const computer = await tabOf(me);
    await computer.goto("/ticket/new");
    await expect(formOf(computer).subject).toHaveValue("Half a ticket");
    // A copied person without access is named next to the field, which gets the focus.
    await chooseRequester(computer, "noemi", "Noemi Outside");
    await formOf(computer).body.fill("It is about something else.");
    await formOf(computer).create.click();
    await expect(formOf(computer).followers).toContainText(
      "Beatriz Conceição cannot follow this ticket",
    );
    await expect(computer.getByRole("button", { name: "Add follower" })).toBeFocused();
    const discarded = computer.waitForResponse(/drafts\.save/);
    await computer.getByRole("button", { name: "Discard draft" }).click();
    await expect(formOf(computer).subject).toHaveValue("");
    await discarded;
    await page.reload();
    await expect(requester).toBeVisible();
    await settled(page);
    await expect(subject).toHaveValue("");
  });
});

test("an agent of assigned companies creates a caller as their customer, and finds only people in scope", async ({
  page,
  signedIn,
  desk,
}) => {
  const own = await insertCompany(desk.db, { name: "Skerry Boats" });
  const foreign = await insertCompany(desk.db, { name: "Skerry Sails" });
  await insertUser(desk.db, { first_name: "Zelda", last_name: "Inside", companies: [own.id] });
  await insertUser(desk.db, { first_name: "Zelda", last_name: "Outside", companies: [foreign.id] });
  await signedIn("Agent", { companyScope: "assigned", companies: [{ id: own.id }] });
  await page.goto("/ticket/new");
  const { form, requester, create } = formOf(page);
  await test.step("a new caller is created on the way, by keyboard alone", async () => {
    await expect(requester).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.type("Nora van Berg");
    await expect(page.getByRole("option", { name: "New customer…" })).toBeVisible();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "New customer" });
    await expect(dialog.getByLabel("First name")).toHaveValue("Nora");
    await expect(dialog.getByLabel("Last name")).toHaveValue("van Berg");
    await expect(dialog.getByRole("button", { name: "Company" })).toHaveText("Skerry Boats");
    await dialog.getByLabel("Email").fill("customer@demo.test");
    await page.keyboard.press("Enter");
    // Whether a hidden person has the address stays unknown.
    await expect(
      dialog.getByText(
        "A customer with this email address can't be added here. Ask a Super Admin.",
      ),
    ).toBeVisible();
    await expect(dialog.getByLabel("Email")).toBeFocused();
    const email = `${Bun.randomUUIDv7()}@skerry.test`;
    await dialog.getByLabel("Email").fill(email);
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await expect(shellOf(page).notices).toContainText("Created Nora van Berg");
    await expect(requester).toHaveText("Nora van Berg");
    await expect(requester).toBeFocused();
    await expect(form.getByText("Skerry Boats")).toBeVisible();
    await form.getByLabel("Subject").fill("The tiller is stuck");
    await form.getByRole("button", { name: "Call notes (internal)" }).click();
    await form.getByRole("textbox", { name: "Internal note" }).fill("She called.");
    await create.click();
    await expect(page).toHaveURL(/\/ticket\/\d+$/);
    await expect(page.getByRole("region", { name: "Requester" })).toContainText("Nora van Berg");
  });

  await test.step("an agent finds only people of their own companies", async () => {
    await leadTo(page, "/ticket/new");
    await requester.click();
    await page.getByRole("combobox", { name: "Find a person" }).fill("zelda");
    await expect(page.getByRole("option", { name: "Zelda Inside" })).toBeVisible();
    await expect(page.getByRole("option", { name: "Zelda Outside" })).toHaveCount(0);
  });
});

test("a customer writes a ticket: sent twice it is created once, and leaving, continuing or a lost answer loses nothing", async ({
  page,
  signedIn,
  desk,
  watch,
}) => {
  test.slow();
  const me = await signedIn("Customer");
  await page.goto("/ticket/new");
  const { form, subject, body, create } = formOf(page);
  await test.step("with one company, nothing is asked", async () => {
    await expect(subject).toBeVisible();
    await expect(form.getByRole("combobox", { name: "Company" })).toHaveCount(0);
  });

  await test.step("by the keyboard alone: a double Ctrl+Enter creates one ticket", async () => {
    await expect(subject).toBeFocused();
    await page.keyboard.type("Second label printer");
    await page.keyboard.press("Tab");
    await expect(body).toBeFocused();
    await page.keyboard.type("Same model as on dock 2.");
    await page.keyboard.press("Control+Enter");
    await page.keyboard.press("Control+Enter");
    await expect(page).toHaveURL(/\/ticket\/\d+$/);
    expect(await ticketsOf(desk, me)).toEqual(["Second label printer"]);
  });

  await test.step("navigating away before the ticket was created is not interrupted", async () => {
    await leadTo(page, "/ticket/log");
    await page.getByRole("link", { name: "New ticket" }).first().click();
    await subject.fill("The door sticks");
    await body.fill("Since this morning.");
    const answer = await holdBack(page, /tickets\.create/);
    await create.click();
    await page.goBack();
    await expect(page).toHaveURL("/ticket/log");
    answer();
    const created = shellOf(page).notices.getByText(/^Ticket #\d+ created$/);
    await expect(created).toBeVisible();
    await expect(page.getByRole("list").getByText("The door sticks")).toBeVisible();
    await expect(page).toHaveURL("/ticket/log");
  });

  await test.step("text written while the ticket is being created is not lost", async () => {
    await leadTo(page, "/ticket/new");
    await subject.fill("The gate sticks");
    await body.fill("Since this morning.");
    const answer = await holdBack(page, /tickets\.create/);
    await create.click();
    await body.fill("Since this morning. And it squeaks.");
    answer();
    await expect(page).toHaveURL(/\/ticket\/\d+$/);
    await leadTo(page, "/ticket/new");
    await expect(body).toHaveValue("Since this morning. And it squeaks.");
    await expect.poll(() => begunBy(desk, me)).toEqual(["Since this morning. And it squeaks."]);
  });

  await test.step("leaving before the answer finds the ticket created, and no draft", async () => {
    await subject.fill("Closed at once");
    await body.fill("The tab, not the door.");
    const isDone = Promise.withResolvers<void>();
    await page.route(/tickets\.create/, async (route) => {
      await route.fetch();
      isDone.resolve();
    });
    await create.click();
    await isDone.promise;
    await page.reload();
    await settled(page);
    await expect(subject).toHaveValue("");
    await expect(body).toHaveValue("");
    expect(await begunBy(desk, me)).toEqual([]);
    expect((await ticketsOf(desk, me)).filter((made) => made === "Closed at once")).toHaveLength(1);
    await page.unroute(/tickets\.create/);
  });

  await test.step("a refusal keeps the text, and the next attempt is the same action", async () => {
    await subject.fill("Lost answer");
    await body.fill("It arrives, the answer does not.");
    let cut = true;
    await page.route(/tickets\.create/, async (route) => {
      if (!cut) return await route.continue();
      cut = false;
      await route.fetch();
      await route.abort();
    });
    watch.allow(/ERR_FAILED/);
    await create.click();
    await expect(form.getByRole("alert")).toContainText("What you typed is still here.");
    await expect(subject).toHaveValue("Lost answer");
    await create.click();
    await expect(page).toHaveURL(/\/ticket\/\d+$/);
    expect((await ticketsOf(desk, me)).filter((made) => made === "Lost answer")).toHaveLength(1);
  });
});

test("a customer with several companies chooses one", async ({ page, signedIn, desk }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const [first, second] = [
    await insertCompany(desk.db, { name: "Alder Freight" }),
    await insertCompany(desk.db, { name: "Birch Freight" }),
  ];
  const { id } = await signedIn("Customer", { companies: [{ id: first.id }, { id: second.id }] });
  await page.goto("/ticket/new");
  const { form, subject, body, create } = formOf(page);
  const company = form.getByRole("combobox", { name: "Company" });
  const made = desk.db.selectFrom("tickets").select("company_id").where("requester_id", "=", id);
  await expect(form.getByRole("toolbar", { name: "Formatting" })).toHaveCount(0);
  await form.getByRole("button", { name: "Formatting" }).click();
  await expect(form.getByRole("toolbar", { name: "Formatting" })).toBeVisible();
  // On a phone it is only an eye icon.
  await expect(form.getByRole("button", { name: "Preview" })).toHaveAttribute(
    "data-hint",
    "Preview",
  );
  await subject.fill("A question");
  await body.fill("It is about the second company.");
  await test.step("until they do, none is set, and nothing is sent", async () => {
    await expect(company).toHaveText("Choose a company");
    await create.click();
    await expect(company).toHaveAccessibleDescription("Choose the company that this is about.");
    expect(await made.execute()).toEqual([]);
  });
  await company.click();
  await page.getByRole("option", { name: "Birch Freight" }).click();
  await create.click();
  await expect(page).toHaveURL(/\/ticket\/\d+$/);
  expect(await made.execute()).toEqual([{ company_id: second.id }]);
});

test("a new ticket opens over the list, begins with its channel and is created with a status", async ({
  page,
  signedIn,
  desk,
}) => {
  const me = await signedIn("Agent", { firstName: "Maya" });
  const company = await insertCompany(desk.db, { name: "Tiller Yard" });
  const nora = await insertUser(desk.db, {
    ...{ first_name: "Nora", last_name: "Tiller", companies: [company.id] },
  });
  await page.goto("/ticket/log?view=pending");
  await seeRows(page, "Tickets: Pending");
  await page.keyboard.press("c");
  await expect(page).toHaveURL("/ticket/new?view=pending");
  const { form, subject, body } = formOf(page);
  const channel = form.getByRole("group", { name: "Channel" });
  await expect(page.locator("[inert]").getByText("All open").first()).toBeAttached();
  await expect(channel.getByRole("button", { pressed: true })).toHaveText("Email to the customer");
  await chooseRequester(page, "nora till", "Nora Tiller");
  await expect(channel.getByRole("button", { pressed: true })).toHaveText("Email to Nora");
  await expect(form.getByRole("button", { name: "Assignee" })).toContainText("Maya Agent");

  await test.step("Escape returns to the list, and the draft stays", async () => {
    await form.getByRole("button", { name: "Assignee" }).focus();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL("/ticket/log?view=pending");
    await seeRows(page, "Tickets: Pending");
    await page.getByRole("link", { name: "New ticket" }).click();
    await expect(channel.getByRole("button", { pressed: true })).toHaveText("Email to Nora");
  });

  await channel.getByRole("button", { name: "Call notes (internal)" }).click();
  await subject.fill("The tiller is loose");
  await body.fill("Nora called about it.");
  await test.step("a macro fills in text and fields, and names the status on the button", async () => {
    await (await colleague(desk, me.email)).mutate("macros.save", {
      requestId: Bun.randomUUIDv7(),
      name: "Called back",
      body: "Called {{requester.firstName}} of {{company.name}} about {{ticket.subject}}{{ticket.number}}.",
      shared: false,
      changes: { status: "on-hold", priority: "high", addTags: ["phone"] },
    });
    await body.press("ControlOrMeta+End");
    await page.keyboard.press("Enter");
    await form.getByRole("button", { name: "Macros" }).click();
    await page.keyboard.type("called");
    const option = page.getByRole("option", { name: /^Called back/ });
    await expect(option).toContainText("sets On hold, priority High, adds phone");
    await page.keyboard.press("Enter");
    await expect(body).toHaveValue(
      "Nora called about it.\nCalled Nora of Tiller Yard about The tiller is loose.",
    );
    await expect(form.getByRole("combobox", { name: "Priority" })).toHaveText("High");
    await expect(form.getByRole("button", { name: "Remove tag phone" })).toBeVisible();
    await expect(form.getByRole("button", { name: "Create and set On hold" })).toBeVisible();
  });
  await form.getByRole("button", { name: "More create options" }).click();
  await page.getByRole("menuitem", { name: "Create and set Pending" }).click();
  await expect(page).toHaveURL(/\/ticket\/\d+\?view=pending$/);
  const made = desk.db
    .selectFrom("tickets")
    .select(["status", "channel", "assignee_id", "priority"])
    .where("requester_id", "=", nora.id);
  expect(await made.execute()).toEqual([
    { status: "pending", channel: "phone", assignee_id: me.id, priority: "high" },
  ]);
});
