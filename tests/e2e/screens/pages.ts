import { writeOneTicketLink } from "../../../server/access/one-ticket-link.ts";
import { createLink, type NewLink } from "../../../server/auth/links.ts";
import { endSessionsOf, expect, type Page, testPassword } from "../browser/fixtures.ts";
import { clickBelowAlert, entryTo, seeRows, sessionAlert } from "../steps/anywhere.ts";
import {
  actsToNarrowBy,
  atEachPage,
  atLogin,
  companiesToFilterBy,
  companyMerge,
  newCompany,
  noticeBesideTimeZones,
  orders,
  teamDeleted,
} from "./overlays.ts";
import { at, goTo, openLargestCompany, type Screen, seeMembers, type Walk } from "./screen.ts";

/** The page behind a mailed link. */
function behindLink(name: string, path: string, link: (userId: string) => NewLink): Screen {
  return {
    name,
    async open({ page, desk }) {
      const { id } = await desk.db
        .selectFrom("users")
        .select("id")
        .where("email", "=", "agent@demo.test")
        .executeTakeFirstOrThrow();
      await goTo(page, `${path}#${await createLink(desk.db, link(id))}`);
      await seeConfirmation(page);
    },
    see: seeConfirmation,
  };
}

const seeConfirmation = (page: Page) => expect(page.getByLabel("Confirm Password")).toBeVisible();

/** The page of one ticket behind the link in a customer's mail. */
const ticketBehindLink: Screen = {
  name: "a ticket opened by its mailed link",
  async open({ page, desk }) {
    const { ticketId, userId } = await desk.db
      .selectFrom("tickets")
      .innerJoin("users", "users.id", "tickets.requester_id")
      .select(["tickets.id as ticketId", "users.id as userId"])
      .where("tickets.status", "=", "open")
      .where("users.state", "=", "active")
      .where("tickets.merged_into_id", "is", null)
      .where("tickets.spam_at", "is", null)
      .orderBy("tickets.number", "desc")
      .executeTakeFirstOrThrow();
    const token = await writeOneTicketLink(desk.db, { ticketId, userId, now: new Date() });
    await goTo(page, `/t#${token}`);
    await seeReplyField(page);
  },
  see: seeReplyField,
};

async function seeReplyField(page: Page): Promise<void> {
  await expect(page.getByLabel("Your reply")).toBeVisible();
}

/** Cards on a phone, a table elsewhere. */
async function seeTickets(page: Page): Promise<void> {
  await expect(page.getByRole("main").locator("[data-row]").first()).toBeVisible();
  await expect(page.getByRole("main").getByRole("status").first()).toHaveText(/\d/);
}

/** All of its blocks have come. */
async function seeDashboard(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Breakdown of tickets" }).first()).toBeVisible();
  await expect(page.getByRole("list", { name: "Figures" })).toBeVisible();
  await expect(page.getByRole("main").locator("[data-slot=skeleton]")).toHaveCount(0);
}

const dashboardInTables: Screen = {
  name: "the dashboard in tables",
  async open({ page }) {
    await goTo(page, "/dashboard/log?of=created");
    await seeDashboard(page);
    const charts = page.getByRole("button", { name: /^Show as table/ });
    for (let left = await charts.count(); left > 0; left--) await charts.first().click();
  },
  async see(page) {
    await seeDashboard(page);
    await expect(page.getByRole("main").getByRole("table").first()).toBeVisible();
    await expect(page.getByRole("button", { name: /^Show as table/ })).toHaveCount(0);
  },
};

const seeOtherSession = (page: Page) =>
  expect(page.getByRole("button", { name: "End the other session" })).toBeVisible();

const profile: Screen = {
  name: "the profile",
  async open({ page, desk, person }) {
    await desk.visitor().signIn(person?.email ?? "", testPassword);
    await goTo(page, "/profile");
    await seeOtherSession(page);
  },
  see: seeOtherSession,
  above: [noticeBesideTimeZones],
};

const newCustomer: Screen = {
  name: "a new customer with a missing name",
  async open({ page }) {
    await goTo(page, "/ticket/new");
    await page.getByRole("button", { name: "Requester" }).click();
    await expect(page.getByRole("option", { name: "New customer…" })).toBeVisible();
    await page.keyboard.type("Nora van Berg");
    await page.getByRole("option", { name: "New customer…" }).click();
    const dialog = page.getByRole("dialog", { name: "New customer" });
    await dialog.getByLabel("First name").fill("");
    await dialog.getByRole("button", { name: "Create customer" }).click();
  },
  see: (page) =>
    expect(page.getByRole("dialog").getByLabel("First name")).toHaveAttribute(
      "aria-invalid",
      "true",
    ),
};

const seeMail = (page: Page) => expect(page.getByText("[link]").first()).toBeVisible();

const mails: Screen = {
  name: "the mails",
  async open({ page, desk }) {
    await desk.visitor().request("POST", "/node/auth/password-reset", {
      body: { email: "agent@demo.test" },
    });
    await desk.mailsAreSent();
    await goTo(page, "/settings/mail");
    await page
      .getByRole("button", { name: /Choose a new password/ })
      .first()
      .click();
    await seeMail(page);
  },
  see: seeMail,
};

const seeAct = (page: Page) => expect(page.getByText("Email entered").first()).toBeVisible();

const audit: Screen = {
  name: "the audit log",
  async open({ page, desk }) {
    await desk.visitor().signIn("unknown@nowhere.test");
    await goTo(page, "/audit");
    await page
      .getByRole("button", { name: /failed to sign in/ })
      .first()
      .click();
    await seeAct(page);
  },
  see: seeAct,
};

const sessionOver: Screen = {
  name: "the session alert",
  async open({ page, desk, person }) {
    if (person) await endSessionsOf(desk, person);
    await clickBelowAlert(entryTo(page, "/dashboard/log"));
  },
  see: (page) => expect(sessionAlert(page)).toBeVisible(),
};

const missing = "01975e1a-0000-7000-8000-000000000000";

/** Every page as it comes, and what opens above them. */
export const walks: Walk[] = [
  {
    ...{ name: "the pages of visitors", role: null },
    screens: [
      at("/login", "/login?message=You+have+been+successfully+logged+out!", /^Sign in$/, atLogin),
      behindLink("a reset", "/reset-password", (userId) => ({
        kind: "reset",
        userId,
        now: new Date(),
      })),
      behindLink("the first Super Admin", "/setup", () => ({
        kind: "first-admin",
        userId: null,
        now: new Date(),
      })),
      at("a spent link", "/invitation#spent", "This link no longer works"),
      ticketBehindLink,
    ],
  },
  {
    ...{ name: "the lists of tickets and users", role: "Super Admin" },
    screens: [
      at("the ticket list", "/ticket/log", seeTickets),
      at("a search that finds nothing", "/ticket/log?q=quagga-9", "No results", [orders]),
      at("the users", "/user/log", (page) => seeRows(page, "Users")),
      {
        ...at("no user", "/user/log?q=unknown-like-this", "No users found", [companiesToFilterBy]),
        isBackdrop: true,
      },
    ],
  },
  {
    ...{ name: "the companies", role: "Super Admin" },
    screens: [
      at("all companies", "/company/log", (page) => seeRows(page, "Companies"), [newCompany]),
      {
        ...{ name: "a company next to its list", open: openLargestCompany },
        ...{ see: seeMembers, above: [companyMerge] },
      },
      at("a company that is not there", `/company/${missing}`, "This company doesn't exist"),
    ],
  },
  {
    ...{ name: "the dashboard", role: "Super Admin" },
    screens: [at("in charts", "/dashboard/log", seeDashboard), dashboardInTables],
  },
  {
    ...{ name: "the settings", role: "Super Admin" },
    screens: [
      at("the settings of the desk", "/settings/desk", (page) =>
        expect(page.getByLabel("Name", { exact: true })).toBeVisible(),
      ),
      at(
        "the teams",
        "/settings/teams",
        (page) => expect(page.getByRole("button", { name: "Rename Billing" })).toBeVisible(),
        [teamDeleted],
      ),
      at("the tags", "/settings/tags", (page) =>
        expect(page.getByRole("button", { name: /^Rename / }).first()).toBeVisible(),
      ),
      at("the sign-in rules", "/settings/sign-in", "Sign-in rules"),
      at("the mailboxes", "/settings/mailboxes", "Mailboxes"),
      at("a new mailbox", "/settings/mailboxes/new", "Connect mailbox"),
      at("the received mail", "/settings/mailboxes/received", "Received"),
      at("the held mail", "/settings/mailboxes/held", "Held"),
      mails,
    ],
  },
  {
    ...{ name: "the audit log, and the frame of each page", role: "Super Admin" },
    screens: [
      audit,
      {
        ...at("no act", "/audit?on=file", "No entries", [actsToNarrowBy]),
        isBackdrop: true,
      },
      at("not found", "/nowhere", "Page not found", atEachPage),
      sessionOver,
    ],
  },
  {
    ...{ name: "an agent's own pages", role: "Agent" },
    screens: [
      profile,
      newCustomer,
      at("the held mail next to the views", "/ticket/held", "No held mail"),
    ],
  },
  {
    ...{ name: "the pages of a customer", role: "Customer" },
    screens: [
      at("a customer's tickets", "/ticket/log", (page) =>
        expect(page.getByRole("main").locator("[data-row]").first()).toBeVisible(),
      ),
      at("the profile of a customer", "/profile", (page) =>
        expect(page.getByRole("switch").last()).toBeVisible(),
      ),
    ],
  },
];
