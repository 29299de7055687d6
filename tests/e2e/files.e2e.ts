import { join } from "node:path";
import type { MessageFile } from "../../shared/tickets/page.ts";
import { pngOf } from "../support/pictures.ts";
import { endSessionsOf, expect, type Page, test } from "./browser/fixtures.ts";
import { closeByEscape, goTo, resize } from "./screens/screen.ts";
import { above, expectAccessible } from "./screens/sound.ts";

declare global {
  interface Window {
    showFiles: (files: MessageFile[]) => void;
    clearFiles: () => void;
    fileIds: string[];
  }
}

let built: Promise<string> | undefined;

function filesPage(): Promise<string> {
  built ??= Bun.build({
    entrypoints: [join(import.meta.dir, "browser/files-page.tsx")],
    target: "browser",
    define: { "process.env.NODE_ENV": '"production"' },
  }).then(({ outputs: [script] }) => {
    if (!script) throw new Error("The page of files was not built");
    return script.text();
  });
  return built;
}

async function openProfile(page: Page): Promise<void> {
  await goTo(page, "/profile");
  await expect(page.getByRole("main")).toBeVisible();
}

async function openFiles(page: Page): Promise<void> {
  await page.route("**/assets/files-page.js", async (route) =>
    route.fulfill({ contentType: "text/javascript", body: await filesPage() }),
  );
  await openProfile(page);
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
const atDesk = (page: Page) => page.locator("[data-slot=file-chip][data-state=done]");
const choose = (page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator("input[type=file]").setInputFiles(files);

type Carried = "dragenter" | "dragover" | "drop" | "paste";

async function drop(page: Page, type: Carried, names: string[]) {
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

/** A file is dragged over an element that disappears, and then away. */
async function carryOverWhatGoes(page: Page): Promise<void> {
  await page.locator("[data-slot=file-drop-area]").evaluate(async (area) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["a"], "a.txt"));
    const carry = (type: string, from: Element, relatedTarget: Element) =>
      from.dispatchEvent(new DragEvent(type, { bubbles: true, dataTransfer, relatedTarget }));
    const news = area.appendChild(document.createElement("p"));
    carry("dragenter", news, document.body);
    news.remove();
    carry("dragenter", area, document.body);
    carry("dragleave", area, document.body);
  });
}

/** The state after a message was sent. */
async function beginAnew(page: Page): Promise<void> {
  await page.evaluate(() => window.clearFiles());
  await expect(chips(page)).toHaveCount(0);
}

test("files are attached in several ways; those that cannot be show why", async ({
  page,
  signedIn,
  context,
  desk,
}) => {
  test.slow();
  const me = await signedIn("Agent");
  await test.step("a file dropped outside the drop area does not replace the page", async () => {
    await openProfile(page);
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

  await openFiles(page);
  await test.step("by the paperclip, by dropping and by pasting", async () => {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Attach files" }).click();
    await (await chooser).setFiles([picture("screen.png"), text("log.txt")]);
    await drop(page, "dragenter", ["dropped.txt"]);
    await expect(page.getByText("Drop to attach")).toBeVisible();
    await drop(page, "drop", ["dropped.txt"]);
    await expect(page.getByText("Drop to attach")).toBeHidden();
    await carryOverWhatGoes(page);
    await expect(page.getByText("Drop to attach")).toBeHidden();
    // As in browsers that do not report where a dragleave leads.
    await drop(page, "dragover", ["dropped.txt"]);
    await expect(page.getByText("Drop to attach")).toBeVisible();
    await drop(page, "drop", []);
    await drop(page, "paste", ["pasted.txt"]);

    await expect(atDesk(page)).toHaveCount(4);
    await expect(page.getByTestId("busy")).toHaveText("ready");
    await expect(chips(page).locator("img[src^='blob:']")).toHaveCount(1);
    await expect(page.getByRole("status").filter({ hasText: "4 files attached" })).toBeAttached();
    expect(await page.evaluate(() => window.fileIds.length)).toBe(4);
    await page.getByRole("button", { name: "Remove log.txt" }).click();
    await expect(chips(page)).toHaveCount(3);
    expect(await page.evaluate(() => window.fileIds.length)).toBe(3);
    await beginAnew(page);
  });

  await test.step("a file that only claims to be an image is shown as a file", async () => {
    await choose(page, [{ ...text("fake.png"), mimeType: "image/png" }]);
    await expect(atDesk(page)).toHaveCount(1);
    await expect(chips(page).locator("img")).toHaveCount(0);
    await beginAnew(page);
  });

  await test.step("an empty file, or one too many, is refused with a message", async () => {
    await choose(page, [{ name: "empty.txt", mimeType: "text/plain", buffer: Buffer.alloc(0) }]);
    await expect(chips(page).filter({ hasText: "The file is empty." })).toBeVisible();
    await choose(
      page,
      Array.from({ length: 10 }, (_, index) => text(`${index}.txt`)),
    );
    await expect(atDesk(page)).toHaveCount(9);
    await expect(
      chips(page).filter({ hasText: "A message can have up to 10 files." }),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: /^Upload .* again$/ })).toHaveCount(0);
    await beginAnew(page);
  });

  await test.step("an upload shows its progress and can be cancelled", async () => {
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
    await page.unroute("**/node/files");
  });

  await test.step("a stale token is renewed, and after the session ended an upload says so", async () => {
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
    await expect(atDesk(page)).toHaveCount(1);

    await endSessionsOf(desk, me);
    await choose(page, [text("second.txt")]);
    await expect(chips(page).filter({ hasText: "Your session has ended." })).toBeVisible();
    await expect(page.getByRole("button", { name: "Upload second.txt again" })).toBeVisible();
  });
});

test("files of a message: they wait while offline, images have reserved boxes and open by keyboard, and axe finds nothing", async ({
  page,
  signedIn,
  context,
  watch,
}) => {
  test.slow();
  watch.allow(/ERR_INTERNET_DISCONNECTED/);
  await signedIn("Agent");
  await openFiles(page);
  const sent = await sendThree(page);
  const message = page.getByRole("article");
  await context.setOffline(true);
  await test.step("while offline a file waits, and a missing image is shown by its name", async () => {
    await beginAnew(page);
    await choose(page, [text("later.txt")]);
    await expect(
      chips(page).filter({ hasText: "You're offline. The upload continues" }),
    ).toBeVisible();
    await page.evaluate((files) => window.showFiles(files), sent);
    await expect(message.getByText("wide.png")).toBeVisible();
    await expect(message.getByRole("img")).toHaveCount(0);
  });

  await context.setOffline(false);
  await test.step("back online, the upload continues and the image loads", async () => {
    await expect(atDesk(page)).toHaveCount(1);
    await expect(message.getByRole("img")).toHaveCount(2);
  });

  await test.step("images of a message have reserved boxes and open by keyboard, other files are downloaded", async () => {
    const box = await message.getByRole("button").first().boundingBox();
    expect([box?.width, box?.height]).toEqual([160, 120]);

    const first = page.getByRole("button", { name: "View wide.png" });
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

    // An image redacted while it is open closes, and others still open.
    const [wide, tall] = sent;
    await page.getByRole("button", { name: "View tall.png" }).click();
    await expect(dialog).toContainText("2 of 2");
    await page.evaluate((files) => window.showFiles(files), sent.slice(1));
    await expect(dialog.getByRole("img", { name: tall?.name })).toBeVisible();
    await page.evaluate(
      (files) => window.showFiles(files),
      sent.filter((file) => file !== tall),
    );
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: `View ${wide?.name}` }).click();
    await expect(dialog.getByRole("img", { name: wide?.name })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.evaluate((files) => window.showFiles(files), sent);

    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: /^Download log.txt/ }).click();
    expect((await download).suggestedFilename()).toBe("log.txt");
  });

  await choose(page, [
    { name: "empty.txt", mimeType: "text/plain", buffer: Buffer.alloc(0) },
    picture("screen.png"),
  ]);
  await expect(atDesk(page)).toHaveCount(2);
  for (const width of [1440, 390]) {
    await test.step(`axe finds nothing at ${width} px`, async () => {
      await resize(page, { width, height: 800 });
      await expectAccessible(page);
      await page.getByRole("button", { name: "View tall.png" }).click();
      await expect(page.getByRole("dialog").getByRole("img")).toBeVisible();
      await expectAccessible(page, "a picture", above);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
      await closeByEscape(page);
    });
  }
});

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
  await expect(atDesk(page)).toHaveCount(3);
  await expect.poll(() => answers.length).toBe(3);
  const order = ["wide.png", "tall.png", "log.txt"];
  return answers.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}
