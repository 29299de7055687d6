import type { Route } from "@playwright/test";
import { expect } from "../browser/fixtures.ts";
import type { Parts } from "./at-a-ticket.ts";
import { type Act, press, take } from "./law.ts";

export const properties: Act<Parts>[] = [
  {
    ...{ name: "a status", call: "tickets.update" },
    act: ({ property }) => take(property("Status"), /^On hold/),
    focus: ({ property }) => property("Status"),
  },
  {
    ...{ name: "a priority", call: "tickets.update" },
    act: ({ property }) => take(property("Priority"), "High"),
    focus: ({ property }) => property("Priority"),
  },
  {
    ...{ name: "a type", call: "tickets.update" },
    act: ({ property }) => take(property("Type"), "Incident"),
    focus: ({ property }) => property("Type"),
  },
  {
    ...{ name: "an assignee", call: "tickets.update" },
    act: async ({ property, page, choose }) => {
      await press(property("Assignee"));
      await page.getByRole("combobox", { name: "Find an agent" }).fill("Samuel");
      await choose(/^Samuel Okafor/);
    },
    focus: ({ property }) => property("Assignee"),
  },
  {
    ...{ name: "a team", call: "tickets.update" },
    act: async ({ property, page, choose }) => {
      await press(property("Team"));
      await page.getByRole("combobox", { name: "Find a team" }).fill("Warehouse");
      await choose("Warehouse");
    },
    focus: ({ property }) => property("Team"),
  },
  {
    name: "Escape in a picker",
    act: async ({ property, page }) => {
      await press(property("Team"));
      await expect(page.getByRole("combobox", { name: "Find a team" })).toBeFocused();
      await page.keyboard.press("Escape");
    },
    focus: ({ property }) => property("Team"),
  },
  {
    ...{ name: "a snooze", call: "tickets.update" },
    act: async ({ property, page }) => {
      await press(property("Snooze"));
      await press(page.getByRole("button", { name: /^Tomorrow morning/ }));
    },
    focus: ({ property }) => property("Snooze"),
  },
  {
    ...{ name: "a tag", call: "tickets.update" },
    act: async ({ button, page, choose }) => {
      await press(button("Add tag"));
      await page.getByRole("combobox", { name: "Find or create a tag" }).fill("harbour-crane");
      await choose("Create “harbour-crane”");
      await page.keyboard.press("Escape");
    },
    focus: ({ button }) => button("Add tag"),
  },
  {
    ...{ name: "a tag removed", call: "tickets.update" },
    act: ({ button }) => press(button("Remove tag two")),
    focus: ({ button }) => button("Remove tag harbour-crane"),
  },
  {
    ...{ name: "the last tag removed", call: "tickets.update" },
    act: ({ button }) => press(button("Remove tag harbour-crane")),
    focus: ({ button }) => button("Remove tag one"),
  },
  {
    ...{ name: "a follower", call: "tickets.update" },
    act: async ({ button, page, choose }) => {
      await press(button("Add follower"));
      await page.getByRole("combobox", { name: "Find a person" }).fill("Samuel");
      await choose(/^Samuel Okafor/);
    },
    focus: ({ button }) => button("Add follower"),
  },
  {
    ...{ name: "a follower removed", call: "tickets.update" },
    act: ({ button }) => press(button(/^Remove follower Samuel Okafor/)),
    focus: ({ button }) => button("Add follower"),
  },
  {
    ...{ name: "a link", call: "tickets.link" },
    act: async ({ button, page, other, choose }) => {
      await press(button("Link ticket"));
      await expect(page.getByRole("combobox", { name: "Find a related ticket" })).toBeFocused();
      await page.keyboard.type(`${other.number}`);
      await choose(new RegExp(`#${other.number}`));
    },
    focus: ({ button }) => button("Link ticket"),
  },
  {
    ...{ name: "a link removed", call: "tickets.unlink" },
    act: ({ button, other }) => press(button(`Unlink #${other.number}`)),
    focus: ({ button }) => button("Link ticket"),
  },
  {
    ...{ name: "a subject", call: "tickets.update" },
    act: async ({ region, page }) => {
      await press(region.getByRole("heading", { level: 1 }).getByRole("button"));
      await page.getByRole("textbox", { name: "Subject" }).fill("The crane moves again");
      await page.keyboard.press("Enter");
    },
    focus: ({ region }) => region.getByRole("heading", { level: 1 }).getByRole("button"),
  },
  {
    name: "Escape in a subject",
    act: async ({ region, page }) => {
      await press(region.getByRole("heading", { level: 1 }).getByRole("button"));
      await expect(page.getByRole("textbox", { name: "Subject" })).toBeFocused();
      await page.keyboard.press("Escape");
    },
    focus: ({ region }) => region.getByRole("heading", { level: 1 }).getByRole("button"),
  },
  {
    ...{ name: "a field that someone else set in the meantime", call: "tickets.update" },
    act: async ({ property, page, answer, changeFirst }) => {
      const between = async (route: Route) => {
        await changeFirst({ priority: "urgent" });
        await route.continue();
      };
      await page.route("**/tickets.update*", between, { times: 1 });
      await take(property("Priority"), "Low");
      await answer("Keep theirs");
    },
    focus: ({ property }) => property("Priority"),
  },
  {
    ...{ name: "Resolve", call: "tickets.update" },
    act: ({ button }) => press(button("Resolve ticket")),
    focus: ({ button }) => button("Reopen ticket"),
  },
  {
    ...{ name: "Reopen", call: "tickets.update" },
    act: ({ button }) => press(button("Reopen ticket")),
    focus: ({ button }) => button("Resolve ticket"),
  },
];
