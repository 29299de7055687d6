import { Webhook as Verifier } from "standardwebhooks";
import { expect, test } from "./browser/fixtures.ts";
import { shellOf } from "./steps/anywhere.ts";

test.use({ deskSettings: { demo: false } });

test("a Super Admin creates a webhook, sends a signed test event and finds it in the deliveries", async ({
  page,
  signedIn,
}) => {
  const received: { headers: Record<string, string>; text: string }[] = [];
  const sink = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      received.push({ headers: Object.fromEntries(request.headers), text: await request.text() });
      return new Response("thanks");
    },
  });
  await signedIn("Super Admin");
  await page.goto("/settings/api?section=webhooks");
  await expect(page.getByText("No webhooks yet")).toBeVisible();
  await page.getByRole("button", { name: "New webhook" }).click();
  const dialog = page.getByRole("dialog", { name: "New webhook" });
  await dialog.getByLabel("Name", { exact: true }).fill("Chat");
  await dialog.getByLabel("Address").fill("ftp://chat.test");
  await dialog.getByRole("button", { name: "Create webhook" }).click();
  await expect(dialog.getByText("This isn't a valid web address.")).toBeVisible();
  await dialog.getByLabel("Address").fill(`http://127.0.0.1:${sink.port}/hook`);
  await dialog.getByRole("checkbox", { name: "A ticket was merged into another" }).check();
  await dialog.getByRole("button", { name: "Create webhook" }).click();

  const shown = page.getByRole("dialog", { name: "Webhook created" });
  const secret = await shown.getByLabel("Secret").inputValue();
  expect(secret).toMatch(/^whsec_[\w+/]{32}$/);
  await shown.getByRole("button", { name: "Done" }).click();

  const card = page.getByRole("region", { name: "Chat" });
  await expect(card).toContainText("Active");
  await card.getByRole("button", { name: "Send test event to Chat" }).click();
  await expect(shellOf(page).notices).toContainText("Test event sent");
  await expect.poll(() => received.length).toBe(1);
  const { text = "", headers = {} } = received[0] ?? {};
  expect(new Verifier(secret).verify(text, headers)).toMatchObject({ type: "ping" });

  await card.getByRole("link", { name: "Show deliveries" }).click();
  const row = page.getByRole("button", { name: /Delivered.*ping/ });
  await row.click();
  await expect(page.getByText("thanks")).toBeVisible();
  await page.getByRole("button", { name: "Show request" }).click();
  await expect(page.getByText(/"type": "ping"/)).toBeVisible();
  await page.getByRole("button", { name: "Send again" }).click();
  await expect.poll(() => received.length).toBe(2);

  await page.getByRole("link", { name: "Webhooks" }).click();
  await card.getByRole("button", { name: "More actions for Chat" }).press("Enter");
  await page.getByRole("menuitem", { name: "Pause webhook" }).press("Enter");
  const question = page.getByRole("alertdialog", { name: "Pause Chat?" });
  await question.getByRole("button", { name: "Pause webhook" }).click();
  await expect(card).toContainText("Paused");
  await card.getByRole("button", { name: "More actions for Chat" }).click();
  await page.getByRole("menuitem", { name: "Delete webhook" }).click();
  await page.getByRole("button", { name: "Delete webhook" }).click();
  await expect(page.getByText("No webhooks yet")).toBeVisible();
  await sink.stop(true);
});
