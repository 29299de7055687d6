import { searchable } from "../support/searchable.ts";
import { expect, type Page, signInByHand } from "./browser/fixtures.ts";
import { settled } from "./browser/settled.ts";
import { test } from "./browser/ticket-fixtures.ts";
import { seeRows } from "./steps/anywhere.ts";
import { makeMany, openMany, partsOf } from "./steps/bulk.ts";
import { composerOf } from "./steps/composer.ts";
import { makeTicket, ticketOf } from "./steps/ticket.ts";

/** The requests that the page sends while `act` runs and until it is at rest, each with its calls and their input. */
async function requestsDuring(page: Page, act: () => Promise<unknown>): Promise<string[][]> {
  const requests: string[][] = [];
  const note = (request: { url(): string }) => {
    const [, procedures] = /\/node\/trpc\/([^?]+)/.exec(request.url()) ?? [];
    if (!procedures || procedures === "live.events") return;
    const input = JSON.parse(new URL(request.url()).searchParams.get("input") ?? "{}");
    requests.push(
      procedures
        .split(",")
        .map((call, at) => (input[at] ? `${call} ${JSON.stringify(input[at])}` : call)),
    );
  };
  page.on("request", note);
  await act();
  // Lists are fetched at most once a second.
  await page.waitForTimeout(1_500);
  await settled(page);
  page.off("request", note);
  // Who is viewing comes with the time, not with the action.
  return requests
    .map((calls) => calls.filter((call) => !call.startsWith("presence.")))
    .filter((calls) => calls.length > 0);
}

function repeatedIn(requests: string[][]): string[] {
  const calls = requests.flat();
  return calls.filter((call, at) => calls.indexOf(call) !== at);
}

test("an action on a ticket sends at most four requests besides its own, and none twice", async ({
  page,
  desk,
  signedIn,
}) => {
  test.slow();
  await signedIn("Agent", { firstName: "Maya" });
  const { ticket, address } = await makeTicket(desk, { subject: "Winch that counts calls" });
  await searchable(desk.db);
  await page.goto(address);
  const { property, conversation } = ticketOf(page, ticket);
  const { asReply, asNote, reply, note, send, addNote } = composerOf(page);
  await expect(conversation.getByRole("article")).toBeVisible();
  await settled(page);

  const actions: Record<string, () => Promise<unknown>> = {
    status: async () => {
      await page.keyboard.press("s");
      await page.getByRole("menuitem", { name: /^Pending/ }).click();
      await expect(property("Status")).toHaveText("Pending");
    },
    assign: async () => {
      await page.keyboard.press("i");
      await expect(property("Assignee")).toContainText("Maya Agent");
    },
    priority: async () => {
      await page.keyboard.press("p");
      await page.getByRole("menuitemradio", { name: "High" }).click();
      await expect(property("Priority")).toHaveText("High");
    },
    tag: async () => {
      await page.getByRole("button", { name: "Add tag" }).click();
      await page.getByRole("combobox", { name: "Find or create a tag" }).fill("counted");
      await page.getByRole("option", { name: /counted/ }).click();
      await expect(page.getByRole("button", { name: "Remove tag counted" })).toBeVisible();
      await page.keyboard.press("Escape");
    },
    reply: async () => {
      await asReply.click();
      await reply.fill("The winch is on its way.");
      await send.click();
      await expect(conversation.getByText("The winch is on its way.")).toBeVisible();
    },
    note: async () => {
      await asNote.click();
      await note.fill("Ordered at the yard.");
      await addNote.click();
      await expect(conversation.getByText("Ordered at the yard.")).toBeVisible();
    },
  };
  for (const [name, act] of Object.entries(actions)) {
    const requests = await requestsDuring(page, act);
    const all = `${name}: ${JSON.stringify(requests)}`;
    expect(repeatedIn(requests), all).toEqual([]);
    expect(requests.length - 1, all).toBeLessThanOrEqual(4);
  }
});

test("a new ticket, another view, a page load and a sign-in ask for nothing twice, a bulk change little", async ({
  page,
  desk,
  person,
}) => {
  test.slow();
  const { address, company } = await makeMany(desk, "Countable", [{}, {}, {}]);
  // Other tests change tickets of other companies at the same time.
  const { email } = await person("Agent", {
    companies: [{ id: company.id, seesAllTickets: true }],
    companyScope: "assigned",
  });
  await page.goto("/login");
  await settled(page);

  const actions: Record<string, () => Promise<unknown>> = {
    "sign-in": async () => {
      await signInByHand(page, email);
      await seeRows(page, /^Tickets/);
    },
    "new ticket": async () => {
      await page.getByRole("link", { name: "New ticket" }).first().click();
      const form = page.getByRole("form", { name: "New ticket" });
      await form.getByRole("button", { name: "Requester" }).click();
      await page.getByRole("combobox", { name: "Find a person" }).fill("ana fer");
      await page.getByRole("option", { name: "Ana Ferreira" }).first().click();
      await form.getByLabel("Subject").fill("Counted once");
      await form.getByRole("textbox", { name: "Message" }).fill("Nothing is asked twice.");
      await form.getByRole("button", { name: /^(Create|Send) ticket$/ }).click();
      await expect(page.getByText("Nothing is asked twice.")).toBeVisible();
    },
    "another view": async () => {
      await page.getByRole("link", { name: /^All/ }).first().click();
      await seeRows(page, "Tickets: All");
    },
    "page load": () => openMany(page, address),
  };
  // An event cannot be told from the own change here: lists are fetched for both.
  const ofLists = /^(tickets\.(list|count|viewCounts)|views\.counts)( |$)/;
  for (const [name, act] of Object.entries(actions)) {
    const requests = await requestsDuring(page, act);
    const repeated = repeatedIn(requests);
    const all = `${name}: ${JSON.stringify([repeated, requests])}`;
    expect(
      repeated.filter((call) => !ofLists.test(call)),
      all,
    ).toEqual([]);
    expect(repeatedIn([repeated]), all).toEqual([]);
  }

  const changing = await requestsDuring(page, async () => {
    const { rows, act, notice } = partsOf(page);
    await rows.nth(0).getByRole("checkbox").check();
    await rows.nth(1).getByRole("checkbox").check();
    await rows.nth(2).getByRole("checkbox").check();
    await act("Status").click();
    await page.getByRole("menuitem", { name: /^Pending/ }).click();
    await expect(notice(/3 tickets/)).toBeVisible();
  });
  const since = changing.slice(changing.findIndex(([call]) => call?.startsWith("tickets.bulk")));
  expect(since.length - 1, JSON.stringify(changing)).toBeLessThanOrEqual(4);
});
