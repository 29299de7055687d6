import { join } from "node:path";
import type { MessageFile } from "../../shared/tickets/page.ts";
import { pngOf } from "../support/pictures.ts";
import { expect, type Page, test } from "./fixtures.ts";
import { expectAccessible } from "./sound.ts";

declare global {
  interface Window {
    showFiles: (files: MessageFile[]) => void;
    fileIds: string[];
  }
}

let built: Promise<string> | undefined;

function filesPage(): Promise<string> {
  built ??= Bun.build({
    entrypoints: [join(import.meta.dir, "files-page.tsx")],
    target: "browser",
    define: { "process.env.NODE_ENV": '"production"' },
  }).then(({ outputs: [script] }) => {
    if (!script) throw new Error("The page of files was not built");
    return script.text();
  });
  return built;
}

async function openFiles(page: Page): Promise<void> {
  await page.route("**/assets/files-page.js", async (route) =>
    route.fulfill({ contentType: "text/javascript", body: await filesPage() }),
  );
  await page.goto("/profile");
  await expect(page.getByRole("main")).toBeVisible();
  await page.addScriptTag({ url: "/assets/files-page.js", type: "module" });
  await expect(page.getByRole("heading", { name: "Files" })).toBeVisible();
}

const picture = (name: string, width = 640, height = 400) => ({
  name,
  mimeType: "image/png",
  buffer: Buffer.from(pngOf(width, height)),
});
const text = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) });
const chips = (page: Page) => page.locator("[data-slot=file-chip]");
const choose = (page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator("input[type=file]").setInputFiles(files);

async function drop(page: Page, type: "drop" | "dragenter" | "paste", names: string[]) {
  const area = page.locator("[data-slot=file-drop-area]");
  const data = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const name of given) transfer.items.add(new File([name], name, { type: "text/plain" }));
    return transfer;
  }, names);
  if (type !== "paste") return area.dispatchEvent(type, { dataTransfer: data });
  await area.getByRole("textbox").evaluate((field, clipboardData) => {
    field.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, data);
}

test.beforeEach(async ({ signedIn }) => {
  await signedIn("Agent");
});

test("files come by the paperclip, by dropping and by pasting, and are at the desk", async ({
  page,
}) => {
  await openFiles(page);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach files" }).click();
  await (await chooser).setFiles([picture("screen.png"), text("log.txt")]);
  await drop(page, "dragenter", ["dropped.txt"]);
  await expect(page.getByText("Drop to attach")).toBeVisible();
  await drop(page, "drop", ["dropped.txt"]);
  await expect(page.getByText("Drop to attach")).toBeHidden();
  await drop(page, "paste", ["pasted.txt"]);

  await expect(page.locator("[data-slot=file-chip][data-state=done]")).toHaveCount(4);
  await expect(page.getByTestId("busy")).toHaveText("ready");
  await expect(chips(page).locator("img[src^='blob:']")).toHaveCount(1);
  await expect(page.getByRole("status").filter({ hasText: "4 files attached" })).toBeAttached();
  expect(await page.evaluate(() => window.fileIds.length)).toBe(4);
  await page.getByRole("button", { name: "Remove log.txt" }).click();
  await expect(chips(page)).toHaveCount(3);
  expect(await page.evaluate(() => window.fileIds.length)).toBe(3);
});

test("a file let go beside the place for it does not take the page away", async ({
  page,
  signedIn,
}) => {
  await signedIn("Agent");
  await page.goto("/profile");
  await expect(page.getByRole("main")).toBeVisible();
  const letGo = () =>
    page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["a"], "a.txt"));
      const [over, drop] = ["dragenter", "drop"].map(
        (kind) => new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer }),
      );
      for (const event of [over, drop]) if (event) document.body.dispatchEvent(event);
      return drop?.defaultPrevented;
    });
  await expect.poll(letGo).toBe(true);
});

test("a file that is empty, too large or one too many says so", async ({ page }) => {
  await openFiles(page);
  await choose(page, [{ name: "empty.txt", mimeType: "text/plain", buffer: Buffer.alloc(0) }]);
  await expect(chips(page).filter({ hasText: "The file is empty." })).toBeVisible();
  await choose(page, [
    { name: "film.mov", mimeType: "video/quicktime", buffer: Buffer.alloc(25 * 1024 * 1024 + 1) },
  ]);
  await expect(chips(page).filter({ hasText: "A file may have at most 25 MB." })).toBeVisible();
  await choose(
    page,
    Array.from({ length: 9 }, (_, index) => text(`${index}.txt`)),
  );
  await expect(page.locator("[data-slot=file-chip][data-state=done]")).toHaveCount(8);
  await expect(chips(page).filter({ hasText: "A message takes 10 files along." })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Upload .* again$/ })).toHaveCount(0);
});

test("what only says that it is a picture is shown as a file", async ({ page }) => {
  await openFiles(page);
  await choose(page, [{ ...text("fake.png"), mimeType: "image/png" }]);
  await expect(page.locator("[data-slot=file-chip][data-state=done]")).toHaveCount(1);
  await expect(chips(page).locator("img")).toHaveCount(0);
});

test("an upload shows how far it is, and can be cancelled", async ({ page }) => {
  await openFiles(page);
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route("**/node/files", async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  await choose(page, [text("slow.txt")]);
  await expect(page.getByRole("progressbar", { name: "Uploading slow.txt" })).toBeVisible();
  await expect(page.getByTestId("busy")).toHaveText("busy");
  await page.getByRole("button", { name: "Cancel slow.txt" }).click();
  await expect(chips(page)).toHaveCount(0);
  await expect(page.getByTestId("busy")).toHaveText("ready");
  goOn();
});

test("without a line a file waits, and goes on when the line is back", async ({
  page,
  context,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/);
  await openFiles(page);
  await context.setOffline(true);
  await choose(page, [text("later.txt")]);
  await expect(chips(page).filter({ hasText: "No connection to the desk." })).toBeVisible();
  await context.setOffline(false);
  await expect(page.locator("[data-slot=file-chip][data-state=done]")).toHaveCount(1);
});

test("a picture that does not come is told by its name, and comes with the line", async ({
  page,
  context,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/);
  await openFiles(page);
  const sent = await sendThree(page);
  await context.setOffline(true);
  await page.evaluate((files) => window.showFiles(files), sent);
  const message = page.getByRole("article");
  await expect(message.getByText("wide.png")).toBeVisible();
  await expect(message.getByRole("img")).toHaveCount(0);
  await context.setOffline(false);
  await expect(message.getByRole("img")).toHaveCount(2);
});

test("after the session ended a file says so, and a signature that went stale is fetched anew", async ({
  page,
  context,
  desk,
}) => {
  await openFiles(page);
  const stale = (await context.cookies()).find(({ name }) => name === "XSRF-TOKEN");
  await context.addCookies([
    {
      ...stale,
      name: "XSRF-TOKEN",
      value: "stale",
      url: desk.url,
      domain: undefined,
      path: undefined,
    },
  ]);
  await choose(page, [text("first.txt")]);
  await expect(page.locator("[data-slot=file-chip][data-state=done]")).toHaveCount(1);

  await desk.db.deleteFrom("sessions").execute();
  await choose(page, [text("second.txt")]);
  await expect(chips(page).filter({ hasText: "Your session has ended." })).toBeVisible();
  await expect(page.getByRole("button", { name: "Upload second.txt again" })).toBeVisible();
});

test("pictures of a message stand in boxes and open by keyboard, the rest is downloaded", async ({
  page,
}) => {
  await openFiles(page);
  const sent = await sendThree(page);
  await page.evaluate((files) => window.showFiles(files), sent);
  const message = page.getByRole("article");
  await expect(message.getByRole("img")).toHaveCount(2);
  const box = await message.getByRole("button").first().boundingBox();
  expect([box?.width, box?.height]).toEqual([160, 120]);

  const first = page.getByRole("button", { name: "Look at wide.png" });
  await first.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("img", { name: "wide.png" })).toBeVisible();
  await expect(dialog).toContainText("1 of 2 · 1200 × 300");
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByRole("img", { name: "tall.png" })).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByRole("img", { name: "wide.png" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(first).toBeFocused();

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: /^Download log.txt/ }).click();
  expect((await download).suggestedFilename()).toBe("log.txt");
});

for (const width of [1440, 390]) {
  test(`axe finds nothing at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await openFiles(page);
    const sent = await sendThree(page);
    await choose(page, [{ name: "empty.txt", mimeType: "text/plain", buffer: Buffer.alloc(0) }]);
    await page.evaluate((files) => window.showFiles(files), sent);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Look at tall.png" }).click();
    await expect(page.getByRole("dialog").getByRole("img")).toBeVisible();
    await expectAccessible(page, "a picture");
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  });
}

async function sendThree(page: Page): Promise<MessageFile[]> {
  const answers: MessageFile[] = [];
  page.on("response", async (answer) => {
    if (answer.url().endsWith("/node/files")) answers.push((await answer.json()).file);
  });
  await choose(page, [
    picture("wide.png", 1200, 300),
    picture("tall.png", 200, 900),
    text("log.txt"),
  ]);
  await expect(page.locator("[data-slot=file-chip][data-state=done]")).toHaveCount(3);
  await expect.poll(() => answers.length).toBe(3);
  const order = ["wide.png", "tall.png", "log.txt"];
  return answers.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}
