import { insertCompany, insertUser } from "../support/builders.ts";
import { expect, type Page, test } from "./fixtures.ts";
import { settled } from "./settled.ts";
import { holdBack, shellOf } from "./steps.ts";

function formOf(page: Page) {
  const form = page.getByRole("form", { name: "New ticket" });
  return {
    form,
    requester: form.getByRole("button", { name: "Requester" }),
    subject: form.getByLabel(/^(Subject|What is it about\?)$/),
    body: form.getByRole("textbox", { name: /^(Message|Internal note|Tell us more)$/ }),
    create: form.getByRole("button", { name: /^(Create|Send) ticket$/ }),
  };
}

async function chooseRequester(page: Page, search: string, name: string): Promise<void> {
  await formOf(page).requester.click();
  await page.getByRole("combobox", { name: "Find a person" }).fill(search);
  await page.getByRole("option", { name }).click();
}

test("staff open a ticket for somebody, whose company follows, and are led to it", async ({
  page,
  signedIn,
  desk,
}) => {
  await signedIn("Agent");
  await page.goto("/ticket/new");
  const { form, subject, body, create } = formOf(page);
  await chooseRequester(page, "ana fer", "Ana Ferreira");
  await expect(form.getByText("Harbour Logistics")).toBeVisible();
  await subject.fill("Labels print blank");
  await form.getByRole("button", { name: "Note" }).click();
  await body.fill("Since **Tuesday** every label is blank.");
  await body.press("End");
  await body.pressSequentially(" @maya");
  await page.getByRole("option", { name: /Maya Lindqvist/ }).click();
  await expect(body).toHaveValue(/blank\. @Maya Lindqvist $/);
  await form.getByRole("combobox", { name: "Priority" }).click();
  await page.getByRole("option", { name: "Urgent" }).click();
  await form.getByRole("button", { name: "Assignee" }).click();
  await page.getByRole("combobox", { name: "Find a colleague" }).fill("samuel");
  await page.getByRole("option", { name: /Samuel Okafor/ }).click();
  await form.getByRole("button", { name: "Add a tag" }).click();
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
    .select(["subject", "priority", "users.email", "companies.name", "assignee.first_name"])
    .where("number", "=", number)
    .executeTakeFirst();
  expect(made).toMatchObject({
    subject: "Labels print blank",
    priority: "urgent",
    email: "customer@demo.test",
    name: "Harbour Logistics",
    first_name: "Samuel",
  });
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

test("whoever calls for the first time is made a customer on the way, by the keyboard alone", async ({
  page,
  signedIn,
  desk,
}) => {
  const { id } = await signedIn("Agent");
  const own = await insertCompany(desk.db, { name: "Skerry Boats" });
  await insertCompany(desk.db, { name: "Skerry Sails" });
  await desk.db
    .updateTable("users")
    .set({ company_scope: "assigned" })
    .where("id", "=", id)
    .execute();
  await desk.db
    .insertInto("user_companies")
    .values({ user_id: id, company_id: own.id, sees_all_tickets: false })
    .execute();
  await page.goto("/ticket/new");
  const { form, requester, create } = formOf(page);
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
  await expect(dialog.getByText("Another user already has this email address.")).toBeVisible();
  await expect(dialog.getByLabel("Email")).toBeFocused();
  const email = `${Bun.randomUUIDv7()}@skerry.test`;
  await dialog.getByLabel("Email").fill(email);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(shellOf(page).notices).toContainText("Nora van Berg was created");
  await expect(requester).toHaveText("Nora van Berg");
  await expect(requester).toBeFocused();
  await expect(form.getByText("Skerry Boats")).toBeVisible();
  await form.getByLabel("Subject").fill("The tiller is stuck");
  await form.getByRole("button", { name: "Note" }).click();
  await form.getByRole("textbox", { name: "Internal note" }).fill("She called.");
  await create.click();
  await expect(page).toHaveURL(/\/ticket\/\d+$/);
  await expect(page.getByRole("region", { name: "Requester" })).toContainText("Nora van Berg");
});

test("who goes on before the ticket was created stays where they are", async ({
  page,
  signedIn,
}) => {
  await signedIn("Customer");
  await page.goto("/ticket/log");
  await page.getByRole("link", { name: "New ticket" }).click();
  const { subject, body, create } = formOf(page);
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

test("what is written on while the ticket is being created is not lost", async ({
  page,
  signedIn,
}) => {
  await signedIn("Customer");
  await page.goto("/ticket/new");
  const { subject, body, create } = formOf(page);
  await subject.fill("The gate sticks");
  await body.fill("Since this morning.");
  const answer = await holdBack(page, /tickets\.create/);
  await create.click();
  await body.fill("Since this morning. And it squeaks.");
  answer();
  await expect(page).toHaveURL(/\/ticket\/\d+$/);
  await page.goto("/ticket/new");
  await expect(body).toHaveValue("Since this morning. And it squeaks.");
});

test("what is missing is said beside its field, and nothing is sent", async ({
  page,
  signedIn,
}) => {
  await signedIn("Agent");
  await page.goto("/ticket/new");
  const { form, requester, subject, create } = formOf(page);
  await create.click();
  await expect(form.getByText("Choose whom the ticket is for.")).toBeVisible();
  await expect(form.getByText("Say in a few words what it is about.")).toBeVisible();
  await expect(form.getByText("Write the first message.")).toBeVisible();
  await expect(requester).toBeFocused();
  await subject.fill("Labels");
  await expect(form.getByText("Say in a few words what it is about.")).toHaveCount(0);
  await expect(page).toHaveURL("/ticket/new");
});

test("by the keyboard alone: a double Ctrl+Enter creates one ticket", async ({
  page,
  signedIn,
  desk,
}) => {
  const { id } = await signedIn("Customer");
  await page.goto("/ticket/new");
  const { subject, body } = formOf(page);
  await expect(subject).toBeFocused();
  await page.keyboard.type("Second label printer");
  await page.keyboard.press("Tab");
  await expect(body).toBeFocused();
  await page.keyboard.type("Same model as on dock 2.");
  await page.keyboard.press("Control+Enter");
  await page.keyboard.press("Control+Enter");
  await expect(page).toHaveURL(/\/ticket\/\d+$/);
  const made = desk.db.selectFrom("tickets").select("subject").where("requester_id", "=", id);
  expect(await made.execute()).toEqual([{ subject: "Second label printer" }]);
});

test("a customer with several companies says which one; with one, nothing is asked", async ({
  page,
  signedIn,
  desk,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const [first, second] = [
    await insertCompany(desk.db, { name: "Alder Freight" }),
    await insertCompany(desk.db, { name: "Birch Freight" }),
  ];
  const { id } = await signedIn("Customer", { companies: [{ id: first.id }, { id: second.id }] });
  await page.goto("/ticket/new");
  const { form, subject, body, create } = formOf(page);
  await form.getByRole("combobox", { name: "Company" }).click();
  await page.getByRole("option", { name: "Birch Freight" }).click();
  await subject.fill("A question");
  await body.fill("It is about the second company.");
  await create.click();
  await expect(page).toHaveURL(/\/ticket\/\d+$/);
  const made = desk.db.selectFrom("tickets").select("company_id").where("requester_id", "=", id);
  expect(await made.execute()).toEqual([{ company_id: second.id }]);

  await signedIn("Customer", { companies: [{ id: first.id }] });
  await page.goto("/ticket/new");
  await expect(formOf(page).subject).toBeVisible();
  await expect(formOf(page).form.getByRole("combobox", { name: "Company" })).toHaveCount(0);
});

test("what was begun is there after a reload and on another computer, and can be discarded", async ({
  page,
  signedIn,
  otherBrowser,
  context,
}) => {
  await signedIn("Agent");
  await page.goto("/ticket/new");
  await chooseRequester(page, "ana fer", "Ana Ferreira");
  await formOf(page).subject.fill("Half a ticket");
  await expect(page.getByText("Draft kept")).toBeVisible();
  await page.reload();
  await expect(formOf(page).subject).toHaveValue("Half a ticket");
  await expect(formOf(page).requester).toContainText("Ana Ferreira");

  const other = await otherBrowser();
  await other.addCookies(await context.cookies());
  const computer = await other.newPage();
  await computer.goto("/ticket/new");
  await expect(formOf(computer).subject).toHaveValue("Half a ticket");
  const discarded = computer.waitForResponse(/drafts\.save/);
  await computer.getByRole("button", { name: "Discard draft" }).click();
  await expect(formOf(computer).subject).toHaveValue("");
  await discarded;
  await page.reload();
  await expect(formOf(page).requester).toBeVisible();
  await settled(page);
  await expect(formOf(page).subject).toHaveValue("");
});

test("a refusal keeps what was typed, and the next try is the same act", async ({
  page,
  signedIn,
  desk,
  watch,
}) => {
  watch.allow(/503/);
  const { id } = await signedIn("Customer");
  await page.goto("/ticket/new");
  const { form, subject, body, create } = formOf(page);
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
  const made = desk.db.selectFrom("tickets").select("subject").where("requester_id", "=", id);
  expect(await made.execute()).toHaveLength(1);
});

test("an agent finds only people of their own companies", async ({ page, signedIn, desk }) => {
  const [own, foreign] = [await insertCompany(desk.db), await insertCompany(desk.db)];
  await insertUser(desk.db, { first_name: "Zelda", last_name: "Inside", companies: [own.id] });
  await insertUser(desk.db, { first_name: "Zelda", last_name: "Outside", companies: [foreign.id] });
  await signedIn("Agent", { companyScope: "assigned", companies: [{ id: own.id }] });
  await page.goto("/ticket/new");
  await formOf(page).requester.click();
  await page.getByRole("combobox", { name: "Find a person" }).fill("zelda");
  await expect(page.getByRole("option", { name: "Zelda Inside" })).toBeVisible();
  await expect(page.getByRole("option", { name: "Zelda Outside" })).toHaveCount(0);
});
