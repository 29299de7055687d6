import { addPerson } from "../support/people.ts";
import { storedTicket } from "../support/stored.ts";
import type { TestDesk } from "./browser/desk.ts";
import { expect, signInBrowser, test } from "./browser/fixtures.ts";
import { settled } from "./browser/settled.ts";
import { holdBack } from "./steps/anywhere.ts";
import { changeAs, colleague, makeTicket, ticketOf } from "./steps/ticket.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

async function customerWithTicket(desk: TestDesk, subject: string) {
  const customer = await addPerson(desk.db, "Customer", { firstName: "Ana" });
  const made = await makeTicket(desk, {
    subject,
    requester: { id: customer.id, name: "Ana Customer" },
    status: "pending",
  });
  return { customer, made };
}

test("a customer replies, says that it is solved, rates the help and reopens the ticket", async ({
  page,
  context,
  desk,
}) => {
  const { customer, made } = await customerWithTicket(desk, "The gate stays shut");
  await signInBrowser(context, desk, customer.email);
  await page.goto("/ticket/log");
  await page.getByRole("link", { name: "Your turn 1" }).tap();
  const turn = page.getByRole("list", { name: "Tickets: Your turn" });
  await expect(turn.getByText("The gate stays shut")).toBeVisible();
  const box = page.getByRole("combobox", { name: "Search your tickets" });
  await box.fill("zebrafish");
  await box.press("Enter");
  await expect(
    page.getByText("No tickets match “zebrafish” in Your turn or in any other view."),
  ).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Clear search" }).last().tap();
  await page.getByRole("link", { name: "Open 1" }).tap();
  await page.getByRole("list", { name: "Tickets: Open" }).locator("[data-row]").first().tap();
  await expect(page).toHaveURL(`/ticket/${made.ticket.number}`);
  const { region, conversation, notice } = ticketOf(page, made.ticket);
  await expect(region.getByRole("heading", { name: "The gate stays shut" })).toBeVisible();
  await expect(region).toContainText("Waiting for your reply");
  await expect(conversation.getByRole("article", { name: "You" })).toContainText("Message 1");

  await test.step("a ticket without an answer can be handed back nevertheless", async () => {
    await page.getByRole("button", { name: "Reopen" }).hover();
    await expect(page.getByRole("tooltip")).toHaveText(
      "Returns this ticket to our team without a reply",
    );
    await page.getByRole("button", { name: "Reopen" }).tap();
    await expect(notice("This ticket is with our team again.")).toBeVisible();
    await expect(region).toContainText("With our team");
    await expect(page.getByRole("button", { name: "Reopen" })).toHaveCount(0);
    expect((await storedTicket(desk.db, made.ticket.id)).status).toBe("open");
  });

  const reply = page.getByRole("textbox", { name: "Reply" });
  const attach = page.getByRole("button", { name: "Attach files" });
  const formats = page.getByRole("toolbar", { name: "Formatting" });
  await expect(attach, "before anything is written").toBeVisible();
  await reply.fill("It opens again by hand.");
  await expect(attach).toBeVisible();
  await expect(formats).toBeHidden();
  await page.getByRole("button", { name: "Formatting" }).tap();
  await expect(formats.getByRole("button", { name: "Bold" })).toBeVisible();
  await expect(reply, "its keyboard stays").toBeFocused();
  await page.getByRole("button", { name: /^Send/ }).first().tap();
  await expect(conversation).toContainText("It opens again by hand.");
  await expect(region).toContainText("With our team");

  await page.getByRole("button", { name: "It is solved" }).tap();
  await expect(region).toContainText("Solved");
  await expect(conversation).toContainText("You marked this as solved");
  await page.getByRole("button", { name: "Good", exact: true }).tap();
  const comment = page.getByLabel(/What went (well|wrong)/);
  await comment.fill("Quick and kind.");
  await page.getByRole("link", { name: "Back to your tickets" }).tap();
  await page.getByRole("button", { name: "Keep editing" }).tap();
  await expect(comment).toHaveValue("Quick and kind.");
  await page.getByRole("button", { name: "Send rating" }).tap();
  await expect(region.getByText("rated this ticket: good")).toBeVisible();
  await expect(notice("Thanks for your feedback.")).toBeVisible();

  await page.getByRole("button", { name: "Reopen" }).tap();
  await expect(page.getByRole("button", { name: "It is solved" })).toBeVisible();
  await expect(conversation).toContainText("reopened this ticket");
  const row = await storedTicket(desk.db, made.ticket.id);
  expect([row.status, row.rating, row.rating_comment]).toEqual(["open", "good", "Quick and kind."]);

  await page.getByRole("link", { name: "Back to your tickets" }).tap();
  await expect(page).toHaveURL("/ticket/log");
});

test("a customer's buttons are also in the palette", async ({ page, context, desk }) => {
  const { customer, made } = await customerWithTicket(desk, "The boom hangs low");
  await signInBrowser(context, desk, customer.email);
  await page.goto(`/ticket/${made.ticket.number}`);
  const { conversation } = ticketOf(page, made.ticket);
  const choose = async (words: string) => {
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("option", { name: words, exact: true }).click();
  };
  await expect(page.getByRole("button", { name: "It is solved" })).toBeVisible();
  await choose("It is solved");
  await expect(conversation).toContainText("You marked this as solved");
  await expect(page.getByRole("button", { name: "Reopen" })).toBeEnabled();
  await choose("Reopen");
  await expect(conversation).toContainText("reopened this ticket");
});

test("a comment written with a rating remains while the ticket is reopened, and is sent then", async ({
  page,
  context,
  desk,
}) => {
  const { customer, made } = await customerWithTicket(desk, "The gate creaks");
  await signInBrowser(context, desk, customer.email);
  await page.goto(`/ticket/${made.ticket.number}`);
  const { region } = ticketOf(page, made.ticket);
  await page.getByRole("button", { name: "It is solved" }).tap();
  await page.getByRole("button", { name: "Bad", exact: true }).tap();
  const comment = page.getByLabel(/What went (well|wrong)/);
  await comment.fill("It took a week.");

  const maya = await colleague(desk, (await addPerson(desk.db, "Agent")).email);
  await changeAs(maya, desk, made.ticket, { status: "open" });
  await expect(region).toContainText("This ticket was reopened. Your comment stays here");
  await expect(comment).toHaveValue("It took a week.");
  await expect(page.getByRole("button", { name: "Send rating" })).toHaveCount(0);
  await page.getByRole("link", { name: "Back to your tickets" }).tap();
  await page.getByRole("button", { name: "Keep editing" }).tap();

  await page.getByRole("button", { name: "It is solved" }).tap();
  await page.getByRole("button", { name: "Send rating" }).tap();
  await expect(region.getByText("rated this ticket: bad")).toBeVisible();
  await expect(comment).toHaveCount(0);
  const row = await storedTicket(desk.db, made.ticket.id);
  expect([row.rating, row.rating_comment]).toEqual(["bad", "It took a week."]);
});

test("a reply to a closed ticket announces a new one, and leads there if the customer is still on the page", async ({
  page,
  context,
  desk,
}) => {
  const { customer, made } = await customerWithTicket(desk, "The hinge squeaks");
  await desk.db
    .updateTable("tickets")
    .set({ status: "closed", closed_at: new Date(), waiting_for: null, waiting_since: null })
    .where("id", "=", made.ticket.id)
    .execute();
  await signInBrowser(context, desk, customer.email);
  await page.goto("/ticket/log?view=all");
  await page.locator(`[data-row] a[href^="/ticket/${made.ticket.number}"]`).first().tap();
  const { notice } = ticketOf(page, made.ticket);
  const reply = page.getByRole("textbox", { name: "Reply" });
  await expect(reply).toHaveAttribute("placeholder", "Reply in a follow-up ticket");
  await reply.fill("It squeaks again.");
  const send = page.getByRole("button", { name: "Open follow-up ticket" });
  await send.tap();
  await expect(notice(`as a follow-up to #${made.ticket.number}`)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Follow-up: The hinge squeaks" })).toBeVisible();

  await page.goBack();
  await expect(page).toHaveURL(`/ticket/${made.ticket.number}?view=all`);
  const answer = await holdBack(page, /tickets\.reply/);
  await reply.fill("And once more.");
  await send.tap();
  await page.getByRole("link", { name: "Back to your tickets" }).tap();
  await expect(page).toHaveURL(/^[^?]*\/ticket\/log/);
  const list = page.url();
  answer();
  await expect(notice(`as a follow-up to #${made.ticket.number}`)).toBeVisible();
  await expect(page).toHaveURL(list);
});

test("a customer sees no note, no property, no other person's presence and no bell", async ({
  page,
  context,
  desk,
  person,
}) => {
  const { customer, made } = await customerWithTicket(desk, "The lamp flickers");
  const agent = await person("Agent", { firstName: "Samuel" });
  const samuel = await colleague(desk, agent.email);
  const input = { requestId: Bun.randomUUIDv7(), id: made.ticket.id };
  await samuel.mutate("tickets.note", { ...input, body: "canary-in-a-note" });
  await changeAs(samuel, desk, made.ticket, {
    priority: "urgent",
    addTags: ["canary-tag"],
    assigneeId: agent.id,
  });
  const heard: string[] = [];
  page.on("response", async (response) => {
    if (response.url().includes("/node/")) heard.push(await response.text().catch(() => ""));
  });
  await signInBrowser(context, desk, customer.email);
  await page.goto(`/ticket/${made.ticket.number}`);
  const { region, conversation } = ticketOf(page, made.ticket);
  await expect(conversation.getByRole("article")).toHaveCount(1);
  await expect(page.getByRole("complementary", { name: "Properties" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Resolve ticket" })).toHaveCount(0);
  // Customers have no bell: they get mail.
  await expect(page.getByRole("button", { name: /^Notifications/ })).toHaveCount(0);
  const words = (await region.textContent()) ?? "";
  for (const hidden of ["canary", "Urgent", "Internal note", "Note"]) {
    expect(words).not.toContain(hidden);
  }
  await settled(page);
  expect(heard.join("\n")).not.toContain("canary");
});

test("another customer's ticket is not found", async ({ page, context, desk }) => {
  const { customer } = await customerWithTicket(desk, "Mine");
  const other = await makeTicket(desk, { subject: "Someone else's" });
  await signInBrowser(context, desk, customer.email);
  await page.goto(`/ticket/${other.ticket.number}`);
  await expect(
    page.getByRole("heading", { name: `Ticket #${other.ticket.number} not found` }),
  ).toBeVisible();
});

test("a customer reads what happens next, and adds a colleague of their company by address", async ({
  page,
  context,
  desk,
}) => {
  const { customer, made } = await customerWithTicket(desk, "The lamp is out");
  const companies = [{ id: made.company.id }];
  await desk.db
    .insertInto("user_companies")
    .values({ user_id: customer.id, company_id: made.company.id, sees_all_tickets: false })
    .execute();
  const ben = await addPerson(desk.db, "Customer", { firstName: "Ben", companies });
  await signInBrowser(context, desk, customer.email);
  await page.goto(`/ticket/${made.ticket.number}`);
  const { region, notice } = ticketOf(page, made.ticket);
  const { name } = await desk.db.selectFrom("desk").select("name").executeTakeFirstOrThrow();
  await expect(page.getByRole("banner")).toContainText(name);
  await page.getByRole("textbox", { name: "Reply" }).fill("It is dark here.");
  await page.getByRole("button", { name: /^Send/ }).first().tap();
  await expect(region.getByText(/^We've got your message\./)).toBeVisible();

  await page.getByRole("button", { name: "Add a colleague" }).tap();
  const address = page.getByRole("textbox", { name: "Their email address" });
  await address.fill("unknown@elsewhere.test");
  await address.press("Enter");
  await expect(page.getByRole("dialog")).toContainText("No one in your company has this address.");
  await address.fill(ben.email);
  await address.press("Enter");
  await expect(notice("now follows this ticket")).toBeVisible();
  const followers = await desk.db
    .selectFrom("ticket_people")
    .select("user_id")
    .where("ticket_id", "=", made.ticket.id)
    .where("user_id", "=", ben.id)
    .execute();
  expect(followers).toHaveLength(1);
});
