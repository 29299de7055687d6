import { expect, test } from "bun:test";
import { whyEmpty, whyNothing } from "./empty-views.ts";

test("that nothing is open is said where nothing is, and what is snoozed is open", () => {
  const done = { "all-open": 0, snoozed: 0, all: 4 };
  expect(whyNothing("all-open", done)).toMatchObject({ title: "Nothing is open", next: "all" });
  const later = { ...done, snoozed: 2 };
  const snoozed = { title: "All that is open is snoozed", next: "snoozed" };
  expect(whyNothing("all-open", later)).toMatchObject(snoozed);
});

test("that everything has somebody is said where no snoozed ticket may have nobody", () => {
  const counts = { unassigned: 0, "all-open": 3, snoozed: 0, all: 9 };
  expect(whyNothing("unassigned", counts).title).toBe("Everything has somebody");
  expect(whyNothing("unassigned", { ...counts, snoozed: 2 })).toMatchObject({
    title: "Everything that is not snoozed has somebody",
    why: "A snoozed ticket that has nobody stands here when its time comes.",
    next: "all-open",
  });
});

test("who has nothing is led to what has nobody, then to what is open, snoozed and done", () => {
  const counts = { unassigned: 1, "all-open": 3, snoozed: 2, all: 9 };
  const next = { next: "unassigned", why: "1 ticket has nobody yet." };
  expect(whyNothing("my-open", counts)).toMatchObject(next);
  expect(whyNothing("my-open", { ...counts, unassigned: 0 }).next).toBe("all-open");
  const open = { unassigned: 0, "all-open": 0 };
  expect(whyNothing("my-open", { ...counts, ...open }).next).toBe("snoozed");
  expect(whyNothing("snoozed", { ...counts, ...open }).next).toBe("all");
});

test("a customer who has asked nothing yet is told so in every view, and led to ask", () => {
  const asked = { title: "You have no ticket yet", next: "new" };
  expect(whyEmpty("all", {})).toMatchObject(asked);
  expect(whyEmpty("all-open", { all: 0 })).toMatchObject(asked);
  expect(whyEmpty("recently-resolved", { all: 0 })).toMatchObject(asked);
});

test("a view that holds nothing leads to all of theirs", () => {
  const rest = { all: 4 };
  expect(whyEmpty("all-open", rest)).toMatchObject({ title: "Nothing is open", next: "all" });
  const answer = { title: "Nothing waits for you", next: "all" };
  expect(whyEmpty("pending", rest)).toMatchObject(answer);
  const solved = { title: "Nothing is solved yet", next: "all" };
  expect(whyEmpty("recently-resolved", rest)).toMatchObject(solved);
  // Not counted yet.
  expect(whyEmpty("all-open", {})).toMatchObject({ title: "Nothing is open", next: "all" });
});
