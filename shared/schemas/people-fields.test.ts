import { expect, test } from "bun:test";
import {
  anId,
  chars,
  type FieldRow,
  free,
  id,
  many,
  oneOf,
  pages,
  times,
  typed,
  upTo,
  wrongOf,
} from "../../tests/support/field-rules.ts";
import { companyLimits } from "../companies.ts";
import { importLimits } from "../imports.ts";
import { jobLimits } from "../jobs.ts";
import { teamLimits } from "../teams.ts";
import { userLimits } from "../users.ts";
import * as companies from "./companies.ts";
import * as exported from "./exports.ts";
import {
  confirmImportInput,
  importInput,
  importResultInput,
  previewImportInput,
} from "./imports.ts";
import * as teams from "./teams.ts";
import * as users from "./users.ts";
import { userBulkInput } from "./users.ts";

const person = { firstName: "Ana", lastName: "Ruiz", email: "ana@desk.test", role: "Agent" };

const table: FieldRow[] = [
  [
    "companies",
    companies.listCompaniesInput,
    {},
    [
      ...pages,
      upTo("search", companyLimits.search, 0),
      free("cursor", 1000),
      oneOf("state", "active", "archived"),
      ["agent", [id, "none"], ["x"]],
      upTo("domain", companyLimits.domain, 0),
      oneOf("sort", "name", "created"),
      ["descending", [true, false], ["true"]],
    ],
  ],
  [
    "members of a company",
    companies.companyMembersInput,
    { id },
    [...pages, anId("id"), upTo("search", companyLimits.search, 0)],
  ],
  [
    "a company",
    companies.createCompanyInput,
    { requestId: id, name: "Acme" },
    [
      anId("requestId"),
      upTo("name", companyLimits.name),
      upTo("notes", companyLimits.notes, 0),
      many("agentIds", userLimits.companies),
      [
        "domains",
        [[], times(companyLimits.domains, "acme.test"), [`acme.test/${chars(244)}`]],
        [times(companyLimits.domains + 1, "acme.test"), ["acme"], [`acme.test/${chars(245)}`]],
      ],
    ],
  ],
  [
    "a company changed",
    companies.updateCompanyInput,
    { id, patch: {} },
    [
      anId("id"),
      [
        "patch",
        [{ name: chars(companyLimits.name) }, { state: "archived" }],
        [{ members: [] }, { name: "" }],
      ],
      [
        "base",
        [{}, { name: "", notes: chars(companyLimits.notes) }],
        [
          { name: chars(companyLimits.name + 1) },
          { notes: chars(companyLimits.notes + 1) },
          { x: 1 },
        ],
      ],
    ],
  ],
  [
    "many companies",
    companies.companyBulkInput,
    { requestId: id, act: { kind: "archive" }, ids: [id] },
    [
      many("ids", jobLimits.items, 1),
      [
        "act",
        [{ kind: "restore" }, { kind: "assign", agentId: id }, { kind: "unassign", agentId: id }],
        [
          { kind: "delete" },
          { kind: "assign" },
          { kind: "unassign" },
          { kind: "archive", x: 1 },
          { kind: "restore", x: 1 },
          { kind: "assign", agentId: id, x: 1 },
          { kind: "unassign", agentId: id, x: 1 },
        ],
      ],
    ],
  ],
  [
    "a merge of companies",
    companies.mergeCompaniesInput,
    { requestId: id, sourceId: id, targetId: id, agentIds: [], seeAllIds: [], agreedIds: [] },
    [
      anId("sourceId"),
      anId("targetId"),
      ...["agentIds", "seeAllIds", "agreedIds"].map((field) => many(field, 10_000)),
    ],
  ],
  [
    "many users",
    userBulkInput,
    { requestId: id, act: { kind: "remove-company", companyId: id }, ids: [id] },
    [
      many("ids", jobLimits.items, 1),
      [
        "act",
        [
          {
            kind: "role",
            role: "Agent",
            companyScope: "all",
            companyIds: times(userLimits.companies, id),
          },
          { kind: "role", role: "Customer" },
          { kind: "state", state: "disabled" },
          { kind: "state", state: "active" },
          { kind: "invite" },
          { kind: "add-company", companyId: id },
          { kind: "add-company", companyId: id, seesAllTickets: true },
        ],
        [
          { kind: "role" },
          { kind: "role", role: "Agent", companyIds: times(userLimits.companies + 1, id) },
          { kind: "state", state: "invited" },
          { kind: "add-company" },
          { kind: "remove-company" },
          { kind: "delete" },
          { kind: "role", role: "Agent", x: 1 },
          { kind: "state", state: "active", x: 1 },
          { kind: "invite", x: 1 },
          { kind: "add-company", companyId: id, x: 1 },
          { kind: "remove-company", companyId: id, x: 1 },
        ],
      ],
    ],
  ],
  [
    "sign-in",
    users.loginInput,
    { email: "x", password: "x" },
    [upTo("email", userLimits.email), typed("password")],
  ],
  [
    "password",
    users.changePasswordInput,
    { oldPassword: "x", newPassword: "x" },
    [typed("oldPassword"), typed("newPassword")],
  ],
  [
    "password by a link",
    users.choosePasswordInput,
    { token: "x", newPassword: "x" },
    [["token", [chars(200), "x"], ["", chars(201)]]],
  ],
  [
    "reset",
    users.requestResetInput,
    { email: "a@b.test" },
    [["email", [" a@b.test "], ["", "a", "a@b", "a b@c.test"]]],
  ],
  [
    "user",
    users.createUserInput,
    person,
    [
      upTo("firstName", userLimits.name),
      upTo("lastName", userLimits.name),
      upTo("phone", userLimits.phone, 0),
      ["phone", [null], []],
      ["timeZone", [null, "Europe/Lisbon"], ["Nowhere/Land"]],
      oneOf("role", "Super Admin", "Agent", "Customer"),
      oneOf("companyScope", "all", "assigned"),
      [
        "companies",
        [times(userLimits.companies, { id, seesAllTickets: true }), [{ id }]],
        [times(userLimits.companies + 1, { id }), [id], [{ id, name: "x" }]],
      ],
    ],
  ],
  [
    "user changed",
    users.updateUserInput,
    { id },
    [
      ["state", ["invited", "active", "disabled"], ["asleep"]],
      anId("undoes"),
      ["timeZone", [null], ["x"]],
      [
        "base",
        [{}, { phone: null, companyScope: null, timeZone: null }, { firstName: "" }],
        [{ firstName: null }, { x: 1 }],
      ],
      ["phone", [null, ""], [chars(userLimits.phone + 1)]],
      ["email", ["a@b.test"], [null, "x"]],
    ],
  ],
  [
    "users",
    users.listUsersInput,
    {},
    [
      ...pages,
      upTo("search", 200, 0),
      free("cursor", 1000),
      ["companyId", [id, "none"], ["no id", ""]],
      ["seen", ["never"], ["always"]],
      ["sort", ["lastSeen"], ["phone"]],
      oneOf("state", "invited", "active", "disabled"),
    ],
  ],
  [
    "profile",
    users.updateProfileInput,
    {},
    [
      upTo("firstName", userLimits.name),
      upTo("phone", userLimits.phone, 0),
      ["phone", [null], []],
      ["timeZone", [null], ["x"]],
      oneOf("theme", "system", "light", "dark"),
      ["role", [], ["Super Admin"]],
      ["navCollapsed", [true], ["true"]],
      ["singleKeys", [true], ["true"]],
      oneOf("afterLeaving", "stay", "next", "list"),
      ["listHidden", [[], ["company", "tags"]], [["subject"], "company"]],
      oneOf("listDensity", "comfortable", "compact"),
      ["listGroup", [null, "status", "assignee", "company"], ["tags"]],
      ["email", [], ["a@b.test"]],
    ],
  ],
  [
    "file of users",
    exported.exportUsersQuery,
    {},
    [
      ["descending", ["true", "false"], [true, "yes"]],
      ["cursor", [], ["x"]],
    ],
  ],
  [
    "import looked at",
    previewImportInput,
    { id, mapping: ["email"], choices: {} },
    [
      [
        "mapping",
        [[null], times(importLimits.columns, null)],
        [[], times(importLimits.columns + 1, null), ["password"]],
      ],
      [
        "choices",
        [{ createCompanies: true, sendInvitations: true }],
        [{ x: 1 }, { createCompanies: 1 }],
      ],
    ],
  ],
  [
    "import",
    confirmImportInput,
    { id, requestId: id, mapping: ["email"], choices: {} },
    [anId("requestId")],
  ],
  ["staff to pick", teams.pickStaffInput, {}, [upTo("search", 100, 0)]],
  ["team", teams.createTeamInput, { name: "x" }, [upTo("name", teamLimits.name)]],
  ["what names a team", teams.oneTeamInput, { id }, []],
  ["team gone", teams.deleteTeamInput, { id }, [["to", [id, null, undefined], ["x"]]]],
  ["one company", companies.companyInput, { id }, [anId("id")]],
  [
    "candidates for a company",
    companies.companyCandidatesInput,
    {},
    [anId("id"), anId("only"), upTo("search", companyLimits.search, 0)],
  ],
  [
    "agent of a company",
    companies.assignAgentInput,
    { id, userId: id, assigned: true },
    [["assigned", [false], ["no"]]],
  ],
  [
    "member of a company",
    companies.setMemberInput,
    { id, userId: id, member: true },
    [
      ["member", [false], ["no"]],
      ["seesAllTickets", [true, false], [null]],
    ],
  ],
  ["merge of companies looked at", companies.mergePreviewInput, { sourceId: id, targetId: id }, []],
  [
    "first Super Admin",
    users.firstAdminInput,
    { token: "x", firstName: "Ana", lastName: "Ruiz", email: "ana@desk.test", newPassword: "x" },
    [typed("newPassword"), upTo("firstName", userLimits.name), upTo("lastName", userLimits.name)],
  ],
  ["session of a user", users.endUserSessionInput, { id, sessionId: id }, []],
  ["link", users.readLinkInput, { token: "x" }, []],
  ["import found", importInput, { id }, [anId("id")]],
  ["import done", importResultInput, { jobId: id }, [anId("jobId")]],
  ["team called otherwise", teams.renameTeamInput, { id, name: "x", base: "x" }, []],
  ["member of a team", teams.setTeamMemberInput, { id, userId: id, member: true }, []],
];

test.each(table)("%s: each field accepts valid values only", (_, schema, rest, rules) => {
  expect(wrongOf(schema, rest, rules)).toEqual([]);
});

test("a list is sorted by name by default, and optional actions are off", () => {
  const byName = { sort: "name", descending: false, limit: 50 } as const;
  expect(users.listUsersInput.parse({})).toEqual(byName);
  expect(companies.listCompaniesInput.parse({})).toEqual(byName);
  expect(exported.exportUsersQuery.parse({ descending: "true" }).descending).toBe(true);
  expect(exported.exportUsersQuery.parse({}).descending).toBe(false);
  const { choices } = previewImportInput.parse({ id, mapping: ["email"], choices: {} });
  expect(choices).toEqual({ createCompanies: false, sendInvitations: false });
});

test("a domain is stored as mail spells it", () => {
  const { domains } = companies.createCompanyInput.parse({
    ...{ requestId: id, name: "Acme", domains: ["https://www.Acme.test/about", "@acme.test"] },
  });
  expect(domains).toEqual(["acme.test", "acme.test"]);
});
