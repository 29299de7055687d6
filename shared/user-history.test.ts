import { expect, test } from "bun:test";
import { historyWords } from "./user-history.ts";
import type { UserHistoryLine } from "./users.ts";

const maya = { id: "maya", name: "Maya Lindqvist" };
const said = (line: Partial<UserHistoryLine>) =>
  historyWords(
    {
      ...{ id: "1", at: "2026-01-01T00:00:00Z", act: "user.updated", fields: [], by: maya },
      ...{ became: { role: null, state: null }, ...line },
    },
    "ana",
  );

test("a change of state or role says what they became, and the rest by the names of its fields", () => {
  const disabled = { fields: ["state"], became: { role: null, state: "disabled" } };
  expect(said(disabled)).toBe("Maya Lindqvist disabled this user");
  expect(said({ ...disabled, by: null })).toBe("Disabled this user");
  for (const [scope, name] of [
    ["companyScope", "firstName"],
    // As they were called once.
    ["company_scope", "first_name"],
  ] as const) {
    const fields = ["role", scope, "companies", name];
    expect(said({ fields, became: { role: "Agent", state: null } })).toBe(
      "Maya Lindqvist made this user Agent, changed companies, first name",
    );
  }
  expect(said({ fields: ["role", "state"], became: { role: "Customer", state: "active" } })).toBe(
    "Maya Lindqvist enabled this user, made this user Customer",
  );
});

test("any other act is told as ever", () => {
  expect(said({ fields: ["phone", "first_name"] })).toBe(
    "Maya Lindqvist changed this user: phone, first name",
  );
  expect(said({ act: "user.created", fields: ["role"] })).toBe("Maya Lindqvist created this user");
  const own = { act: "session.signed-in", by: { id: "ana", name: "Ana" } };
  expect(said(own)).toBe(said({ ...own, by: null }));
});
