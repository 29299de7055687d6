import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import type { Role } from "../../../shared/access.ts";
import { addPerson, type Person } from "../../support/people.ts";
import { createVisitor, testPassword } from "../../support/visitor.ts";
import { type DeskSettings, startDesk, type TestDesk, usualDesk } from "./desk.ts";
import { type Watch, watchBrowser } from "./watch.ts";

export type { Page } from "@playwright/test";
export { expect, testPassword };

export type PersonOptions = Parameters<typeof addPerson>[2];

interface TestFixtures {
  deskSettings: Partial<DeskSettings>;
  /** One server with one database for each test file. */
  desk: TestDesk;
  watch: Watch;
  /** A new user in this role, who sees what the demo has. */
  person: (role: Role, options?: PersonOptions) => Promise<Person>;
  /** A new user in this role, signed in in this browser without typing. */
  signedIn: (role: Role, options?: PersonOptions) => Promise<Person>;
  /** Another browser, on another computer. */
  otherBrowser: () => Promise<BrowserContext>;
  /** A page in another browser, where the user with this address is signed in. */
  tabOf: (person: { email: string }) => Promise<Page>;
}

interface WorkerFixtures {
  deskOf: (file: string, settings: DeskSettings) => Promise<TestDesk>;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  deskSettings: [{}, { option: true }],

  deskOf: [
    // biome-ignore lint/correctness/noEmptyPattern: this is how Playwright reads what is needed.
    async ({}, use) => {
      let running: { key: string; desk: TestDesk } | null = null;
      await use(async (file, settings) => {
        const key = JSON.stringify([file, settings]);
        if (running?.key === key) return running.desk;
        await running?.desk.stop();
        running = null;
        running = { key, desk: await startDesk(settings) };
        return running.desk;
      });
      await (running as { desk: TestDesk } | null)?.desk.stop();
    },
    { scope: "worker" },
  ],

  desk: async ({ deskOf, deskSettings }, use, { file }) => {
    await use(await deskOf(file, { ...usualDesk, ...deskSettings }));
  },

  baseURL: async ({ desk }, use) => {
    await use(desk.url);
  },

  watch: [
    async ({ context, desk }, use) => {
      const watch = await watchBrowser(context, desk.url);
      await use(watch);
      expect(watch.take(), "what the browser complained about").toEqual([]);
    },
    { auto: true },
  ],

  person: async ({ desk }, use) => {
    await use((role, options) => addSomebody(desk, role, options));
  },

  signedIn: async ({ desk, context, person }, use) => {
    await use(async (role, options) => {
      const someone = await person(role, options);
      await signInBrowser(context, desk, someone.email, options?.password);
      return someone;
    });
  },

  otherBrowser: async ({ browser, contextOptions, desk }, use) => {
    const opened: { context: BrowserContext; watch: Watch }[] = [];
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, baseURL: desk.url });
      opened.push({ context, watch: await watchBrowser(context, desk.url) });
      return context;
    });
    for (const { context, watch } of opened) {
      expect(watch.take(), "what the other browser complained about").toEqual([]);
      await context.close();
    }
  },

  tabOf: async ({ otherBrowser, desk }, use) => {
    await use(async ({ email }) => {
      const context = await otherBrowser();
      await signInBrowser(context, desk, email);
      return await context.newPage();
    });
  },
});

/** Puts the cookies of a sign-in into the browser. */
export async function signInBrowser(
  context: BrowserContext,
  desk: TestDesk,
  email: string,
  password: string = testPassword,
): Promise<void> {
  const visitor = createVisitor(loopback(desk));
  const { status, text } = await visitor.signIn(email, password);
  if (status !== 200) throw new Error(`${email} was not signed in: ${text}`);
  await context.addCookies(
    [...visitor.cookies].map(([name, value]) => ({
      name,
      value,
      url: desk.url,
      httpOnly: name !== "XSRF-TOKEN",
      sameSite: "Lax" as const,
    })),
  );
}

/** Unknown to the server: the session is over, and the browser's cookie dead. */
export async function endSessionsOf(desk: TestDesk, person: { id: string }): Promise<void> {
  await desk.db.deleteFrom("sessions").where("user_id", "=", person.id).execute();
}

/** By the address that needs no name. */
function loopback(desk: TestDesk): string {
  const url = new URL(desk.url);
  url.hostname = "127.0.0.1";
  return url.origin;
}

async function addSomebody(
  desk: TestDesk,
  role: Role,
  options: PersonOptions = {},
): Promise<Person> {
  const companies = role === "Customer" ? await largestCompany(desk) : [];
  return addPerson(desk.db, role, { companies, ...options });
}

async function largestCompany(desk: TestDesk) {
  const company = await desk.db
    .selectFrom("tickets")
    .innerJoin("companies", "companies.id", "tickets.company_id")
    .select("companies.id")
    .groupBy("companies.id")
    .orderBy((order) => order.fn.countAll(), "desc")
    .limit(1)
    .executeTakeFirst();
  return company ? [{ id: company.id, seesAllTickets: true }] : [];
}

export async function signInByHand(page: Page, email: string, password = testPassword) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}
