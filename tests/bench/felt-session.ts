import type { Page } from "@playwright/test";

/** A step of an agent's hour. */
export interface Step {
  name: string;
  act: (page: Page) => Promise<unknown>;
  /** The selector of the result, as the page is before. */
  there: string | ((page: Page) => Promise<string>);
  /** What it must take at most from the press, in milliseconds, where the desk has promised something. */
  goal?: number;
}

const listOf = (view: string) => `[aria-label='Tickets: ${view}'][aria-busy=false] [data-row-link]`;
const property = (name: string, value: string) => `button[aria-label='${name}: ${value}']`;

/** A message that was not there before. */
const oneMore = async (page: Page) => {
  const messages = page.locator("section[aria-label='Conversation'] article");
  const ids = await messages.evaluateAll((all) => all.map(({ id }) => `:not(#${CSS.escape(id)})`));
  return `section[aria-label='Conversation'] article${ids.join("")}`;
};

const seen = 100;
const shown = 50;

const key = (name: string, keys: string, there: Step["there"], goal?: number): Step => ({
  name,
  act: (page) => page.keyboard.press(keys),
  there,
  ...(goal && { goal }),
});

const view = (name: string, goal?: number): Step => ({
  name: `view ${name}${goal ? ", seen before" : ""}`,
  act: (page) =>
    page
      .getByRole("link", { name: new RegExp(`^${name}`) })
      .first()
      .click(),
  there: listOf(name),
  ...(goal && { goal }),
});

const ticketAt = (row: number, goal?: number): Step => ({
  name: `ticket in row ${row}${goal ? ", seen before" : ""}`,
  act: (page) => page.locator("[data-row-link]").nth(row).click(),
  there: async (page) => {
    const address = await page.locator("[data-row-link]").nth(row).getAttribute("href");
    return `section[aria-label='Ticket #${address?.match(/\d+/)?.[0]}'] article`;
  },
  ...(goal && { goal }),
});

const area = (name: string, keys: string, there: string, goal?: number): Step => ({
  name: `${name}${goal ? ", seen before" : ""}`,
  act: async (page) => {
    await page.keyboard.press("g");
    await page.keyboard.press(keys);
  },
  there,
  ...(goal && { goal }),
});

const choices = "[role=menuitemradio], [role=menuitem], [role=option]";

const choice = (name: string, keys: string, pick: string, there: string): Step[] => [
  key(`choose ${name}`, keys, choices),
  {
    name: `${name} becomes ${pick}`,
    act: (page) => page.locator(choices).filter({ hasText: pick }).first().click(),
    there,
    goal: shown,
  },
];

const many = (name: string, keys: string, times: number, there: string): Step => ({
  name: `${name}, ${times} times`,
  act: async (page) => {
    for (let time = 0; time < times; time += 1) await page.keyboard.press(keys);
  },
  there,
});

const words = "Thank you, that is what I needed. The next release has it.";

/** An hour of an agent's work, with the result of each step. */
export const session: Step[] = [
  view("Pending"),
  view("All open"),
  view("Pending", seen),
  view("All open", seen),
  many("the row below", "j", 20, "[data-row][data-cursor]"),
  key("choose a row", "x", "section[aria-label=Selection] button"),
  key(
    "choose none",
    "Escape",
    "[data-row] [role=checkbox][aria-checked=false], [data-row] input:not(:checked)",
  ),
  {
    name: "sort by priority",
    act: (page) => page.getByRole("button", { name: "Priority", exact: true }).first().click(),
    there: "[aria-sort] button",
  },
  key("commands", "Control+k", "[role=dialog] [role=option]"),
  {
    name: "commands, a word typed",
    act: (page) => page.keyboard.type("printer"),
    there: "[role=dialog] [role=option]",
  },
  key("commands away", "Escape", "[data-row-link]"),
  key("the keys", "?", "[role=dialog] kbd"),
  key("the keys away", "Escape", "[data-row-link]"),
  {
    name: "search, two words typed",
    act: async (page) => {
      await page.keyboard.press("/");
      await page.keyboard.type("printer label");
      await page.keyboard.press("Enter");
    },
    there: "[data-row] mark",
  },
  view("All open", seen),
  ticketAt(1),
  ticketAt(2),
  ticketAt(1, seen),
  ticketAt(2, seen),
  ...choice("priority", "p", "Urgent", property("Priority", "Urgent")),
  ...choice("status", "s", "On hold", property("Status", "On hold")),
  {
    name: "a reply typed",
    act: async (page) => {
      await page.keyboard.press("r");
      await page.locator("textarea:visible").first().waitFor();
      await page.keyboard.type(words);
    },
    there: "textarea",
  },
  key("the reply sent", "Control+Enter", oneMore, shown),
  key("out of the reply", "Escape", "body"),
  area("Dashboard", "d", "[aria-label=Figures][aria-busy=false] li"),
  {
    name: "choose a period",
    act: (page) => page.getByRole("button", { name: /^Period: / }).click(),
    there: "[role=dialog]",
  },
  {
    name: "another period",
    act: (page) => page.getByRole("button", { name: "Last 7 days" }).click(),
    there: "[aria-label=Figures][aria-busy=false] li",
  },
  area("Tickets", "t", "[data-row-link]", seen),
  area("Dashboard", "d", "[aria-label=Figures] li", seen),
];
