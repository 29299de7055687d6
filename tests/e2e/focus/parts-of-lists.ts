import { expect, type Page } from "../browser/fixtures.ts";
import { shellOf } from "../steps/anywhere.ts";
import { press } from "./law.ts";

/** What the lists of users and of companies both have. */
export function partsOfList(page: Page) {
  return {
    ...{ page, dialog: page.getByRole("dialog"), question: page.getByRole("alertdialog") },
    bar: page.getByRole("region", { name: "Selection" }),
    box: (name: string) =>
      page.locator("[data-row]").filter({ hasText: name }).getByRole("checkbox"),
    menu: page.getByRole("button", { name: "Import and export" }),
    undo: () => press(shellOf(page).notices.getByRole("button", { name: /^Undo/ }).last()),
    choose: async (box: string, name: string) => {
      await page.getByRole("combobox", { name: box }).fill(name);
      // Enter takes the first option, which changes when the answer arrives.
      await expect(page.getByRole("option").first()).toHaveAccessibleName(new RegExp(name));
      await page.keyboard.press("Enter");
    },
  };
}
