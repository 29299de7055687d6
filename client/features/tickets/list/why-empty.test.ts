import { expect, test } from "bun:test";
import { whyEmpty } from "./why-empty.ts";

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
