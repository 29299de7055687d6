import { addPerson } from "../support/people.ts";
import { storedTicket } from "../support/stored.ts";
import { expect, signInBrowser, test } from "./browser/fixtures.ts";
import { colleague, makeTicket } from "./steps/ticket.ts";

test.use({
  deskSettings: { demo: false, mail: true },
  viewport: { width: 390, height: 844 },
  hasTouch: true,
});

test("a customer answers from a mail on a phone without signing in, adds a file and rates the help", async ({
  page,
  context,
  desk,
  person,
}) => {
  const ana = await addPerson(desk.db, "Customer", { firstName: "Ana" });
  const samuel = await person("Agent", { firstName: "Samuel" });
  const { ticket } = await makeTicket(desk, {
    subject: "The gate stays shut",
    requester: { id: ana.id, name: "Ana Customer" },
  });
  const agent = await colleague(desk, samuel.email);
  const answer = { requestId: Bun.randomUUIDv7(), id: ticket.id, body: "Is the **lamp** on?" };
  await agent.mutate("tickets.reply", answer);
  const mail = await desk.mail.take(ana.email, 20_000);
  expect(mail.from?.name).toBe("Samuel at Frontdesk");
  const link = /^http\S+\/t#\S+$/m.exec(mail.text ?? "")?.[0] ?? "";

  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.url()));
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "The gate stays shut" })).toBeVisible();
  await expect(page.getByText("This link is for Ana Customer.")).toBeVisible();
  const conversation = page.getByRole("region", { name: "Conversation" });
  const samuels = conversation.getByRole("article", { name: "Samuel Agent" });
  await expect(samuels.locator("strong")).toHaveText("lamp");
  await expect(samuels).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  const send = page.getByRole("button", { name: "Send reply" });
  await expect(send).toHaveAttribute("aria-disabled", "true");
  await page.getByLabel("Your reply").fill("Yes, and the bolt is **out**.");
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: "bolt.txt", mimeType: "text/plain", buffer: Buffer.from("bolt") });
  await expect(page.getByRole("listitem").filter({ hasText: "bolt.txt" })).toBeVisible();
  await send.tap();
  await expect(page.getByRole("status").filter({ hasText: "Your reply was sent." })).toBeVisible();
  const mine = conversation.getByRole("article", { name: "You" }).last();
  await expect(mine.locator("strong")).toHaveText("out");
  await expect(page.getByLabel("Your reply")).toHaveValue("");
  const coming = page.waitForEvent("download");
  await mine.getByRole("button", { name: "Download bolt.txt" }).tap();
  expect((await coming).suggestedFilename()).toBe("bolt.txt");

  await test.step("the token is in no address that was requested", async () => {
    const token = link.split("#")[1] ?? "none";
    expect(sent.filter((address) => address.replace(/#.*/, "").includes(token))).toEqual([]);
  });

  await test.step("once it is resolved, it can be rated", async () => {
    await agent.mutate("tickets.update", {
      ...{ requestId: Bun.randomUUIDv7(), id: ticket.id },
      ...{ patch: { status: "resolved" }, from: { status: "open" } },
    });
    await page.reload();
    await page.getByRole("button", { name: "Good", exact: true }).tap();
    await page.getByRole("button", { name: "Send rating" }).tap();
    await expect(page.getByText("Your rating: good")).toBeVisible();
    expect((await storedTicket(desk.db, ticket.id)).rating).toBe("good");
  });

  await test.step("a browser signed in as that person goes to the ticket itself", async () => {
    await signInBrowser(context, desk, ana.email);
    await page.goto("/login");
    await page.goto(link);
    await expect(page).toHaveURL(`/ticket/${ticket.number}`);
  });
});

test("a link that is cut or expired says what to do", async ({ page, watch }) => {
  watch.allow(/400/);
  for (const address of ["/t", "/t#cut"]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
    await expect(page.getByRole("alert")).toContainText("Use the link in the newest email");
    await page.goto("/login");
  }
});
