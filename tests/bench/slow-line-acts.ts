import type { Page } from "@playwright/test";
import type { DemoRole } from "./demo-browser.ts";

/** An action on a loaded page. Marks and content are given by selectors. */
export interface Act {
  name: string;
  /** Where it begins, and what is shown then. */
  at: string;
  from: string;
  before?: (page: Page) => Promise<unknown>;
  act: (page: Page) => Promise<unknown>;
  /** The first visible reaction. */
  sign: string;
  /** The requested content. */
  there: string;
}

const rows = "[aria-busy=false] [data-row] [data-row-link]";
const here = (path: string) => `nav[aria-label=Main] a[href="${path}"][aria-current=page]`;
const pressed = (name: string) => `button[aria-label^="${name}"][data-state=open]`;

/** Everything a role's navigation leads to, and the overlays of a page. */
export function actsOf(role: DemoRole): Act[] {
  const area = (label: string, path: string, there: string): Act => ({
    name: `to ${label}`,
    at: label === "Tickets" ? "/profile" : "/ticket/log",
    from: label === "Tickets" ? "main form" : rowsOf(role),
    act: (page) => page.locator(`nav[aria-label=Main] a[href="${path}"]`).click(),
    sign: here(path),
    there,
  });
  const tickets = area("Tickets", "/ticket/log", rowsOf(role));
  if (role === "Customer") return [tickets, ...common(role)];
  const agent = [
    tickets,
    area("Dashboard", "/dashboard/log", "[aria-label=Figures][aria-busy=false] li"),
    ...common(role),
    ...ofTickets,
  ];
  if (role === "Agent") return agent;
  return [
    area("Users", "/user/log", rows),
    area("Company", "/company/log", rows),
    ...agent,
    ...ofAdmins,
  ];
}

const rowsOf = (role: DemoRole) =>
  role === "Customer" ? "main a[href^='/ticket/'] h2, main [data-row]" : rows;

function common(role: DemoRole): Act[] {
  const onList = { at: "/ticket/log", from: rowsOf(role) };
  return [
    {
      ...{ name: "Account", ...onList },
      act: (page) => page.getByRole("button", { name: "Account", exact: true }).click(),
      sign: "nav[aria-label=Main] button[data-state=open]",
      there: "[role=menu] [role=menuitem]",
    },
    {
      ...{ name: "Account, Change Password", ...onList },
      before: (page) => page.getByRole("button", { name: "Account", exact: true }).click(),
      act: (page) => page.getByRole("menuitem", { name: "Change Password" }).click(),
      sign: "[role=dialog], [data-slot=coming]",
      there: "[role=dialog] input",
    },
    {
      ...{ name: "the person's menu", ...onList },
      act: (page) => page.getByRole("banner").getByRole("button").last().click(),
      sign: "header button[data-state=open]",
      there: "[role=menu] [role=menuitem]",
    },
    {
      ...{ name: "a ticket", ...onList },
      act: (page) => page.locator("main [data-row-link], main [data-row] a").first().click(),
      sign: "[data-row][data-current], [data-row] [aria-current], [role=status][aria-busy=true], section[aria-label^='Ticket #']",
      there: "section[aria-label='Conversation'] article",
    },
    {
      ...{ name: "words to search for", ...onList },
      act: async (page) => {
        await page
          .getByRole("main")
          .or(page.getByRole("banner"))
          .getByRole("combobox")
          .first()
          .click();
        await page.keyboard.type("invoice");
        await page.keyboard.press("Enter");
      },
      sign: "[role=combobox]:focus",
      there: "[data-row] mark",
    },
    {
      ...{ name: "Ctrl K", ...onList },
      act: (page) => page.keyboard.press("Control+k"),
      sign: "[role=dialog], [data-slot=coming]",
      there: "[role=dialog] [role=option]",
    },
    {
      ...{ name: "?", ...onList },
      act: (page) => page.keyboard.press("?"),
      sign: "[role=dialog], [data-slot=coming]",
      there: "[role=dialog] kbd",
    },
    {
      ...{ name: "New ticket", ...onList },
      act: (page) => page.getByRole("link", { name: "New ticket" }).first().click(),
      sign: "[role=status][aria-busy=true], main form",
      there: "main form",
    },
  ];
}

const list = { at: "/ticket/log", from: rows };
const ticket = {
  at: "/ticket/log",
  from: rows,
  before: async (page: Page) => {
    await page.locator("[data-row-link]").first().click();
    await page.locator("section[aria-label='Conversation'] article").first().waitFor();
  },
};

const button =
  (name: string): Act["act"] =>
  (page) =>
    page.getByRole("main").getByRole("button", { name }).first().click();

const ofTickets: Act[] = [
  {
    ...{ name: "another view", ...list },
    act: (page) => page.getByRole("link", { name: /^Pending/ }).click(),
    sign: "a[aria-current=page][href*='view=pending']",
    there:
      "table[aria-label='Tickets: Pending'][aria-busy=false], [role=grid][aria-label='Tickets: Pending'][aria-busy=false]",
  },
  {
    ...{ name: "the bell", ...list },
    act: (page) => page.getByRole("button", { name: /^Notifications/ }).click(),
    sign: pressed("Notifications"),
    there: "[role=dialog] li, [role=dialog] h2",
  },
  {
    ...{ name: "Filter", ...list },
    act: button("Filter"),
    sign: "main button[data-state=open]",
    there: "[role=dialog]",
  },
  {
    ...{ name: "Sort", ...list },
    act: button("Sort"),
    sign: pressed("Sort"),
    there: "[role=menuitemradio]",
  },
  {
    ...{ name: "Save view", ...list },
    act: button("Save view"),
    sign: "[role=dialog], [data-slot=coming]",
    there: "[role=dialog] input",
  },
  {
    ...{ name: "a box to choose a row", ...list },
    act: (page) =>
      page.locator("[data-row] [role=checkbox], [data-row] input[type=checkbox]").first().click(),
    sign: "[data-row] [aria-checked=true], [data-row] input:checked",
    there: "section[aria-label=Selection] button",
  },
  {
    ...{ name: "Status of a ticket", ...ticket },
    act: (page) =>
      page
        .getByRole("button", { name: /^Status: / })
        .first()
        .click(),
    sign: "button[aria-label^='Status: '][data-state=open]",
    there: "[role=menu] [role^=menuitem]",
  },
  {
    ...{ name: "Assignee of a ticket", ...ticket },
    act: (page) =>
      page
        .getByRole("button", { name: /^Assignee: / })
        .first()
        .click(),
    sign: "button[aria-label^='Assignee: '][data-state=open]",
    there: "[role=option]",
  },
  {
    ...{ name: "More of a ticket", ...ticket },
    act: (page) =>
      page.getByRole("main").getByRole("button", { name: "More", exact: true }).last().click(),
    sign: "main button[data-state=open]",
    there: "[role=menu] [role=menuitem]",
  },
];

const ofAdmins: Act[] = [
  {
    ...{ name: "New user", at: "/user/log", from: rows },
    act: button("New user"),
    sign: "[role=dialog], [data-slot=coming]",
    there: "[role=dialog] input",
  },
  {
    ...{ name: "a user", at: "/user/log", from: rows },
    act: (page) => page.locator("[data-row-link]").first().click(),
    sign: "[aria-label=Record], [data-row][data-current], aside, main [aria-busy=true]",
    there: "section[aria-label=Sessions]",
  },
  {
    ...{ name: "New company", at: "/company/log", from: rows },
    act: button("New company"),
    sign: "[role=dialog], [data-slot=coming]",
    there: "[role=dialog] input",
  },
  {
    ...{ name: "Settings", ...list },
    before: (page) => page.getByRole("banner").getByRole("button").last().click(),
    act: (page) => page.getByRole("menuitem", { name: "Settings" }).click(),
    sign: "main [role=status][aria-busy=true], main form, main fieldset",
    there: "main form, main fieldset, main input",
  },
];

/** Pages opened by their address: when the first content shows, and when they can be used. */
export const openings: {
  name: string;
  at: string;
  role: DemoRole | null;
  cached: boolean;
  sign: string;
  there: string;
}[] = [
  ...[false, true].flatMap((cached) => [
    {
      ...{ name: "/ticket/log", at: "/ticket/log", role: "Agent" as const, cached },
      sign: "[aria-busy=true]",
      there: rows,
    },
    {
      ...{ name: "/user/log", at: "/user/log", role: "Super Admin" as const, cached },
      sign: "[aria-busy=true]",
      there: rows,
    },
    {
      ...{ name: "/login", at: "/login", role: null, cached },
      sign: "input[name=email], input[type=email]",
      there: "form button:not(:disabled)[type=submit]",
    },
  ]),
];
