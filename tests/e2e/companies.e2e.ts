import { insertCompany, insertTicket, insertUser } from "../support/builders.ts";
import type { TestDesk } from "./browser/desk.ts";
import { expect, type Page, test } from "./browser/fixtures.ts";
import { holdNotices } from "./browser/hold-notices.ts";
import {
  chooseMore,
  expectLeaveQuestion,
  failCalls,
  holdBack,
  leadTo,
  seeRows,
  shellOf,
} from "./steps/anywhere.ts";
import { colleague } from "./steps/ticket.ts";

const rowOf = (page: Page, name: string) => page.locator("[data-row]").filter({ hasText: name });
const record = (page: Page, name: string | RegExp) => page.getByRole("region", { name });

async function openList(page: Page, search = ""): Promise<void> {
  await page.goto(`/company/log${search}`);
  await seeRows(page, "Companies");
}

async function openCompany(page: Page, { id, name }: { id: string; name: string }) {
  await page.goto(`/company/${id}`);
  const panel = record(page, name);
  await expect(panel.getByRole("button", { name: `Name: ${name}` })).toBeVisible();
  return panel;
}

let made = 0;
const newName = (word: string) => `${word} ${++made} ${Date.now() % 100_000}`;
const newCompany = (desk: TestDesk, given: Parameters<typeof insertCompany>[1] = {}) =>
  insertCompany(desk.db, { name: newName("Quarry"), ...given });

test.describe("as a Super Admin", () => {
  test.beforeEach(async ({ signedIn }) => {
    await signedIn("Super Admin");
  });

  test("companies are created, and each error is shown at its field", async ({
    page,
    desk,
    watch,
  }) => {
    watch.allow(/status of 500/);
    const other = await newCompany(desk, { domains: ["taken-here.test"] });
    const name = newName("Slate");
    await openList(page);
    await test.step("typed input is discarded only after a question", () =>
      expectLeaveQuestion(page, "New company", "Notes"));
    const dialog = page.getByRole("dialog", { name: "New company" });
    await test.step("a form closed before its company is created does not disturb what follows", async () => {
      const early = newName("Early");
      const create = /companies\.create/;
      const fault = Promise.withResolvers<void>();
      await failCalls(page, create, fault.promise);
      await page.keyboard.press("c");
      await dialog.getByLabel("Name").fill(early);
      await page.keyboard.press("Enter");
      const make = dialog.getByRole("button", { name: "Create company" });
      await expect(make).toHaveAttribute("aria-disabled", "true");
      // It would be lost with the form.
      await expect(dialog.getByLabel("Name")).toBeFocused();
      await dialog.getByLabel("Notes").pressSequentially("Ring");
      await expect(dialog.getByLabel("Notes")).toHaveValue("");
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await page.keyboard.press("c");
      await dialog.getByLabel("Name").fill("Next");
      fault.resolve();
      const refused = shellOf(page)
        .notices.getByRole("alert")
        .filter({
          hasText: `${early} was not created`,
        });
      await expect(refused).toBeVisible();
      await page.unroute(create);
      await refused.getByRole("button", { name: "Retry" }).click();
      await expect(shellOf(page).notices).toContainText(`${early} was created`);
      await expect(dialog.getByLabel("Name")).toHaveValue("Next");
      await expect(page).toHaveURL("/company/log");
      await dialog.getByLabel("Name").fill("");
    });
    const domain = dialog.getByLabel("Email domain", { exact: true });
    await expect(dialog.getByLabel("Name")).toBeFocused();
    await dialog.getByRole("button", { name: "Create company" }).click();
    await expect(dialog.getByText("Enter a name.")).toBeVisible();

    await dialog.getByLabel("Name").fill(other.name.toUpperCase());
    await domain.fill("no domain");
    await domain.press("Enter");
    await expect(dialog.getByRole("alert")).toHaveText(
      "This isn't an email domain. Example: acme.com.",
    );
    await domain.fill("https://www.Slate-Works.test/about");
    await domain.press("Enter");
    await expect(dialog.getByText("slate-works.test", { exact: true })).toBeVisible();
    await domain.fill("gmail.com");
    await domain.press("Enter");
    await expect(dialog.getByRole("alert")).toContainText("Anyone can get an address at gmail.com");
    await domain.press("Enter");
    await expect(dialog.getByRole("button", { name: "Remove gmail.com" })).toBeVisible();
    await dialog.getByRole("button", { name: "Remove gmail.com" }).click();
    await dialog.getByRole("button", { name: "Create company" }).click();
    await expect(dialog.getByText("Another company already has this name.")).toBeVisible();

    await dialog.getByLabel("Name").fill(name);
    await test.step("an error leaves the focus where it was", async () => {
      await failCalls(page, /companies\.create/);
      await dialog.getByRole("button", { name: "Create company" }).press("Enter");
      await expect(dialog.getByRole("alert")).toContainText("Your text is still here.");
      await expect(dialog.getByRole("button", { name: "Create company" })).toBeFocused();
      await page.unroute(/companies\.create/);
    });
    await domain.fill("taken-here.test");
    await domain.press("Enter");
    await dialog.getByRole("button", { name: "Create company" }).click();
    await expect(
      dialog.getByText(`taken-here.test already belongs to ${other.name}.`),
    ).toBeVisible();
    await dialog.getByRole("button", { name: "Remove taken-here.test" }).click();
    await dialog.getByRole("button", { name: "Create company" }).click();
    await expect(page).toHaveURL(/\/company\/[0-9a-f-]{36}$/);
    await expect(record(page, name).getByText("slate-works.test")).toBeVisible();
    await expect(rowOf(page, name)).toHaveCount(1);
  });

  test("fields are edited in place, immediately, and a conflict is shown", async ({
    page,
    desk,
    person,
    watch,
  }) => {
    watch.allow(/ERR_CONNECTION_FAILED|status of 500|status of 409/);
    const [company, next] = [await newCompany(desk), await newCompany(desk)];
    const panel = await openCompany(page, company);
    await panel.getByRole("button", { name: `Name: ${company.name}` }).click();
    await page.keyboard.type("never kept");
    await page.keyboard.press("Escape");
    await expect(panel.getByRole("button", { name: `Name: ${company.name}` })).toBeFocused();

    const renamed = newName("Renamed");
    await page.keyboard.press("Enter");
    await panel.getByLabel("Name", { exact: true }).fill(renamed);
    await page.keyboard.press("Enter");
    await expect(record(page, renamed)).toBeVisible();
    await expect(rowOf(page, renamed)).toHaveCount(1);
    const after = record(page, renamed);
    await after.getByRole("button", { name: /^Notes:/ }).click();
    await after.getByLabel("Notes", { exact: true }).fill("Ring twice.\nAsk for Tom.");
    await page.keyboard.press("Control+Enter");
    await expect(after.getByRole("button", { name: /^Notes: Ring twice/ })).toBeVisible();

    await after.getByRole("button", { name: /^Name:/ }).click();
    await desk.db
      .updateTable("companies")
      .set({ name: `${renamed} of theirs` })
      .where("id", "=", company.id)
      .execute();
    await after.getByLabel("Name", { exact: true }).fill(`${renamed} of mine`);
    await page.keyboard.press("Enter");
    await expect(
      page.getByText(`Someone else changed this to “${renamed} of theirs”.`),
    ).toBeVisible();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue(`${renamed} of mine`);
    // The conflict was read, and the change is intended.
    await page.getByLabel("Name", { exact: true }).press("Enter");
    await expect(record(page, `${renamed} of mine`)).toBeVisible();

    const mine = record(page, `${renamed} of mine`);
    const notes = mine.getByLabel("Notes", { exact: true });
    const edit = () => mine.getByRole("button", { name: /^Notes:/ }).click();
    await test.step("a late refusal does not affect what has been typed since", async () => {
      const answer = Promise.withResolvers<void>();
      await failCalls(page, /companies\.update/, answer.promise);
      await edit();
      await notes.fill("First words");
      await page.keyboard.press("Control+Enter");
      await edit();
      await notes.fill("Later words");
      answer.resolve();
      const notice = shellOf(page)
        .notices.getByRole("alert")
        .filter({ hasText: "Notes not saved" });
      await notice.getByRole("button", { name: "Copy your text" }).waitFor();
      await expect(notes).toHaveValue("Later words");
      await page.unroute(/companies\.update/);
      await page.keyboard.press("Control+Enter");
      await expect(mine.getByRole("button", { name: "Notes: Later words" })).toBeVisible();
      await expect(mine.getByRole("alert")).toHaveCount(0);
    });

    await test.step("a late refusal does not take the focus from another field", async () => {
      const answer = Promise.withResolvers<void>();
      await failCalls(page, /companies\.update/, answer.promise);
      await mine.getByRole("button", { name: /^Name:/ }).click();
      await page.keyboard.type("Quarrel");
      await page.keyboard.press("Enter");
      const shown = record(page, "Quarrel");
      await shown.getByRole("button", { name: /^Notes:/ }).click();
      await page.keyboard.type("Typed on ");
      answer.resolve();
      const notice = shellOf(page).notices.getByRole("alert").filter({ hasText: "Name not saved" });
      await notice.getByRole("button", { name: "Copy your text" }).waitFor();
      await page.keyboard.type("and on");
      await expect(notes).toHaveValue(/Typed on and on/);
      await page.keyboard.press("Escape");
      await page.unroute(/companies\.update/);
    });

    await test.step("after an error a colleague's later change is not overwritten", async () => {
      await failCalls(page, /companies\.update/);
      await edit();
      await notes.fill("Mine");
      await page.keyboard.press("Control+Enter");
      await expect(mine.getByRole("alert")).toBeVisible();
      await page.unroute(/companies\.update/);
      const admin = await colleague(desk, (await person("Super Admin")).email);
      const patch = { notes: "Theirs", addDomains: ["theirs-now.test"] };
      await admin.mutate("companies.update", { id: company.id, patch });
      await expect(mine.getByText("theirs-now.test")).toBeVisible();
      await page.keyboard.press("Control+Enter");
      await expect(mine.getByRole("alert")).toContainText("Someone else changed");
      await expect(mine.getByRole("alert")).toContainText("Theirs");
      await expect(notes).toHaveValue("Mine");
      await page.keyboard.press("Control+Enter");
      await expect(mine.getByRole("button", { name: "Notes: Mine" })).toBeVisible();
    });

    await test.step("text refused after leaving the record is shown and can be copied", async () => {
      const of = record(page, `${renamed} of mine`);
      const answer = Promise.withResolvers<void>();
      await page.route(/companies\.update/, async (route) => {
        await answer.promise;
        await route.abort("connectionfailed");
      });
      await of.getByRole("button", { name: /^Notes:/ }).click();
      await of.getByLabel("Notes", { exact: true }).fill("Ring twice.");
      await page.getByRole("searchbox").fill(next.name);
      await rowOf(page, next.name).click();
      await expect(record(page, next.name)).toBeVisible();
      answer.resolve();
      const notice = shellOf(page)
        .notices.getByRole("alert")
        .filter({ hasText: "Notes not saved" });
      await expect(notice.getByRole("button", { name: "Copy your text" })).toBeVisible();
      await page.unroute(/companies\.update/);
    });

    await test.step("text left with the Back button is saved like any other", async () => {
      const of = record(page, next.name);
      await of.getByRole("button", { name: /^Notes:/ }).click();
      await of.getByLabel("Notes", { exact: true }).fill("Left by Back");
      await page.goBack();
      await expect(record(page, `${renamed} of mine`)).toBeVisible();
      await page.goForward();
      await expect(of.getByRole("button", { name: "Notes: Left by Back" })).toBeVisible();
    });
  });

  test("domains are added and removed as chips, and another admin's changes show without a reload", async ({
    page,
    desk,
    person,
  }) => {
    const other = await newCompany(desk, { domains: ["chip-taken.test"] });
    const company = await newCompany(desk, { domains: ["chip-old.test"] });
    const panel = await openCompany(page, company);
    await panel.getByRole("button", { name: "Remove chip-old.test" }).click();
    await expect(panel.getByText("chip-old.test")).toHaveCount(0);
    await page.keyboard.press("Control+z");
    await expect(panel.getByText("chip-old.test", { exact: true })).toBeVisible();
    await panel.getByRole("button", { name: "Remove chip-old.test" }).click();
    await expect(panel.getByText("chip-old.test")).toHaveCount(0);
    await panel.getByRole("button", { name: "Add domain" }).click();
    await page.keyboard.type("chip-new.test");
    await page.keyboard.press("Enter");
    await expect(panel.getByText("chip-new.test", { exact: true })).toBeVisible();
    await page.keyboard.type("chip-taken.test");
    await page.keyboard.press("Enter");
    await expect(panel.getByRole("alert")).toHaveText(
      `chip-taken.test already belongs to ${other.name}.`,
    );

    await test.step("a late refusal does not affect the domain typed since", async () => {
      const answer = await holdBack(page, /companies\.update/);
      const field = panel.getByLabel("Email domain", { exact: true });
      await field.press("Enter");
      await expect(field).toHaveValue("");
      await page.keyboard.type("chip-next.test");
      answer();
      await expect(shellOf(page).notices.getByRole("alert")).toContainText(
        `chip-taken.test already belongs to ${other.name}.`,
      );
      await expect(field).toHaveValue("chip-next.test");
      await page.unroute(/companies\.update/);
    });

    const admin = await colleague(desk, (await person("Super Admin")).email);
    const patch = { addDomains: ["live-news.test"] };
    const changed = await admin.mutate("companies.update", { id: company.id, patch });
    expect(changed.text).toContain("chip-new.test");
    expect(changed.text).not.toContain("chip-old.test");
    await expect(panel.getByText("live-news.test")).toBeVisible();

    await test.step("data read during a change does not show the old value", async () => {
      await panel.getByLabel("Email domain", { exact: true }).press("Escape");
      const notes = panel.getByLabel("Notes", { exact: true });
      const answer = await holdBack(page, /companies\.update/);
      await panel.getByRole("button", { name: /^Notes:/ }).click();
      await notes.fill("First");
      await page.keyboard.press("Control+Enter");
      const more = { addDomains: ["more-news.test"] };
      await admin.mutate("companies.update", { id: company.id, patch: more });
      await expect(panel.getByText("more-news.test")).toBeVisible();
      await panel.getByRole("button", { name: "Notes: First" }).click();
      await notes.fill("Second");
      await page.keyboard.press("Control+Enter");
      answer();
      const stored = () =>
        desk.db.selectFrom("companies").select("notes").where("id", "=", company.id).execute();
      await expect.poll(stored).toEqual([{ notes: "Second" }]);
      await expect(panel.getByRole("button", { name: "Notes: Second" })).toBeVisible();
      await expect(panel.getByRole("alert")).toHaveCount(0);
      await page.unroute(/companies\.update/);
    });
  });

  test("an assigned agent sees its tickets immediately, and loses them as fast; customers join and leave; a count links to its tickets", async ({
    page,
    desk,
    person,
    tabOf,
  }) => {
    const company = await newCompany(desk, { name: newName("Comma, & Sons") });
    const customer = await insertUser(desk.db);
    const subject = newName("The gate");
    for (const status of ["pending", "pending", "open"] as const) {
      const about = { requester_id: customer.id, company_id: company.id, subject };
      await insertTicket(desk.db, { ...about, status });
    }
    const agent = await person("Agent", { companyScope: "assigned", firstName: newName("Orla") });
    const tab = await tabOf(agent);
    await tab.goto("/ticket/log?view=all");
    await expect(tab.getByRole("main").getByRole("status").first()).toHaveText(/^0\b/);

    const panel = await openCompany(page, company);
    const assign = async () => {
      await panel.getByRole("button", { name: "Assign agent" }).click();
      await page.getByRole("combobox", { name: "Find an agent" }).fill(agent.firstName);
      await page.getByRole("option", { name: agent.firstName }).click();
    };
    await assign();
    const off = panel.getByRole("button", { name: new RegExp(`^Unassign ${agent.firstName}`) });
    await expect(off).toBeAttached();
    await expect(tab.getByText(subject)).toHaveCount(3);
    await off.click();
    await expect(panel.getByText("No assigned agents.")).toBeVisible();
    await expect(tab.getByText(subject)).toHaveCount(0);

    await test.step("an agent assigned and unassigned quickly ends up unassigned", async () => {
      const order: string[] = [];
      page.on("response", (to) => /assignAgent/.test(to.url()) && order.push("assigned"));
      page.on("request", (to) => /companies\.bulk/.test(to.url()) && order.push("off"));
      const answer = await holdBack(page, /companies\.assignAgent/);
      await assign();
      await off.click();
      await expect(off).toHaveCount(0);
      answer();
      await expect.poll(() => order).toEqual(["assigned", "off"]);
      const { notices } = shellOf(page);
      await expect(notices).toContainText(`was removed from ${company.name}`);
      await expect(panel.getByText("No assigned agents.")).toBeVisible();
      await page.unroute(/companies\.assignAgent/);
    });

    await test.step("customers see all tickets or only their own", async () => {
      const { id, first_name } = await insertUser(desk.db, { first_name: newName("Mira") });
      const seesAll = async () => {
        const row = await desk.db
          .selectFrom("user_companies")
          .select("sees_all_tickets")
          .where("user_id", "=", id)
          .executeTakeFirst();
        return row?.sees_all_tickets;
      };
      await panel.getByRole("button", { name: "Add member" }).click();
      await page.getByRole("combobox", { name: "Find a customer" }).fill(first_name);
      await page.getByRole("option", { name: first_name }).click();
      const toggle = panel.getByRole("switch", { name: new RegExp(`^${first_name}.* sees all`) });
      await expect(toggle).not.toBeChecked();
      // Until the list has it, too.
      const told = await holdBack(page, /companies\.members/);
      const asked = page.waitForRequest(/companies\.members/);
      await toggle.click();
      await expect.poll(seesAll).toBe(true);
      await asked;
      await expect(toggle).toBeChecked();
      told();
      await expect(toggle).toBeChecked();
      await holdNotices(page);
      await panel.getByRole("button", { name: new RegExp(`^Remove ${first_name}`) }).click();
      await expect(panel.getByText("No members yet.")).toBeVisible();
      await expect.poll(seesAll).toBeUndefined();
      // With their previous access.
      const notice = shellOf(page).notices.getByRole("status").filter({ hasText: first_name });
      await notice.getByRole("button", { name: /^Undo/ }).click();
      await expect(toggle).toBeChecked();
      expect(await seesAll()).toBe(true);
    });

    await test.step("a search can be cleared even if few results are left", async () => {
      for (let at = 0; at < 10; at++) await insertUser(desk.db, { companies: [company.id] });
      await page.reload();
      const rows = panel.getByRole("list", { name: "Members" }).getByRole("listitem");
      await panel.getByLabel("Find a member").fill("Mira");
      await expect(rows).toHaveCount(1);
      await panel.getByRole("button", { name: /^Remove Mira/ }).click();
      await expect(panel.getByText("No members match your search.")).toBeVisible();
      await panel.getByLabel("Find a member").fill("");
      await expect(rows).toHaveCount(10);
    });

    await test.step("a count by status links to exactly these tickets", async () => {
      await panel.getByRole("link", { name: "Pending 2" }).click();
      await expect(page).toHaveURL(/\/ticket\/log\?.*status%3Apending/);
      await expect(page.getByRole("main").getByRole("status").first()).toHaveText(/^2\b/);
    });

    await test.step("a new customer is created in this company, as on the users' page", async () => {
      await leadTo(page, `/company/${company.id}`);
      await panel.getByRole("button", { name: "Add member" }).click();
      await page.getByRole("combobox", { name: "Find a customer" }).fill("Vera Lund");
      await page.getByRole("option", { name: "New customer…" }).click();
      const dialog = page.getByRole("dialog", { name: "New user" });
      const chosen = dialog.getByRole("list", { name: "Companies" });
      await expect(chosen).toContainText(company.name);
      await expect(dialog.getByLabel("Last name")).toHaveValue("Lund");
      await expect(page).toHaveURL(`/user/log?company=${company.id}`);
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
      await page.getByRole("button", { name: "New user" }).click();
      await expect(chosen).toContainText(company.name);
      await expect(dialog.getByLabel("Last name")).toHaveValue("");
    });
  });

  test("an archived company refuses new tickets, and is restored by Undo", async ({
    page,
    desk,
  }) => {
    const company = await newCompany(desk);
    const panel = await openCompany(page, company);
    await holdNotices(page);
    await chooseMore(panel, "Archive company");
    await expect(panel.getByText("can't get new tickets")).toBeVisible();

    await shellOf(page).notices.getByRole("button", { name: /^Undo/ }).click();
    await expect(panel.getByText("can't get new tickets")).toHaveCount(0);
    const state = async () => {
      const row = await desk.db
        .selectFrom("companies")
        .select("state")
        .where("id", "=", company.id)
        .executeTakeFirstOrThrow();
      return row.state;
    };
    await expect.poll(state).toBe("active");

    await chooseMore(panel, "Archive company");
    await expect.poll(state).toBe("archived");
  });

  test("a merge shows who gains access, and leads to the target", async ({
    page,
    desk,
    person,
    watch,
  }) => {
    watch.allow(/status of 500/);
    const admin = await colleague(desk, (await person("Super Admin")).email);
    const source = await newCompany(desk, { name: newName("Source"), domains: ["merge-me.test"] });
    const target = await newCompany(desk, { name: newName("Target") });
    const asking = await insertUser(desk.db, {
      ...{ first_name: "Asta", last_name: newName("All") },
      companies: [{ id: source.id, seesAllTickets: true }],
    });
    const seeing = await insertUser(desk.db, {
      ...{ first_name: "Tove", last_name: newName("Whole") },
      companies: [{ id: target.id, seesAllTickets: true }],
    });
    const agent = await insertUser(desk.db, {
      ...{ role: "Agent", company_scope: "assigned", companies: [source.id] },
      ...{ first_name: "Sam", last_name: newName("Agent") },
    });
    await insertTicket(desk.db, { requester_id: asking.id, company_id: source.id });
    const panel = await openCompany(page, source);
    await chooseMore(panel, "Merge into another company…");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Into" }).click();
    await page.getByRole("combobox", { name: "Find a company" }).fill(target.name);
    await page.getByRole("option", { name: target.name }).click();
    await expect(dialog).toContainText(
      "1 ticket (1 open), 1 member and the email domain merge-me.test",
    );
    await expect(dialog).toContainText(
      `Tove ${seeing.last_name} sees all tickets of ${target.name}, and will also see those of ${source.name}.`,
    );
    const come = dialog.getByRole("checkbox", { name: new RegExp(agent.last_name) });
    await expect(come).not.toBeChecked();
    await expect(
      dialog.getByRole("checkbox", { name: new RegExp(asking.last_name) }),
    ).not.toBeChecked();
    await come.click();
    await test.step("a refusal is shown even if the dialog was closed", async () => {
      const answer = Promise.withResolvers<void>();
      await failCalls(page, /companies\.merge\b/, answer.promise);
      const merge = dialog.getByRole("button", { name: "Merge companies" });
      await merge.press("Enter");
      await expect(merge).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      answer.resolve();
      await expect(
        shellOf(page).notices.getByRole("alert").filter({ hasText: "was not merged" }),
      ).toBeVisible();
      await page.unroute(/companies\.merge\b/);
      await chooseMore(panel, "Merge into another company…");
      await dialog.getByRole("button", { name: "Into" }).click();
      await page.getByRole("combobox", { name: "Find a company" }).fill(target.name);
      await page.getByRole("option", { name: target.name }).click();
      await come.click();
    });
    // It is reloaded at each company event; the server asks about people who were not shown.
    const asked = page.waitForRequest(/companies\.mergePreview/);
    const letCome = await holdBack(page, /companies\.mergePreview/);
    await admin.mutate("companies.update", { id: target.id, patch: { notes: "News." } });
    await asked;
    await dialog.getByRole("button", { name: "Merge companies" }).press("Enter");
    await expect(page).toHaveURL(new RegExp(`/company/${target.id}`));
    letCome();
    const after = record(page, target.name);
    await expect(after.getByText("merge-me.test")).toBeVisible();
    await expect(after.getByText(`Sam ${agent.last_name}`)).toBeVisible();
    await expect(
      after.getByRole("switch", { name: new RegExp(`${asking.last_name} sees all`) }),
    ).not.toBeChecked();
    await expect(rowOf(page, source.name)).toHaveCount(0);
    // An old link leads there too.
    await page.goto(`/company/${source.id}`);
    await expect(page).toHaveURL(new RegExp(`/company/${target.id}`));
  });

  test("the list is filtered in the address, and navigated by keys alone", async ({
    page,
    desk,
  }) => {
    const word = newName("Keyed").replaceAll(" ", "");
    const [one, two] = [
      await newCompany(desk, { name: `${word} One` }),
      await newCompany(desk, { name: `${word} Two`, domains: [`${word.toLowerCase()}.test`] }),
    ];
    await test.step("from a missing company the keys lead to an existing one", async () => {
      await page.goto(`/company/${crypto.randomUUID()}`);
      await expect(page.getByRole("heading", { name: "This company doesn't exist" })).toBeVisible();
      await page.getByRole("link", { name: "Back to the list" }).click();
      await seeRows(page, "Companies");
    });

    await page.keyboard.press("/");
    await page.keyboard.type(word);
    await expect(page).toHaveURL(new RegExp(`q=${word}`));
    await expect(rowOf(page, two.name)).toBeVisible();
    await expect(page.locator("[data-row]")).toHaveCount(2);
    await page.getByRole("heading", { name: "Companies" }).click();
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await expect(page.getByRole("region", { name: "Selection" })).toContainText("1 selected of 2");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("region", { name: "Selection" })).toHaveCount(0);
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/company/${two.id}\\?q=${word}`));
    await page.keyboard.press("k");
    await expect(page).toHaveURL(new RegExp(`/company/${one.id}\\?q=${word}`));
    await page.keyboard.press("u");
    await expect(page).toHaveURL(new RegExp(`/company/log\\?q=${word}`));

    await page.getByRole("button", { name: "Domain", exact: true }).click();
    await page.getByRole("option", { name: "No domain" }).click();
    await expect(page).toHaveURL(/domain=none/);
    await expect(rowOf(page, two.name)).toHaveCount(0);
    await expect(rowOf(page, one.name)).toBeVisible();
    await page.getByRole("button", { name: "Agent", exact: true }).click();
    await page.getByRole("option", { name: "No agent" }).click();
    await page.reload();
    await expect(rowOf(page, one.name)).toBeVisible();
  });

  test("several are archived together, and refusals are named; on a phone there is one column with a back button", async ({
    page,
    desk,
    watch,
  }) => {
    watch.allow(/status of 500/);
    const word = newName("Bulky").replaceAll(" ", "");
    const [one, two] = [
      await newCompany(desk, { name: `${word} One` }),
      await newCompany(desk, { name: `${word} Two` }),
    ];
    await openList(page, `?q=${word}`);
    // The usual state is not repeated in every row.
    await expect(rowOf(page, one.name)).not.toContainText("Active");
    await test.step("companies selected in the meantime stay selected", async () => {
      const answer = await holdBack(page, /companies\.bulk/);
      await rowOf(page, one.name).getByRole("checkbox").check();
      await page.getByRole("button", { name: "Archive" }).click();
      await rowOf(page, two.name).getByRole("checkbox").check();
      answer();
      await expect(rowOf(page, one.name)).toContainText("Archived");
      await expect(page.getByRole("region", { name: "Selection" })).toContainText("1 selected");
      await page.keyboard.press("Control+z");
      await expect(rowOf(page, one.name)).not.toContainText("Archived");
      await page.keyboard.press("Escape");
    });
    await test.step("a failed bulk change is retried as the same action", async () => {
      const keys = new Set<string | undefined>();
      page.on("request", (sent) => {
        if (!/companies\.bulk\b/.test(sent.url())) return;
        keys.add(/"requestId":"([^"]+)"/.exec(sent.postData() ?? "")?.[1]);
      });
      await failCalls(page, /companies\.bulk\b/);
      await rowOf(page, one.name).getByRole("checkbox").check();
      await page.getByRole("button", { name: "Archive" }).click();
      const fault = shellOf(page).notices.getByRole("alert");
      await expect(fault).toContainText("Nothing was changed");
      await page.unroute(/companies\.bulk\b/);
      await fault.getByRole("button", { name: "Retry" }).click();
      await expect(rowOf(page, one.name)).toContainText("Archived");
      expect(keys.size).toBe(1);
      await page.keyboard.press("Control+z");
      await expect(rowOf(page, one.name)).not.toContainText("Archived");
    });
    await page.getByRole("checkbox", { name: "Select all rows" }).click();
    await desk.db.deleteFrom("companies").where("id", "=", two.id).execute();
    await page.getByRole("button", { name: "Archive" }).click();
    await expect(shellOf(page).notices.getByRole("alert")).toContainText("1 updated, 1 skipped");
    await page.getByRole("button", { name: "Show skipped" }).click();
    await expect(page.getByRole("dialog")).toContainText("A deleted company");
    await page.keyboard.press("Escape");
    await expect(rowOf(page, one.name)).toContainText("Archived");

    await page.setViewportSize({ width: 390, height: 844 });
    await rowOf(page, one.name).click();
    await expect(page.getByRole("table")).toHaveCount(0);
    await expect(record(page, one.name)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.getByRole("link", { name: "Back to the list" }).click();
    await expect(rowOf(page, one.name)).toBeVisible();
  });
});
