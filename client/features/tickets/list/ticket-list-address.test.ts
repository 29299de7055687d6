import { describe, expect, test } from "bun:test";
import {
  customerAddress,
  ordersFor,
  staffAddress,
  viewAddress,
  viewAddressFrom,
} from "./ticket-list-address.ts";

const read = (search: string) => staffAddress.read(new URLSearchParams(search));

describe("the address of the ticket list", () => {
  test("omits the defaults: all open tickets, longest wait first", () => {
    const list = read("");
    expect(list).toEqual({
      ...{ view: "all-open", search: "", timeZone: null, saved: null },
      ...{ sort: "waiting", descending: false },
    });
    expect(staffAddress.write(list)).toBe("");
  });

  test("sorts open views by waiting time, the others by last change", () => {
    expect(read("view=my-open")).toMatchObject({ sort: "waiting", descending: false });
    expect(read("view=recently-resolved")).toMatchObject({ sort: "updated", descending: true });
    expect(read("view=all")).toMatchObject({ sort: "updated", descending: true });
  });

  test("sorts only snoozed tickets by the end of their snooze", () => {
    const soonest = { sort: "snoozed", descending: false };
    expect(read("view=snoozed")).toMatchObject(soonest);
    expect(read("view=all&q=is:snoozed+tag:a")).toMatchObject(soonest);
    expect(read("view=all&q=is:snoozed+printer")).toMatchObject({ sort: "relevance" });
    expect(read("view=all&q=is:snoozed+printer&sort=snoozed")).toMatchObject(soonest);
    expect(read("view=all&sort=snoozed")).toMatchObject({ sort: "updated", descending: true });
    expect(customerAddress.read(new URLSearchParams("q=is:snoozed")).sort).toBe("updated");
    expect(ordersFor(read("view=snoozed"))[0]).toBe("snoozed");
    expect(ordersFor(read("view=all"))).not.toContain("snoozed");
  });

  test.each([
    "",
    "?view=snoozed",
    "?view=snoozed&sort=updated",
    "?view=all&q=printer+is%3Asnoozed&sort=snoozed",
    "?view=all",
    "?view=all&q=two+words",
    "?view=pending&sort=number",
    "?sort=priority&dir=asc",
    "?dir=desc",
  ])("%p is read and written back as it was", (search) => {
    expect(staffAddress.write(read(search))).toBe(search);
  });

  test("ignores unknown values", () => {
    expect(read("view=mine&sort=colour&dir=up")).toEqual(read(""));
  });

  test("cuts a search that is too long", () => {
    expect(read(`q=${"a".repeat(900)}`).search).toHaveLength(500);
  });

  test("ignores staff views and orders for customers", () => {
    const list = customerAddress.read(new URLSearchParams("view=unassigned&sort=waiting"));
    expect(list).toMatchObject({ view: "all-open", sort: "updated", descending: true });
    expect(customerAddress.write(list)).toBe("");
  });

  test("links to a view without search and order", () => {
    expect(viewAddress("on-hold")).toBe("/ticket/log?view=on-hold");
    expect(viewAddress("all-open")).toBe("/ticket/log");
  });

  test("carries a search to another view; the current view links to itself without it", () => {
    const searched = read("view=pending&q=printer+created:>2026-01-01&tz=Asia/Tokyo&sort=number");
    expect(viewAddressFrom(searched, "all")).toBe(
      "/ticket/log?view=all&q=printer+created%3A%3E2026-01-01&tz=Asia%2FTokyo",
    );
    expect(viewAddressFrom(searched, "pending")).toBe("/ticket/log?view=pending");
    expect(viewAddressFrom(read("view=pending"), "all")).toBe("/ticket/log?view=all");
  });

  test("does not carry over the query of a saved view", () => {
    const saved = read("view=all&q=tag:stock&saved=01900000-0000-7000-8000-000000000000");
    expect(viewAddressFrom(saved, "all-open")).toBe("/ticket/log");
  });
});
