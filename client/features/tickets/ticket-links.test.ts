import { expect, test } from "bun:test";
import { addressOfRow } from "./ticket-links.ts";

const hit = { subject: [], message: null, file: null };

test("a row links to its ticket, and to the message a search found", () => {
  expect(addressOfRow({ number: 1042 }, "?q=label")).toBe("/ticket/1042?q=label");
  expect(addressOfRow({ number: 1042, hit: { ...hit, messageId: null } }, "")).toBe("/ticket/1042");
  const found = { number: 1042, hit: { ...hit, messageId: "m1" } };
  expect(addressOfRow(found, "?q=label")).toBe("/ticket/1042?q=label#message-m1");
});
