import { expect, test } from "bun:test";
import type { Actor } from "../../actor.ts";
import { previewBody } from "./preview.ts";

const somebody = { id: "somebody", companyScope: null, companyIds: [], seesAllOf: [] };

test("a text is shown as it will be read: a ticket's number is a link for staff alone", () => {
  const shownTo = (role: Actor["role"]) =>
    previewBody({ actor: { ...somebody, role } }, { body: "**see** #1042" }).html;
  expect(shownTo("Agent")).toBe('<p><strong>see</strong> <a href="/ticket/1042">#1042</a></p>');
  expect(shownTo("Customer")).toBe("<p><strong>see</strong> #1042</p>");
});
