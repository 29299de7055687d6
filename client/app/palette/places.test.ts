import { expect, test } from "bun:test";
import { customerViews, ticketViews } from "../../../shared/tickets/vocabulary.ts";
import { placesFor } from "./use-palette-entries.ts";

const viewsOf = (role: "Agent" | "Customer") =>
  placesFor({ role })
    .map(({ to }) => new URL(to, "https://desk.test").searchParams.get("view"))
    .filter((view) => view !== null);

test("every view is found by its name", () => {
  expect(viewsOf("Agent")).toEqual([...ticketViews]);
  expect(viewsOf("Customer")).toEqual([...customerViews]);
});

test("a customer's views have the names of their list", () => {
  const labels = placesFor({ role: "Customer" }).map(({ label }) => label);
  expect(labels).toEqual([
    "Tickets",
    "Open tickets",
    "Your turn",
    "Solved tickets",
    "All tickets",
    "Profile",
  ]);
});

test("each page of the settings is found by its name", () => {
  const settings = placesFor({ role: "Super Admin" }).filter(({ to }) =>
    to.startsWith("/settings"),
  );
  expect(settings.map(({ label }) => label)).toEqual([
    ...["Settings", "Teams", "Tags", "Macros", "Mailboxes", "Mail", "API", "Sign-in rules"],
  ]);
});
