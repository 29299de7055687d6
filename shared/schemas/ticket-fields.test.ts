import { expect, test } from "bun:test";
import {
  anId,
  chars,
  type FieldRow,
  free,
  id,
  many,
  number,
  oneOf,
  pages,
  times,
  upTo,
  whole,
  wrongOf,
  zone,
} from "../../tests/support/field-rules.ts";
import { jobLimits } from "../jobs.ts";
import { macroLimits } from "../macros.ts";
import { savedViewLimits } from "../saved-views.ts";
import { queryLimits } from "../search/query.ts";
import { composerLimits } from "../tickets/page.ts";
import { ticketLimits } from "../tickets/vocabulary.ts";
import * as exported from "./exports.ts";
import { undoJobInput } from "./jobs.ts";
import { saveMacroInput } from "./macros.ts";
import { presenceInput, ticketIdInput } from "./presence.ts";
import * as acts from "./ticket-acts.ts";
import { bulkInput, readMarksInput } from "./ticket-bulk.ts";
import {
  mergeInput,
  previewMergeInput,
  spamInput,
  splitInput,
  unmergeInput,
} from "./ticket-merge.ts";
import {
  completeInput,
  linkTicketsInput,
  listTicketsInput,
  neighboursInput,
  redactFileInput,
  redactMessageInput,
  redactSubjectInput,
  unlinkTicketsInput,
} from "./tickets.ts";
import * as views from "./views.ts";

/** One less than Postgres' maximum. */
const mostSteps = 2_147_483_646;
const reply = { requestId: id, id, body: "x" };

const table: FieldRow[] = [
  ["ticket opened", acts.getTicketInput, { number: 1 }, [number]],
  ["earlier items", acts.earlierItemsInput, { id, before: "x" }, [free("before", 500)]],
  [
    "ticket changed",
    acts.updateTicketInput,
    { requestId: id, id, patch: {} },
    [
      [
        "from",
        [{}, { status: "open" }, { assigneeId: null }, { subject: "Kept as it was stored. " }],
        [{ status: null }, { status: "asleep" }, { addTags: ["x"] }, { version: 1 }],
      ],
      anId("requestId"),
      anId("id"),
      [
        "patch",
        [
          { subject: chars(ticketLimits.subject) },
          { companyId: null },
          { assigneeId: null },
          { teamId: null },
          { snoozedUntil: null },
          { snoozedUntil: "2026-11-23T10:00:00.000Z" },
          { addTags: times(ticketLimits.tags, "x") },
          { addFollowers: times(composerLimits.followers, id) },
          { removeFollowers: times(composerLimits.followers, id) },
        ],
        [
          { subject: "" },
          { requesterId: null },
          { status: null },
          { status: "asleep" },
          { snoozedUntil: "tomorrow" },
          { snoozedUntil: "2026-11-23" },
          { addTags: times(ticketLimits.tags + 1, "x") },
          { addTags: [""] },
          { removeTags: [chars(ticketLimits.tag + 1)] },
          { addFollowers: times(composerLimits.followers + 1, id) },
          { removeFollowers: times(composerLimits.followers + 1, id) },
          { version: 1 },
        ],
      ],
    ],
  ],
  [
    "ticket",
    acts.createTicketInput,
    { requestId: id, subject: "x", body: "x" },
    [
      upTo("subject", ticketLimits.subject),
      upTo("body", ticketLimits.body),
      many("mentions", composerLimits.mentions),
      many("fileIds", composerLimits.files),
      ["tags", [times(ticketLimits.tags, "x")], [times(ticketLimits.tags + 1, "x")]],
      ["companyId", [id, null], ["x"]],
      ["assigneeId", [id, null], ["x"]],
      ["teamId", [id, null], ["x"]],
      ["requesterId", [id], [null]],
      oneOf("channel", "web", "phone"),
      oneOf("status", "open", "pending", "on-hold", "resolved"),
      ["asNote", [true], ["yes"]],
      ["followUpOf", [id], [null, "x"]],
    ],
  ],
  [
    "reply",
    acts.replyInput,
    reply,
    [
      upTo("body", ticketLimits.body),
      ["from", [{}, { status: "open", assigneeId: null }], [{ subject: "x" }, { addTags: ["x"] }]],
      many("fileIds", composerLimits.files),
      ["seenMessageId", [id, null], ["x"]],
      [
        "changes",
        [{}, { addTags: ["x"] }, { assigneeId: null }],
        [{ subject: "x" }, { status: "open" }, { companyId: id }],
      ],
      ["status", ["open"], ["asleep"]],
      ["mentions", [], [[id]]],
    ],
  ],
  [
    "note",
    acts.noteInput,
    reply,
    [
      upTo("body", ticketLimits.body),
      ["from", [{}, { status: "open", assigneeId: null }], [{ subject: "x" }, { addTags: ["x"] }]],
      many("mentions", composerLimits.mentions),
      many("fileIds", composerLimits.files),
      ["changes", [{ priority: "low" }], [{ subject: "x" }]],
    ],
  ],
  [
    "rating",
    acts.rateInput,
    { requestId: id, id, rating: "good" },
    [oneOf("rating", "good", "bad"), upTo("comment", 2000, 0)],
  ],
  ["preview", acts.previewInput, { body: "x" }, [upTo("body", ticketLimits.body, 0)]],
  [
    "pick",
    acts.pickInput,
    {},
    [upTo("search", 100, 0), ["companyId", [id, null], ["x"]], anId("ticketId")],
  ],
  [
    "draft",
    acts.saveDraftInput,
    { ticketId: null, kind: "new", revision: 0, body: "" },
    [
      whole("revision", 0, mostSteps),
      upTo("body", composerLimits.draft, 0),
      oneOf("kind", "reply", "note", "new"),
      ["ticketId", [id, null], [undefined, "x"]],
      ["form", [null, { subject: "x" }], ["x"]],
    ],
  ],
  [
    "many tickets",
    bulkInput,
    { requestId: id, act: { kind: "spam" }, ids: [id] },
    [
      many("ids", jobLimits.items, 1),
      [
        "act",
        [
          { kind: "patch", patch: { status: "open" } },
          { kind: "merge", targetId: id, agreedIds: [id] },
          // From a page of an earlier release: accepted, and asked about.
          { kind: "merge", targetId: id, confirmed: true },
          { kind: "merge", targetId: id },
        ],
        [
          { kind: "patch", patch: {} },
          { kind: "patch", patch: { subject: "x" } },
          { kind: "spam", x: 1 },
          { kind: "merge" },
          { kind: "merge", targetId: id, x: 1 },
          { kind: "patch", patch: { status: "open" }, x: 1 },
        ],
      ],
    ],
  ],
  ["many read", readMarksInput, { ids: [id], unread: true }, [many("ids", jobLimits.items, 1)]],
  [
    "link",
    linkTicketsInput,
    { id, number: 1, kind: "related" },
    [
      number,
      oneOf("kind", "related", "duplicate-of", "parent-of"),
      oneOf("direction", "to", "from"),
    ],
  ],
  [
    "merge looked at",
    previewMergeInput,
    { targetId: id, sourceIds: [id] },
    [many("sourceIds", ticketLimits.merged, 1)],
  ],
  [
    "split",
    splitInput,
    { requestId: id, id, messageIds: [id], subject: "x" },
    [many("messageIds", 200, 1), upTo("subject", ticketLimits.subject)],
  ],
  [
    "neighbours",
    neighboursInput,
    { number: 1 },
    [number, ["cursor", [], ["x"]], ["limit", [], [1]]],
  ],
  [
    "tickets",
    listTicketsInput,
    {},
    [
      ...pages,
      zone,
      upTo("q", queryLimits.text, 0),
      free("cursor", 500),
      ["sort", ["waiting", "relevance"], ["subject"]],
      ["view", ["my-open"], ["mine"]],
    ],
  ],
  ["completion", completeInput, { q: "x", at: 0 }, [whole("at", 0, queryLimits.text)]],
  [
    "view",
    views.saveViewInput,
    { name: "x", q: "x" },
    [
      upTo("name", savedViewLimits.name),
      upTo("q", queryLimits.text, 0),
      ["sort", [null, "priority"], ["x"]],
      ["descending", [null, true], ["x"]],
      ["shared", [true], [null]],
      ["timeZone", [null, "Europe/Lisbon"], ["Nowhere/Land"]],
    ],
  ],
  [
    "view changed",
    views.changeViewInput,
    { id, q: "x" },
    [
      ["name", [], ["x"]],
      ["shared", [], [true]],
    ],
  ],
  [
    "macro",
    saveMacroInput,
    { name: "x", body: "", shared: false, changes: {} },
    [
      anId("id"),
      upTo("name", macroLimits.name),
      upTo("body", macroLimits.body, 0),
      ["body", ["Hello {{requester.firstName}}"], ["Hello {{requester.password}}"]],
      [
        "changes",
        [
          { status: "open" },
          { assignee: "me" },
          { assignee: id },
          { addTags: times(macroLimits.tags, "x") },
        ],
        [
          { status: "new" },
          { assignee: "you" },
          { addTags: times(macroLimits.tags + 1, "x") },
          { removeTags: times(macroLimits.tags + 1, "x") },
          { subject: "x" },
        ],
      ],
    ],
  ],
  [
    "file of tickets",
    exported.exportTicketsQuery,
    {},
    [
      ["descending", ["true", "false"], ["yes"]],
      ["limit", [], [1]],
    ],
  ],
  ["act taken back", acts.undoActInput, { requestId: id, actId: id }, []],
  ["reply taken back", acts.undoReplyInput, { messageId: id }, []],
  ["act on a ticket", acts.ticketActInput, { requestId: id, id }, []],
  ["drafts", acts.getDraftsInput, { ticketId: id }, [["ticketId", [null], [undefined, "x"]]]],
  ["link gone", unlinkTicketsInput, { id, linkId: id }, []],
  [
    "merge",
    mergeInput,
    { requestId: id, sourceId: id, targetId: id },
    [many("agreedIds", ticketLimits.merged + 1), ["confirmed", [true, false], ["yes"]]],
  ],
  ["merge taken back", unmergeInput, { requestId: id, sourceId: id }, []],
  ["spam", spamInput, { requestId: id, id, spam: true }, [["spam", [false], [undefined]]]],
  ["view called otherwise", views.renameViewInput, { id, name: "x" }, []],
  ["view shared", views.shareViewInput, { id, shared: true }, []],
  ["view gone", views.deleteViewInput, { id }, []],
  ["look", presenceInput, { ticketId: id, typing: true }, []],
  ["ticket left", ticketIdInput, { ticketId: id }, []],
  ["message emptied", redactMessageInput, { messageId: id }, []],
  ["earlier subject emptied", redactSubjectInput, { eventId: id }, []],
  ["file emptied", redactFileInput, { fileId: id }, []],
  ["job taken back", undoJobInput, { requestId: id, jobId: id }, []],
];

test.each(table)("%s: each field accepts valid values only", (_, schema, rest, rules) => {
  expect(wrongOf(schema, rest, rules)).toEqual([]);
});

test("a list is sorted by last change by default", () => {
  expect(listTicketsInput.parse({})).toEqual({
    ...{ view: "all", sort: "updated", descending: true, limit: 50 },
  });
  expect(exported.exportTicketsQuery.parse({ descending: "false" }).descending).toBe(false);
  expect(exported.exportTicketsQuery.parse({}).descending).toBe(true);
});
