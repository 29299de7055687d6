import { describe, expect, test } from "bun:test";
import type { SavedView } from "../../../../shared/saved-views.ts";
import { staffAddress } from "../list/ticket-list-address.ts";
import { isEdited, listOfSaved, putView, queryToSave, savedViewAddress } from "./saved-view.ts";

const id = "01920000-0000-7000-8000-000000000001";
const read = (search: string) => staffAddress.read(new URLSearchParams(search));

function saved(search: string): SavedView {
  const mine = { id, name: "Mine", shared: false, mine: true, owner: "Maya", canChange: true };
  return { ...mine, ...queryToSave(read(search)) };
}

describe("a saved view", () => {
  test("stores the view's query and the search as one query", () => {
    expect(saved("view=my-open&q=tag:billing&sort=priority")).toMatchObject({
      ...{ q: "assignee:me is:open -is:snoozed tag:billing", sort: "priority", descending: true },
    });
  });

  test("stores an order only if it is not the default", () => {
    expect(saved("view=all&q=printer")).toMatchObject({ sort: null, descending: null });
    expect(saved("view=all-open")).toMatchObject({ sort: "waiting", descending: false });
    expect(saved("view=all&dir=asc")).toMatchObject({ sort: "updated", descending: false });
  });

  test.each([
    "view=all&q=printer",
    "view=my-open&q=tag:billing&sort=priority",
    "view=all&q=created:2026-11-01&tz=Europe%2FBerlin&dir=asc",
    "view=all-open",
    "view=all&sort=number",
  ])("of %p: its link shows all that makes the list, and is not edited", (search) => {
    const view = saved(search);
    const list = staffAddress.read(new URLSearchParams(savedViewAddress(view).split("?")[1]));
    expect(list).toEqual(listOfSaved(view));
    expect(list.saved).toBe(id);
    expect(isEdited(list, view)).toBe(false);
    expect(isEdited({ ...list, search: `${list.search} more` }, view)).toBe(true);
    expect(isEdited({ ...list, descending: !list.descending }, view)).toBe(true);
  });
});

function view(id: string, change: Partial<SavedView> = {}): SavedView {
  const list = { q: "", timeZone: null, sort: null, descending: null };
  return {
    ...list,
    id,
    name: id,
    shared: true,
    mine: false,
    owner: "Maya",
    canChange: true,
    ...change,
  };
}

test("a view is listed once, sorted by name", () => {
  const shown = putView([view("b"), view("c")], view("c", { name: "A first one" }));
  expect(shown.map(({ name }) => name)).toEqual(["A first one", "b"]);
});

test("a colleague's view disappears when they stop sharing it, an own view stays", () => {
  const shown = [view("own", { mine: true }), view("theirs")];
  expect(putView(shown, view("theirs", { shared: false }))).toEqual([view("own", { mine: true })]);
  expect(putView(shown, view("own", { mine: true, shared: false }))).toHaveLength(2);
});
