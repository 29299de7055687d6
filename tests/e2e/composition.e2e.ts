import { expect, type Page } from "./browser/fixtures.ts";
import { test } from "./browser/ticket-fixtures.ts";

/** Words that an input method still offers, as for Japanese: they stand in the field underlined. */
async function compose(page: Page, text: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const end = text.length;
  await cdp.send("Input.imeSetComposition", { text, selectionStart: end, selectionEnd: end });
}

test("the keys of an input method choose nothing, close nothing and save nothing", async ({
  page,
  atTicket,
}) => {
  const { region, property } = await atTicket({ subject: "Crane stands still" });
  await region.getByRole("button", { name: "Crane stands still" }).click();
  const subject = page.getByRole("textbox", { name: "Subject" });
  await expect(subject).toBeFocused();
  await compose(page, "クレーン");
  for (const key of ["Escape", "Enter"]) {
    await page.keyboard.press(key);
    await expect(subject).toBeFocused();
  }
  await compose(page, "");
  await page.keyboard.press("Escape");
  await expect(subject).toHaveCount(0);

  await property("Assignee").click();
  const assignees = page.getByRole("dialog").getByRole("combobox");
  await expect(assignees).toBeFocused();
  await compose(page, "sam");
  for (const key of ["ArrowDown", "Enter", "Escape"]) {
    await page.keyboard.press(key);
    await expect(assignees).toBeFocused();
  }
  await compose(page, "");
  await page.keyboard.press("Escape");

  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog");
  await expect(palette.getByRole("combobox")).toBeFocused();
  await compose(page, "da");
  for (const key of ["Enter", "Escape"]) {
    await page.keyboard.press(key);
    await expect(palette).toBeVisible();
  }
});
