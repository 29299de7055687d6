import type { Page } from "@playwright/test";
import { insertCompany, insertEachTicket, insertUser } from "../../support/builders.ts";
import type { TestDesk } from "../browser/desk.ts";
import { expect } from "../browser/fixtures.ts";
import { seeRows, shellOf } from "./anywhere.ts";

type Given = Partial<Parameters<typeof insertEachTicket>[1][number]>;

/** Some tickets of one person, in a list that holds them alone, the oldest first. */
export async function makeMany(desk: TestDesk, word: string, given: readonly Given[]) {
  const company = await insertCompany(desk.db, { name: `${word} Works` });
  const requester = await insertUser(desk.db, {
    ...{ first_name: "Ana", last_name: "Ferreira", companies: [company.id] },
  });
  const tickets = await insertEachTicket(
    desk.db,
    given.map((each, at) => ({
      ...{ requester_id: requester.id, company_id: company.id, status: "open" as const },
      ...{ subject: `${word} part ${at + 1}`, created_at: new Date(Date.now() - 86_400_000) },
      ...each,
    })),
  );
  // By an operator, since words are found only once they have been indexed.
  const q = encodeURIComponent(`company:"${word} Works"`);
  const address = `/ticket/log?view=all&q=${q}&sort=number&dir=asc`;
  return { tickets, company, requester, address };
}

export function partsOf(page: Page) {
  const bar = page.getByRole("region", { name: "Selection" });
  return {
    bar,
    rows: page.getByRole("main").locator("[data-row]"),
    selected: page.getByRole("main").locator("[data-row][data-selected]"),
    act: (name: string) => bar.getByRole("button", { name, exact: false }),
    notice: (words: string | RegExp) =>
      shellOf(page).notices.locator("[data-slot=notice]").filter({ hasText: words }),
  };
}

export async function openMany(page: Page, address: string) {
  await page.goto(address);
  const parts = partsOf(page);
  await parts.rows.first().waitFor({ timeout: 20_000 });
  await seeRows(page, "Tickets: All");
  return parts;
}

export async function fieldsOf(desk: TestDesk, tickets: readonly { id: string }[]) {
  return await desk.db
    .selectFrom("tickets")
    .select(["status", "priority", "assignee_id", "spam_at", "merged_into_id"])
    .where(
      "id",
      "in",
      tickets.map(({ id }) => id),
    )
    .orderBy("number")
    .execute();
}

export async function expectStatuses(
  desk: TestDesk,
  tickets: readonly { id: string }[],
  statuses: string[],
): Promise<void> {
  await expect
    .poll(async () => (await fieldsOf(desk, tickets)).map(({ status }) => status))
    .toEqual(statuses);
}
