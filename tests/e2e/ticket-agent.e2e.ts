import type { Route } from "@playwright/test";
import type { TicketPriority } from "../../shared/tickets/vocabulary.ts";
import { insertCompany, insertUser } from "../support/builders.ts";
import { storedTicket } from "../support/stored.ts";
import { expect } from "./browser/fixtures.ts";
import { holdNotices } from "./browser/hold-notices.ts";
import { test } from "./browser/ticket-fixtures.ts";
import { chooseMore, failCalls, holdBack, seeRows } from "./steps/anywhere.ts";
import {
  changeAs,
  colleague,
  leadToTicket,
  makeTicket,
  openTicket,
  ticketOf,
} from "./steps/ticket.ts";

const updates = /tickets\.update/;

test("an agent opens tickets next to their list, and goes from one to the next without going back", async ({
  page,
  signedIn,
}) => {
  await signedIn("Agent");
  await page.goto("/ticket/log?view=pending&sort=created");
  const table = await seeRows(page, "Tickets: Pending");
  const subjects = await table.locator("[data-row-link]").allTextContents();
  const heading = page.getByRole("heading", { level: 1 }).last();
  const cards = page.getByRole("list", { name: "Tickets: Pending" });
  const row = table.locator("[data-row]").nth(1);

  await test.step("a hovered ticket is loaded by the time it is clicked", async () => {
    const fetched = page.waitForResponse(/tickets\.get/);
    await row.hover();
    await fetched;
    const again: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("tickets.get")) again.push(request.url());
    });
    // Anywhere in the row, not on its words alone.
    await row.locator("td").last().click();
    await expect(page.getByRole("article").first()).toBeVisible();
    expect(again).toEqual([]);
  });

  await test.step("it opens next to its list, which stays as it is", async () => {
    await expect(page).toHaveURL(/\/ticket\/\d+\?view=pending&sort=created$/);
    await expect(heading).toHaveText(subjects[1] ?? "");
    await expect(cards.locator("[aria-current=true]")).toContainText(subjects[1] ?? "");
    await expect(page.getByRole("navigation", { name: "Ticket views" })).toBeVisible();
    await expect(page.getByRole("complementary", { name: "Properties" })).toBeVisible();
  });

  await test.step("Back leads through the opened tickets", async () => {
    await cards.locator("[data-row]").nth(3).click();
    await expect(heading).toHaveText(subjects[3] ?? "");
    await page.goBack();
    await expect(heading).toHaveText(subjects[1] ?? "");
    await page.goBack();
    await expect(page).toHaveURL("/ticket/log?view=pending&sort=created");
    await seeRows(page, "Tickets: Pending");
  });

  await test.step("the next and previous ticket are available", async () => {
    await row.click();
    await page.getByRole("link", { name: "Next ticket" }).click();
    await expect(heading).toHaveText(subjects[2] ?? "");
    await page.getByRole("link", { name: "Previous ticket" }).click();
    await expect(heading).toHaveText(subjects[1] ?? "");
    await page.getByRole("link", { name: "Previous ticket" }).click();
    await expect(heading).toHaveText(subjects[0] ?? "");
    await expect(page.getByRole("button", { name: "Previous ticket" })).toBeDisabled();
  });
});

test("an agent changes a ticket in place, and the timeline shows it", async ({
  page,
  desk,
  signedIn,
  person,
}) => {
  const agent = await signedIn("Agent", { firstName: "Maya" });
  const other = await insertCompany(desk.db, { name: "Beyond the Wharf" });
  const ana = { first_name: "Ana", last_name: "Ferreira", companies: [other.id] };
  const { id } = await insertUser(desk.db, ana);
  const made = await makeTicket(desk, { requester: { id, name: "Ana Ferreira" } });
  const { property, conversation, properties } = await openTicket(page, made);

  await test.step("a menu of statuses opens at the current one", async () => {
    await property("Status").click();
    const current = page.getByRole("menuitem", { name: "Open", exact: true });
    await expect(current).toBeFocused();
    await expect(current).toHaveAttribute("aria-current", "true");
    await page.keyboard.press("Enter");
    await expect(current).toHaveCount(0);
    await expect(property("Status")).toHaveText("Open");
  });

  await test.step("nothing moves when the waiting side changes", async () => {
    const below = properties.getByText("Opened", { exact: true });
    await expect(properties).toContainText("on us ");
    const before = await below.boundingBox();
    await property("Status").click();
    await page.getByRole("menuitem", { name: /^Pending/ }).click();
    await expect(properties).toContainText("on customer since just now");
    expect(await below.boundingBox()).toEqual(before);
  });

  await property("Priority").click();
  await page.getByRole("menuitemradio", { name: "Urgent" }).click();
  await expect(property("Priority")).toHaveText("Urgent");
  await expect(conversation).toContainText("set priority to Urgent (was Normal)");

  await property("Assignee").click();
  await page.getByRole("combobox", { name: "Find an agent" }).fill("Samuel");
  await page.getByRole("option", { name: /^Samuel Okafor/ }).click();
  await expect(property("Assignee")).toContainText("Samuel Okafor");
  await expect(conversation).toContainText("assigned this to Samuel Okafor");

  await test.step("only agents with access to the current company are offered", async () => {
    const here = { companyScope: "assigned", companies: [{ id: made.company.id }] } as const;
    await person("Agent", { firstName: "Quenby", ...here });
    const look = async () => {
      await property("Assignee").click();
      await page.getByRole("combobox", { name: "Find an agent" }).fill("Quenby");
    };
    await look();
    await expect(page.getByRole("option", { name: /^Quenby/ })).toBeVisible();
    await page.keyboard.press("Escape");
    await property("Company").click();
    await page.getByRole("combobox", { name: "Find a company" }).fill(other.name);
    await page.getByRole("option", { name: other.name }).click();
    await expect(conversation).toContainText(`to ${other.name}`);
    await look();
    await expect(page.getByText("No matches.")).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await property("Type").click();
  await page.getByRole("menuitemradio", { name: "Incident" }).click();
  await expect(property("Type")).toHaveText("Incident");

  await page.getByRole("button", { name: "Add tag" }).click();
  await page.getByRole("combobox", { name: "Find or create a tag" }).fill("harbour-crane");
  await page.getByRole("option", { name: "Create “harbour-crane”" }).click();
  await expect(properties.getByText("harbour-crane", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Remove tag harbour-crane" }).click();
  await expect(properties.getByText("harbour-crane", { exact: true })).toHaveCount(0);
  await expect(conversation).toContainText("removed tag harbour-crane");

  await property("Snooze").click();
  await page.getByRole("button", { name: /^Tomorrow morning/ }).click();
  // As in the list, the time fits next to the day.
  await expect(property("Snooze")).toHaveText(/^\w{3} 09:00$/);

  await page.getByRole("button", { name: "Add follower" }).click();
  await page.getByRole("option", { name: "Maya Agent" }).click();
  await expect(properties.getByRole("region", { name: "Followers" })).toContainText("Maya Agent");

  const heading = page.getByRole("heading", { level: 1, name: made.ticket.subject });
  await heading.getByRole("button").click();
  const field = page.getByRole("textbox", { name: "Subject" });
  await field.fill("The crane moves again");
  await field.press("Enter");
  await expect(page.getByRole("heading", { name: "The crane moves again" }).last()).toBeVisible();
  await expect
    .poll(async () => {
      const row = await storedTicket(desk.db, made.ticket.id);
      return [row.priority, row.type, row.subject, row.snoozed_until !== null];
    })
    .toEqual(["urgent", "incident", "The crane moves again", true]);
  expect(agent.id).not.toBe((await storedTicket(desk.db, made.ticket.id)).assignee_id);
});

test("an agent of assigned companies is offered their others, but not none, which would be out of scope", async ({
  page,
  desk,
  signedIn,
  person,
}) => {
  const made = await makeTicket(desk);
  const { id, name } = made.company;
  const long = `Recalls go first. ${"Batch and expiry on everything. ".repeat(20)}`;
  const company = desk.db.updateTable("companies").where("id", "=", id);
  await company.set({ notes: long }).execute();
  await signedIn("Agent", { companyScope: "assigned", companies: [{ id }] });
  const { property, properties } = await openTicket(page, made);
  await property("Company").click();
  await expect(page.getByRole("option")).toHaveText([name]);
  await page.keyboard.press("Escape");

  await test.step("a company's notes are shown folded, and up to date", async () => {
    const notes = properties.getByRole("note", { name: "Company notes" });
    await expect(notes).toContainText("Recalls go first.");
    const folded = await notes.boundingBox();
    await notes.getByRole("button", { name: "Show more" }).click();
    await expect(notes.getByRole("button", { name: "Show less" })).toBeFocused();
    expect((await notes.boundingBox())?.height).toBeGreaterThan(2 * (folded?.height ?? 0));
    const admin = await colleague(desk, (await person("Super Admin")).email);
    await admin.mutate("companies.update", { id, patch: { notes: "Gate 4." }, base: {} });
    await expect(notes).toHaveText("Gate 4.");
    const all = properties.getByRole("link", { name: `Show all: Tickets of ${name}` });
    await expect(all).toHaveAttribute(
      "href",
      new RegExp(`q=company%3A%22${made.company.name.replaceAll(" ", "\\+")}%22`),
    );
  });
});

test("an agent undoes an action from its notice and from the timeline; pane widths are remembered by this browser", async ({
  page,
  desk,
  atTicket,
}) => {
  const { made, property, notice, conversation, region } = await atTicket();
  const list = page.getByRole("region", { name: "List" });
  const edge = page.getByRole("separator", { name: "Width of the list" });
  const properties = page.getByRole("separator", { name: "Width of the properties" });

  await test.step("from the notice", async () => {
    await holdNotices(page);
    // A second click does not press its replacement.
    await page.getByRole("button", { name: "Resolve ticket" }).dblclick();
    await expect(property("Status")).toHaveText("Resolved");
    const { number } = made.ticket;
    await notice(`Resolved #${number}`).getByRole("button", { name: "Undo" }).click();
    await expect(property("Status")).toHaveText("Open");
    await expect(property("Assignee")).toContainText("Unassigned");
    await expect(notice("Undone")).toBeVisible();
    const row = await storedTicket(desk.db, made.ticket.id);
    expect([row.status, row.assignee_id, row.last_resolved_at]).toEqual(["open", null, null]);
  });

  await test.step("panes are resized", async () => {
    expect((await list.boundingBox())?.width).toBe(384);
    const box = await edge.boundingBox();
    await page.mouse.move(box?.x ?? 0, 400);
    await page.mouse.down();
    await page.mouse.move((box?.x ?? 0) - 60, 400, { steps: 4 });
    await page.mouse.up();
    expect((await list.boundingBox())?.width).toBe(324);
    await properties.focus();
    await properties.press("ArrowLeft");
    await expect(properties).toHaveAttribute("aria-valuenow", "280");
  });

  await test.step("after a reload the widths remain, and the action is undone from the timeline", async () => {
    await property("Status").click();
    await page.getByRole("menuitem", { name: /^On hold/ }).click();
    await expect(property("Status")).toHaveText("On hold");
    await page.reload();
    let asked = 0;
    page.on("request", (request) => {
      if (/tickets\.undo\b/.test(request.url())) asked += 1;
    });
    await conversation.getByRole("button", { name: "Undo" }).dblclick();
    await expect(property("Status")).toHaveText("Open");
    await expect(conversation).toContainText("set status to On hold (was Open) (undone)");
    expect(asked).toBe(1);
    await expect(conversation.getByRole("button", { name: "Undo" })).toHaveCount(0);
    await expect(edge).toHaveAttribute("aria-valuenow", "324");
    await expect(properties).toHaveAttribute("aria-valuenow", "280");
    await edge.dblclick();
    await expect(edge).toHaveAttribute("aria-valuenow", "384");
  });

  await test.step("where a ticket covers the list a new one can be opened", async () => {
    await page.setViewportSize({ width: 900, height: 800 });
    const opensNew = region.getByRole("link", { name: "New ticket" });
    await opensNew.click();
    await expect(page).toHaveURL("/ticket/new");
    await page.goBack();
    await page.setViewportSize({ width: 390, height: 800 });
    await expect(region.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(opensNew).toBeHidden();
    await chooseMore(region, "New ticket");
    await expect(page).toHaveURL("/ticket/new");
  });
});

test("a change is shown immediately, however slow the server is; changes are sent in order, and a refused one is reverted with a message", async ({
  page,
  desk,
  watch,
  atTicket,
}) => {
  watch.allow(/Failed to load resource/);
  const { made, property, notice } = await atTicket();
  const choose = async (of: string, name: string) => {
    await property(of).click();
    await page.getByRole("menuitemradio", { name }).click();
    await expect(page.getByRole("menu")).toHaveCount(0);
  };
  const stored = () => storedTicket(desk.db, made.ticket.id);
  const answered = Promise.withResolvers<void>();
  let open = 0;
  let most = 0;
  await page.route(updates, async (route) => {
    open += 1;
    most = Math.max(most, open);
    await answered.promise;
    await route.continue();
    await (await route.request().response())?.finished();
    open -= 1;
  });

  await test.step("it shows within three frames, in the list too", async () => {
    await property("Priority").click();
    const item = page.getByRole("menuitemradio", { name: "High" });
    const frames = await item.evaluate(async (element) => {
      (element as HTMLElement).click();
      for (let frame = 0; frame < 120; frame += 1) {
        if (document.querySelector('[aria-label="Priority: High"]')) return frame;
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return null;
    });
    // 50 ms are three frames of a screen; a frame of a busy machine may itself take longer.
    expect(frames).toBeLessThanOrEqual(3);
    await expect(notice(/High/)).toHaveCount(0);
    await expect(
      page.getByRole("list", { name: /^Tickets/ }).getByRole("img", { name: "Priority High" }),
    ).toBeVisible();
  });

  await test.step("others follow it, and all remain", async () => {
    await choose("Priority", "Urgent");
    await choose("Type", "Task");
    await expect(property("Type")).toHaveText("Task");
    answered.resolve();
    await expect(notice(/High/)).toBeVisible();
    await expect
      .poll(async () => [(await stored()).priority, (await stored()).type])
      .toEqual(["urgent", "task"]);
    await expect(property("Priority")).toHaveText("Urgent");
    expect(most).toBe(1);
    await page.unroute(updates);
  });

  await test.step("a refused change is reverted and can be retried", async () => {
    await failCalls(page, updates);
    await choose("Priority", "Low");
    const refused = notice(`Couldn't change #${made.ticket.number}`);
    await expect(refused).toBeVisible();
    await expect(property("Priority")).toHaveText("Urgent");
    await page.unroute(updates);
    await refused.getByRole("button", { name: "Retry" }).click();
    await expect(property("Priority")).toHaveText("Low");
    await expect.poll(async () => (await stored()).priority).toBe("low");
  });
});

test("if a colleague set the same field in the meantime both values are shown with a question", async ({
  page,
  desk,
  person,
  atTicket,
}) => {
  const { made, property, conversation } = await atTicket();
  const samuel = await colleague(desk, (await person("Agent", { firstName: "Samuel" })).email);
  const question = page.getByRole("alertdialog");
  const stored = () => storedTicket(desk.db, made.ticket.id);
  const raise = async (name: string) => {
    await property("Priority").click();
    await page.getByRole("menuitemradio", { name }).click();
  };
  const ask = async (theirs: TicketPriority) => {
    // Between the click and the server, since the page would otherwise know of it.
    const changeFirst = async (route: Route) => {
      await changeAs(samuel, desk, made.ticket, { priority: theirs });
      await route.continue();
    };
    await page.route(updates, changeFirst, { times: 1 });
    await raise("Urgent");
    await expect(question).toContainText("Samuel Agent also changed");
    await expect(question).toContainText(new RegExp(`Theirs\\s*${theirs}`, "i"));
    await expect(question).toContainText(/Yours\s*Urgent/i);
  };

  await test.step("Keep theirs", async () => {
    await ask("low");
    await question.getByRole("button", { name: "Keep theirs" }).click();
    await expect(question).toHaveCount(0);
    await expect(property("Priority")).toHaveText("Low");
    await expect.poll(async () => (await stored()).priority).toBe("low");
  });

  await test.step("Use mine", async () => {
    await ask("high");
    await question.getByRole("button", { name: "Use mine" }).click();
    await expect(question).toHaveCount(0);
    await expect(property("Priority")).toHaveText("Urgent");
    await expect.poll(async () => (await stored()).priority).toBe("urgent");
  });

  await test.step("a subject being edited keeps theirs, or asks", async () => {
    const changes = async (subject: string) => {
      await changeAs(samuel, desk, made.ticket, { subject });
      await expect(conversation).toContainText(subject);
    };
    const heading = page.getByRole("heading", { level: 1 }).last();
    const field = page.getByRole("textbox", { name: "Subject" });
    await heading.getByRole("button").click();
    await expect(field).toBeFocused();
    await changes("The crane of pier 4");
    await field.press("Enter");
    await expect(heading).toHaveText("The crane of pier 4");

    await heading.getByRole("button").click();
    await field.fill("The crane is broken");
    await changes("The crane of pier 5");
    await field.press("Enter");
    await expect(question).toContainText(/Theirs\s*The crane of pier 5/i);
    await question.getByRole("button", { name: "Keep theirs" }).click();
    await expect(heading).toHaveText("The crane of pier 5");
    expect((await stored()).subject).toBe("The crane of pier 5");
  });

  await test.step("a subject being edited is saved by going back", async () => {
    const { region } = await leadToTicket(page, await makeTicket(desk));
    await leadToTicket(page, made);
    await page.getByRole("heading", { level: 1 }).last().getByRole("button").click();
    await page.getByRole("textbox", { name: "Subject" }).fill("The crane of pier 6");
    await page.goBack();
    await expect(region).toBeVisible();
    await expect.poll(async () => (await stored()).subject).toBe("The crane of pier 6");
    await leadToTicket(page, made);
  });

  await test.step("a conflict asked about after another ticket was opened is still resolved", async () => {
    const other = await makeTicket(desk);
    const answer = await holdBack(page, updates);
    await raise("Normal");
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("combobox", { name: "Commands" }).fill(`#${other.ticket.number}`);
    await page.getByRole("option", { name: other.ticket.subject }).first().click();
    await expect(ticketOf(page, other.ticket).region).toBeVisible();
    await changeAs(samuel, desk, made.ticket, { priority: "low" });
    answer();
    await question.getByRole("button", { name: "Use mine" }).click();
    await expect.poll(async () => (await stored()).priority).toBe("normal");
    await expect(question).toHaveCount(0);
  });

  await test.step("it is asked about in the list, too", async () => {
    const { region } = await leadToTicket(page, made);
    const answer = await holdBack(page, updates);
    await raise("High");
    await page.keyboard.press("u");
    await expect(region).toHaveCount(0);
    await changeAs(samuel, desk, made.ticket, { priority: "low" });
    answer();
    await question.getByRole("button", { name: "Keep theirs" }).click();
    await expect(question).toHaveCount(0);
    expect((await stored()).priority).toBe("low");
  });
});

test("a change on a page that missed a colleague's change shows both", async ({
  page,
  desk,
  atTicket,
}) => {
  const { made, property } = await atTicket();
  await expect(property("Type")).toHaveText("Question");
  // Without the event that would tell the page.
  await desk.db
    .updateTable("tickets")
    .set((ticket) => ({ type: "task", version: ticket("version", "+", 1) }))
    .where("id", "=", made.ticket.id)
    .execute();
  await page.keyboard.press("p");
  await page.getByRole("menuitemradio", { name: "High" }).click();
  await expect(property("Priority")).toHaveText("High");
  await expect(property("Type")).toHaveText("Task");
});

test("closing a ticket asks first, then offers what is still possible, and leads to a linked follow-up", async ({
  page,
  desk,
  atTicket,
}) => {
  const { made, property, properties, conversation, region } = await atTicket({
    ...{ status: "resolved", tags: ["crane"] },
  });
  const { number, subject } = made.ticket;
  const { ticket: other } = await makeTicket(desk, { requester: made.requester });
  const form = page.getByRole("form", { name: "New ticket" });
  const field = form.getByLabel("Subject");

  await test.step("it asks first", async () => {
    await chooseMore(region, "Close ticket…");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(property("Status")).toHaveText("Resolved");
    await chooseMore(region, "Close ticket…");
    await page.getByRole("alertdialog").getByRole("button", { name: "Close ticket" }).click();
    await expect(property("Status")).toHaveText("Closed");
    await expect(region.getByText("You can't add messages to it.")).toBeVisible();
  });

  await test.step("possible actions are offered, and none that would be refused", async () => {
    for (const name of ["Team", "Type"]) await expect(property(name)).toBeEnabled();
    await expect(properties.getByRole("button", { name: "Add tag" })).toBeVisible();
    await properties.getByRole("button", { name: "Link ticket" }).click();
    const found = page.getByRole("dialog", { name: "Link ticket" }).getByRole("option");
    await expect(found.nth(1)).toBeVisible();
    await expect(found.first()).toContainText(`#${other.number} `);
    const answer = await holdBack(page, /tickets\.link\b/);
    await found.first().click();
    await expect(properties.getByRole("link", { name: /related$/ })).toBeVisible();
    // Before the server has created it there is nothing to remove.
    const unlink = properties.getByRole("button", { name: `Unlink #${other.number}` });
    await expect(unlink).toHaveCount(0);
    answer();
    await unlink.click();
    await expect(unlink).toHaveCount(0);
    await properties.getByRole("button", { name: "Link ticket" }).click();
    await page.getByRole("button", { name: "Child of" }).click();
    await page.getByRole("combobox", { name: "Find the parent" }).press("Enter");
    await expect(properties.getByRole("link", { name: /parent$/ })).toBeVisible();
    await expect(conversation).toContainText(`linked this as a child of #${other.number}`);
    await unlink.click();
    await expect(unlink).toHaveCount(0);
    for (const name of ["Status", "Priority", "Assignee", "Snooze", "Company"]) {
      await expect(property(name)).toBeDisabled();
    }
    for (const name of ["Change requester", "Add follower"]) {
      await expect(properties.getByRole("button", { name })).toHaveCount(0);
    }
    await page.keyboard.press("s");
    await expect(page.getByRole("menu")).toHaveCount(0);
    await page.keyboard.press("Control+k");
    const commands = page.getByRole("dialog", { name: "Commands" });
    await expect(commands.getByRole("option", { name: "Set team" })).toBeVisible();
    await expect(commands.getByRole("option", { name: /follow(er| this ticket)$/i })).toHaveCount(
      0,
    );
    await page.keyboard.press("Escape");
    await expect(commands).toHaveCount(0);
  });

  await test.step("its follow-up is linked to it", async () => {
    await region.getByRole("link", { name: "Open follow-up ticket" }).click();
    await expect(form.getByText(`Follow-up to #${number}`)).toBeVisible();
    await expect(page).toHaveURL("/ticket/new");
    await expect(field).toHaveValue(`Follow-up: ${subject}`);
    await expect(form.getByRole("button", { name: "Requester" })).toContainText("Ana Ferreira");
    await expect(form.getByText(made.company.name)).toBeVisible();
    await expect(form.getByRole("button", { name: "Remove tag crane" })).toBeVisible();
    await form.getByRole("textbox", { name: "Message" }).fill("It stands still again.");
    await form.getByRole("button", { name: "Create ticket" }).click();
    const before = properties.getByRole("link", { name: new RegExp(`#${number} .*earlier`) });
    await before.click();
    await expect(properties.getByRole("link", { name: /follow-up$/ })).toBeVisible();
  });

  await test.step("a draft of another ticket is not overwritten without a question", async () => {
    await page.keyboard.press("c");
    await field.fill("Another matter");
    await expect(form.getByText("Draft saved")).toBeVisible();
    await page.goBack();
    await expect(region.getByText("You can't add messages to it.")).toBeVisible();
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type("follow-up");
    await page.keyboard.press("Enter");
    await form.getByRole("button", { name: "Keep editing it" }).click();
    await expect(field).toHaveValue("Another matter");
    await page.goBack();
    await chooseMore(region, "Open follow-up ticket");
    await form.getByRole("button", { name: `Discard it and follow up #${number}` }).click();
    await expect(field).toHaveValue(`Follow-up: ${subject}`);
  });
});

test("a missing ticket says so and leads back; one that failed to load says so and can be retried", async ({
  page,
  watch,
  signedIn,
}) => {
  watch.allow(/Failed to load resource/);
  await signedIn("Agent");
  await page.goto("/ticket/soon");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await page.goto("/ticket/999999?view=pending");
  await expect(page.getByRole("heading", { name: "Ticket #999999 not found" })).toBeVisible();
  await page.getByRole("link", { name: "Back to the list" }).click();
  await expect(page).toHaveURL("/ticket/log?view=pending");

  await page.route(/tickets\.get/, (route) =>
    route.fulfill({ status: 500, contentType: "application/json", body: "[]" }),
  );
  const table = await seeRows(page, "Tickets: Pending");
  await table.locator("[data-row-link]").first().click();
  const retry = page.getByRole("main").getByRole("button", { name: "Try again" });
  await expect(retry).toBeVisible({ timeout: 15_000 });
  await page.unroute(/tickets\.get/);
  await retry.click();
  await expect(page.getByRole("article").first()).toBeVisible();
});

test("a ticket is assigned to the agent from its row and from its page", async ({
  page,
  desk,
  signedIn,
}) => {
  const me = await signedIn("Agent", { firstName: "Maya" });
  const { ticket: first } = await makeTicket(desk, { tags: ["take-me"] });
  const second = await makeTicket(desk, { tags: ["take-me"] });
  await page.goto("/ticket/log?view=unassigned&q=tag:take-me");
  const table = await seeRows(page, "Tickets: Unassigned");
  const row = table.locator("[data-row]").filter({ hasText: first.subject });
  await expect(row.getByRole("button", { name: "Assign to me" })).toHaveCSS("opacity", "0");
  await row.hover();
  await row.getByRole("button", { name: "Assign to me" }).click();
  await expect(row).toHaveCount(0);
  await expect(page).toHaveURL(/\/ticket\/log/);
  await expect.poll(async () => (await storedTicket(desk.db, first.id)).assignee_id).toBe(me.id);

  const { region, property } = await openTicket(page, second);
  await region.getByRole("button", { name: "Assign to me" }).click();
  await expect(property("Assignee")).toContainText("Maya Agent");
  await expect(region.getByRole("button", { name: "Assign to me" })).toHaveCount(0);
});
