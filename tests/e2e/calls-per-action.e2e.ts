import { searchable } from "../support/searchable.ts";
import { expect, type Page } from "./browser/fixtures.ts";
import { settled } from "./browser/settled.ts";
import { test } from "./browser/ticket-fixtures.ts";
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
  // These come with the time, not with the action.
  return requests.filter((calls) => !calls.every((call) => call.startsWith("presence.")));
}

function repeatedIn(requests: string[][]): string[] {
  const calls = requests.flat();
  return calls.filter((call, at) => calls.indexOf(call) !== at);
}

test("an action on a ticket sends at most four requests besides its own, and no call twice", async ({
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
  };
  for (const [name, act] of Object.entries(actions)) {
    const requests = await requestsDuring(page, act);
    const all = `${name}: ${JSON.stringify(requests)}`;
    expect(requests.flat(), all).toContain("tickets.update");
    expect(repeatedIn(requests), all).toEqual([]);
    expect(requests.length - 1, all).toBeLessThanOrEqual(4);
  }
});
