import { expect, test } from "bun:test";
import { historyWords } from "./user-history.ts";
import type { UserHistoryLine } from "./users.ts";

const maya = { id: "maya", name: "Maya Lindqvist" };
const nothing = { role: null, state: null, seesAllTickets: null, inTeam: null };
const said = (line: Partial<UserHistoryLine>) =>
  historyWords(
    {
      ...{ id: "1", at: "2026-01-01T00:00:00Z", act: "user.updated", fields: [], by: maya },
      ...{ became: nothing, place: null, ...line },
    },
    "ana",
  );

test("a change of state or role shows the new value, other changes their field names", () => {
  const disabled = { fields: ["state"], became: { ...nothing, state: "disabled" } };
  expect(said(disabled)).toBe("Maya Lindqvist disabled this user");
  expect(said({ ...disabled, by: null })).toBe("Disabled this user");
  for (const [scope, name] of [
    ["companyScope", "firstName"],
    // Former field names.
    ["company_scope", "first_name"],
  ] as const) {
    const fields = ["role", scope, "companies", name];
    expect(said({ fields, became: { ...nothing, role: "Agent" } })).toBe(
      "Maya Lindqvist set the role to Agent, changed companies, first name",
    );
  }
  const back = { ...nothing, role: "Customer", state: "active" };
  expect(said({ fields: ["role", "state"], became: back })).toBe(
    "Maya Lindqvist enabled this user, set the role to Customer",
  );
});

test("a change made on the page of a company or team names it", () => {
  const place = "Harbour";
  for (const [act, became, words] of [
    ["company.agent-added", {}, "assigned Harbour"],
    ["company.agent-removed", {}, "unassigned Harbour"],
    ["company.member-added", {}, "added this user to Harbour"],
    [
      "company.member-added",
      { seesAllTickets: true },
      "added this user to Harbour with access to all its tickets",
    ],
    ["company.member-changed", {}, "changed what this user can see in Harbour"],
    [
      "company.member-changed",
      { seesAllTickets: true },
      "gave this user access to all tickets of Harbour",
    ],
    [
      "company.member-changed",
      { seesAllTickets: false },
      "gave this user access to only their own tickets of Harbour",
    ],
    ["company.member-removed", {}, "removed this user from Harbour"],
    ["team.updated", { inTeam: true }, "added this user to the team Harbour"],
    ["team.updated", { inTeam: false }, "removed this user from the team Harbour"],
  ] as const) {
    const line = { act, place, fields: ["members"], became: { ...nothing, ...became } };
    expect(said(line)).toBe(`Maya Lindqvist ${words}`);
  }
  const merged = { act: "company.agent-added", place: null, became: nothing };
  expect(said(merged)).toBe("Maya Lindqvist assigned a deleted company");
});

test("any other action has its usual text", () => {
  expect(said({ fields: ["phone", "first_name"] })).toBe(
    "Maya Lindqvist changed this user: phone, first name",
  );
  expect(said({ act: "user.created", fields: ["role"] })).toBe("Maya Lindqvist created this user");
  const own = { act: "session.signed-in", by: { id: "ana", name: "Ana" } };
  expect(said(own)).toBe(said({ ...own, by: null }));
});
