import { expect, test } from "bun:test";
import type { Actor } from "../access/actor.ts";
import { previewBody } from "./reply.ts";

const someone = { id: "someone", companyScope: null, companyIds: [], seesAllOf: [] };

test("a preview looks like the message: a ticket's number is a link for staff only", async () => {
  const shownTo = async (role: Actor["role"]) =>
    (await previewBody({ actor: { ...someone, role } }, { body: "**see** #1042" })).html;
  expect(await shownTo("Agent")).toBe(
    '<p><strong>see</strong> <a href="/ticket/1042">#1042</a></p>',
  );
  expect(await shownTo("Customer")).toBe("<p><strong>see</strong> #1042</p>");
});

test("mentioned people are marked as in the note", async () => {
  const actor = { ...someone, role: "Agent" as const };
  const note = { body: "@Maya Lindqvist, see @Samuel", mentions: ["Maya Lindqvist"] };
  expect((await previewBody({ actor }, note)).html).toBe(
    '<p><span class="mention">@Maya Lindqvist</span>, see @Samuel</p>',
  );
});

test("one person's requests do not delay another person's preview", async () => {
  const actor = { ...someone, role: "Customer" as const };
  const long = "*__a\n".repeat(20_000);
  const order: string[] = [];
  const preview = async (id: string, body: string) => {
    await previewBody({ actor: { ...actor, id } }, { body });
    order.push(id);
  };
  const many = Array.from({ length: 5 }, () => preview("ana", long));
  await Promise.all([...many, preview("ben", long)]);
  expect(order.indexOf("ben")).toBeLessThanOrEqual(1);
});
