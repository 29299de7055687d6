import { expect, type Page } from "../browser/fixtures.ts";

/** By the palette: runs the first match. */
export async function openCommands(page: Page, words: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k");
  const input = page.getByRole("combobox", { name: "Commands" });
  await input.fill(words);
  await expect(page.getByRole("option", { name: "Audit log" })).toBeVisible();
  await page.getByRole("option", { name: "Audit log" }).click();
}
