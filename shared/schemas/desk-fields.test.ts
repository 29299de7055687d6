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
  upTo,
  whole,
  wrongOf,
  zone,
} from "../../tests/support/field-rules.ts";
import { moveDay } from "../dashboard/days.ts";
import { longestRange } from "../dashboard/figures.ts";
import { deskLimits } from "../desk.ts";
import { ticketLimits } from "../tickets/vocabulary.ts";
import { auditFilter, listAuditInput } from "./audit.ts";
import * as dashboard from "./dashboard.ts";
import { countOldTicketsInput, setLogoInput, updateDeskInput } from "./desk.ts";
import { listMailsInput } from "./mails.ts";
import { listBellInput, markBellInput, setNotificationChoiceInput } from "./notifications.ts";
import { listTagsInput, mergeTagsInput, oneTagInput, renameTagInput } from "./tags.ts";

const longest = { from: moveDay("2026-02-01", 1 - longestRange), to: "2026-02-01" };

const table: FieldRow[] = [
  [
    "audit",
    listAuditInput,
    {},
    [
      ...pages,
      zone,
      free("cursor", 500),
      anId("actorId"),
      anId("subjectId"),
      [
        "act",
        ["session.", chars(60), "user.link-made"],
        [chars(61), "1", "A", "a b", " a", "a\nb", ""],
      ],
      ["subject", ["user"], ["User"]],
      ["from", ["2026-02-28"], ["2026-02-30", "x"]],
      ["to", ["2026-02-28"], ["2026-02-30", "x"]],
    ],
  ],
  [
    "bell",
    listBellInput,
    {},
    [free("cursor", 200), ["cursor", [null], []], ["direction", ["forward"], ["back"]]],
  ],
  ["bell, some read", markBellInput, { ids: [id] }, [many("ids", 100, 1)]],
  ["bell, all read", markBellInput, { all: true }, [["all", [true], [false, 1]], anId("newest")]],
  ["file of the audit", auditFilter, {}, [["limit", [], [1]], anId("actorId")]],
  [
    "a block of the dashboard",
    dashboard.blockInput,
    { timeZone: "UTC" },
    [
      ...["company", "team", "agent", "tag"].map((field) => upTo(field, 200)),
      zone,
      [
        "range",
        ["30d", { from: "2026-02-01", to: "2026-02-01" }, longest],
        [
          "31d",
          { from: "2026-02-02", to: "2026-02-01" },
          { from: "2026-02-30", to: "2026-03-01" },
          { from: "2026-02-01" },
          { ...longest, from: moveDay(longest.from, -1) },
          { from: "2026-02-01", to: "2026-02-01", days: 1 },
        ],
      ],
    ],
  ],
  ["what is to do", dashboard.todoInput, { timeZone: "UTC" }, [upTo("agent", 200)]],
  [
    "rows of the dashboard",
    dashboard.breakdownInput,
    { timeZone: "UTC", by: "company" },
    [whole("limit", 1, 500)],
  ],
  [
    "ratings of the dashboard",
    dashboard.ratingsInput,
    { timeZone: "UTC" },
    [oneOf("by", "agent", "company", "tag"), whole("limit", 1, 500)],
  ],
  [
    "a file of the dashboard",
    dashboard.dashboardCsvQuery,
    { timeZone: "UTC" },
    [
      ["period", ["7d"], ["8d"]],
      oneOf("compare", "none"),
      ["from", [], ["2026-02-01"]],
      ["to", [], ["2026-02-01"]],
    ],
  ],
  [
    "a file of days of the dashboard",
    dashboard.dashboardCsvQuery,
    { timeZone: "UTC", from: "2026-02-01", to: "2026-02-02" },
    [
      ["period", [], ["7d"]],
      ["from", ["2026-02-02"], ["x"]],
    ],
  ],
  [
    "desk",
    updateDeskInput,
    { set: {}, base: {} },
    [
      [
        "set",
        [
          { name: chars(deskLimits.name) },
          { accent: null },
          { accent: "#0f766e" },
          { overdueHours: 1 },
          { overdueHours: 720 },
          { autoCloseDays: 1 },
          { autoCloseDays: 365 },
          { auditMonths: null },
          { auditMonths: 3 },
          { auditMonths: 600 },
          { oldTickets: null },
          { oldTickets: "anonymise" },
          { oldTickets: "delete" },
          { oldTicketMonths: 6 },
          { oldTicketMonths: 120 },
          { messagesPerHour: 1 },
          { ticketsPerHour: 100_000 },
          { uploadMbPerHour: 25 },
          { invitationsPerHour: 100 },
        ],
        [
          { name: chars(deskLimits.name + 1) },
          { accent: "teal" },
          { accent: "x#0f766e" },
          { accent: "#0f766e0" },
          { overdueHours: 0 },
          { overdueHours: 721 },
          { overdueHours: 1.5 },
          { autoCloseDays: 0 },
          { autoCloseDays: 366 },
          { auditMonths: 2 },
          { auditMonths: 601 },
          { oldTickets: "keep" },
          { oldTicketMonths: 5 },
          { oldTicketMonths: 121 },
          { oldTicketMonths: null },
          { messagesPerHour: 0 },
          { ticketsPerHour: 100_001 },
          { uploadMbPerHour: 24 },
          { invitationsPerHour: null },
          { language: "klingon" },
          { logo: null },
        ],
      ],
      ["base", [{ name: "x" }], [{ nothing: 1 }]],
    ],
  ],
  [
    "count of old tickets",
    countOldTicketsInput,
    { action: "delete", months: 24 },
    [oneOf("action", "anonymise", "delete"), whole("months", 6, 120)],
  ],
  [
    "logo",
    setLogoInput,
    { picture: null, base: null },
    [
      [
        "picture",
        [Buffer.alloc(deskLimits.logoBytes).toString("base64")],
        [Buffer.alloc(deskLimits.logoBytes + 2).toString("base64"), 7],
      ],
      ["base", [chars(200)], [chars(201), 7]],
    ],
  ],
  ["mails", listMailsInput, {}, [...pages, free("cursor", 500)]],
  [
    "choice of news",
    setNotificationChoiceInput,
    { kind: "assigned", bell: true },
    [
      ["mail", [true, false], ["no"]],
      ["bell", [false], [undefined, "no"]],
      ["kind", [], ["anything"]],
    ],
  ],
  [
    "choice of mails",
    setNotificationChoiceInput,
    { kind: "assigned", mail: true },
    [["mail", [false], [undefined]]],
  ],
  ["merge of tags", mergeTagsInput, { id, into: id }, []],
  ["tag gone", oneTagInput, { id }, []],
  ["tags", listTagsInput, {}, [...pages, upTo("search", 100, 0), free("cursor", 1000)]],
  [
    "tag",
    renameTagInput,
    { id, name: "x", base: "x" },
    [
      upTo("name", ticketLimits.tag),
      // A letter that becomes two in lower case.
      ["name", ["İ".repeat(ticketLimits.tag / 2)], ["İ".repeat(ticketLimits.tag / 2 + 1)]],
    ],
  ],
];

test.each(table)("%s: each field accepts valid values only", (_, schema, rest, rules) => {
  expect(wrongOf(schema, rest, rules)).toEqual([]);
});

test("the default dashboard has the last thirty days, compared, and seven rows per kind", () => {
  const given = { timeZone: "UTC" };
  expect(dashboard.totalsInput.parse(given)).toEqual({ ...given, range: "30d", compare: true });
  const rows = dashboard.breakdownInput.parse({ ...given, by: "tag" });
  expect(rows).toEqual({ ...given, range: "30d", by: "tag", of: "open", limit: 7 });
});
