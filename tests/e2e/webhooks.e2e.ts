import { Webhook as Verifier } from "standardwebhooks";
import { expect, test } from "./browser/fixtures.ts";
import { failCalls, shellOf } from "./steps/anywhere.ts";

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
  await page.getByRole("button", { name: "Send all since…" }).click();
  const all = page.getByRole("alertdialog", { name: "Send all to Chat again?" });
  await all.getByRole("button", { name: "Send all" }).click();
  await expect(shellOf(page).notices).toContainText("No events failed or were skipped");

  await page.getByRole("link", { name: "Webhooks" }).click();
  const act = async (name: string, item: string) => {
    await page.getByRole("button", { name: `More actions for ${name}` }).press("Enter");
    await page.getByRole("menuitem", { name: item }).press("Enter");
  };
  await act("Chat", "Edit webhook");
  const editing = page.getByRole("dialog", { name: "Edit webhook" });
  await expect(editing.getByLabel("Address")).toHaveValue(/127\.0\.0\.1/);
  await editing.getByLabel("Name", { exact: true }).fill("Chat room");
  await editing.getByLabel("Only tickets matching (optional)").fill("priority:urgent");
  await editing.getByRole("button", { name: "Save changes" }).click();
  await expect(shellOf(page).notices).toContainText("Changed Chat room");
  await expect(page.getByRole("region", { name: "Chat room" })).toContainText(
    "Only tickets matching priority:urgent",
  );

  await act("Chat room", "Rotate secret");
  await page.getByRole("alertdialog").getByRole("button", { name: "Rotate secret" }).click();
  const rotated = page.getByRole("dialog", { name: "New secret" });
  expect(await rotated.getByLabel("Secret").inputValue()).not.toBe(secret);
  await rotated.getByRole("button", { name: "Done" }).click();

  const renamed = page.getByRole("region", { name: "Chat room" });
  await act("Chat room", "Pause webhook");
  const question = page.getByRole("alertdialog", { name: "Pause Chat room?" });
  await question.getByRole("button", { name: "Pause webhook" }).click();
  await expect(renamed).toContainText("Paused");
  await renamed.getByRole("button", { name: "Send test event to Chat room" }).click();
  await expect(renamed).toContainText("1 waiting");
  await renamed.getByRole("button", { name: "Resume webhook" }).click();
  await page.getByRole("button", { name: "Resume and send 1 event" }).click();
  await expect(renamed).toContainText("Active");
  await expect.poll(() => received.length).toBe(3);

  await act("Chat room", "Delete webhook");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete webhook" }).click();
  await expect(page.getByText("No webhooks yet")).toBeVisible();
  await sink.stop(true);
});

test("if webhooks or deliveries cannot be loaded, the page says so and tries again", async ({
  page,
  signedIn,
  watch,
}) => {
  watch.allow(/status of 500/);
  await signedIn("Super Admin");
  for (const [section, call] of [
    ["webhooks", /webhooks\.list/],
    ["deliveries", /webhooks\.deliveries/],
  ] as const) {
    await failCalls(page, call);
    await page.goto(`/settings/api?section=${section}`);
    await expect(page.getByRole("alert")).toBeVisible();
    await page.unroute(call);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("alert")).toBeHidden();
  }
});
