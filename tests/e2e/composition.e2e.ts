import { expect, type Page } from "./browser/fixtures.ts";
import { test } from "./browser/ticket-fixtures.ts";

/** Simulates an input method, as for Japanese: it owns the keys while its suggestion is in the field. */
async function compose(page: Page, text: string, keys: readonly string[]): Promise<void> {
  const field = page.locator(":focus");
  await field.dispatchEvent("compositionstart");
  await page.keyboard.insertText(text);
  for (const key of keys) {
    await field.dispatchEvent("keydown", { key, isComposing: true });
    await expect(field).toBeFocused();
  }
  await field.dispatchEvent("compositionend", { data: text });
  // In Safari the key that ends it arrives afterwards, with only a key code.
  for (const key of keys) {
    await field.dispatchEvent("keydown", { key, keyCode: 229 });
    await expect(field).toBeFocused();
  }
}

test("the keys of an input method choose nothing, close nothing and save nothing", async ({
  page,
  atTicket,
}) => {
  const { region, property } = await atTicket({ subject: "Crane stands still" });
  await region.getByRole("button", { name: "Crane stands still" }).click();
  const subject = page.getByRole("textbox", { name: "Subject" });
  await expect(subject).toBeFocused();
  await compose(page, "クレーン", ["Escape", "Enter"]);
  await expect(subject).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(subject).toHaveCount(0);

  await property("Assignee").click();
  const assignees = page.getByRole("dialog").getByRole("combobox");
  await expect(assignees).toBeFocused();
  await compose(page, "sam", ["ArrowDown", "Enter", "Escape"]);
  await expect(assignees).toBeFocused();
  await page.keyboard.press("Escape");

  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog");
  await expect(palette.getByRole("combobox")).toBeFocused();
  await compose(page, "da", ["Enter", "Escape"]);
  await expect(palette).toBeVisible();
});
