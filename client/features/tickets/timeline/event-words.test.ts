import { describe, expect, test } from "bun:test";
import type { TimelineChange, TimelineEvent } from "../../../../shared/tickets/page.ts";
import {
  automaticWords,
  type EventWords,
  eventWords,
  foldedWords,
  sentWords,
} from "./event-words.ts";

const maya = { id: "maya", name: "Maya Lindqvist" };
const samuel = { id: "samuel", name: "Samuel Okafor" };

const ana = { id: "ana", timeZone: "UTC", isStaff: true };

function sentence(changes: TimelineChange[], isStaff = true): string {
  return textOf(eventWords(eventsOf(changes), { ...ana, isStaff }));
}

function textOf(words: EventWords): string {
  return words.map((part) => (typeof part === "string" ? part : part.name)).join("");
}

function eventsOf(changes: TimelineChange[]): TimelineEvent[] {
  return changes.map(
    (change, at): TimelineEvent => ({
      kind: "event",
      id: String(at),
      actId: "act",
      at: "2026-11-21T09:00:00Z",
      actor: maya,
      change,
      undoable: false,
    }),
  );
}

test("a reply that can be undone says what it sets in the same line", () => {
  const pending: TimelineChange = { kind: "status", from: "open", to: "pending" };
  const assigned: TimelineChange = { kind: "assigned", from: null, to: samuel };
  expect(textOf(sentWords(eventsOf([pending]), ana))).toBe("Sent, set Pending");
  expect(textOf(sentWords(eventsOf([assigned, pending]), ana))).toBe(
    "Sent, set Pending, assigned this to Samuel Okafor",
  );
});

test("several actions of one person are one sentence", () => {
  const one = eventsOf([{ kind: "status", from: "open", to: "pending" }]);
  const other = eventsOf([{ kind: "priority", from: "high", to: "low" }]);
  expect(textOf(foldedWords([one, other, one], ana))).toBe(
    "set status to Pending (was Open), set priority to Low (was High) and set status to Pending (was Open)",
  );
});

describe("the events of one action are one sentence", () => {
  test.each<[TimelineChange[], string]>([
    [
      [
        { kind: "assigned", from: null, to: maya },
        { kind: "status", from: "new", to: "open" },
      ],
      "assigned this to themselves and set status to Open",
    ],
    [[{ kind: "status", from: "open", to: "pending" }], "set status to Pending (was Open)"],
    [[{ kind: "status", from: "on-hold", to: "resolved" }], "set status to Resolved (was On hold)"],
    [[{ kind: "status", from: "resolved", to: "closed" }], "set status to Closed (was Resolved)"],
    [[{ kind: "assigned", from: null, to: samuel }], "assigned this to Samuel Okafor"],
    [
      [{ kind: "assigned", from: samuel, to: maya }],
      "assigned this to themselves (was Samuel Okafor)",
    ],
    [
      [{ kind: "assigned", from: maya, to: samuel }],
      "assigned this to Samuel Okafor (was Maya Lindqvist)",
    ],
    [[{ kind: "assigned", from: samuel, to: null }], "unassigned this (was Samuel Okafor)"],
    [
      [{ kind: "subject", from: "Hello", to: "The crane" }],
      "changed the subject from “Hello” to “The crane”",
    ],
    [
      [{ kind: "subject", from: null, to: "The crane", redactedBy: samuel }],
      "changed the subject; the earlier one was redacted by Samuel Okafor",
    ],
    [[{ kind: "redacted", what: "subject" }], "redacted an earlier subject"],
    [[{ kind: "priority", from: "high", to: "urgent" }], "set priority to Urgent (was High)"],
    [[{ kind: "type", from: "question", to: "incident" }], "set type to Incident (was Question)"],
    [[{ kind: "team", from: null, to: "Billing" }], "moved this to team Billing"],
    [
      [{ kind: "team", from: "Billing", to: "Support" }],
      "moved this to team Support (was Billing)",
    ],
    [[{ kind: "team", from: "Billing", to: null }], "cleared the team (was Billing)"],
    [[{ kind: "company", from: "Acme", to: "Globex" }], "moved this to Globex (was Acme)"],
    [[{ kind: "company", from: null, to: "Globex" }], "moved this to Globex"],
    [[{ kind: "company", from: "Acme", to: null }], "cleared the company (was Acme)"],
    [[{ kind: "subject", from: "Help", to: "VAT" }], "changed the subject from “Help” to “VAT”"],
    [
      [{ kind: "requester", from: maya, to: samuel }],
      "set requester to Samuel Okafor (was Maya Lindqvist)",
    ],
    [
      [{ kind: "requester", from: null, to: samuel }],
      "set requester to Samuel Okafor (was someone else)",
    ],
    [
      [{ kind: "tags", added: ["vat", "printing"], removed: ["old"] }],
      "added tags vat, printing and removed tag old",
    ],
    [[{ kind: "followers", added: [], removed: [samuel] }], "removed follower Samuel Okafor"],
    [[{ kind: "followers", added: [maya], removed: [] }], "started following"],
    [[{ kind: "followers", added: [], removed: [maya] }], "stopped following"],
    [
      [{ kind: "snoozed", from: null, until: "2026-11-23T09:00:00Z" }],
      "snoozed this until Monday, 23 November 2026 at 09:00",
    ],
    [
      [{ kind: "snoozed", from: "2026-11-23T09:00:00Z", until: "2026-11-24T09:00:00Z" }],
      "changed the snooze to Tuesday, 24 November 2026 at 09:00 (was Monday, 23 November 2026 at 09:00)",
    ],
    [
      [{ kind: "snoozed", from: "2026-11-23T09:00:00Z", until: null }],
      "ended the snooze until Monday, 23 November 2026 at 09:00",
    ],
    [[{ kind: "snoozed", from: null, until: null }], "ended the snooze"],
    [
      [
        {
          kind: "undone",
          undoes: "x",
          kinds: ["status", "assigned"],
          kept: ["priority"],
          back: [],
        },
      ],
      "undid the change of status, assignee; kept priority, which changed again",
    ],
    [
      [
        {
          ...{ kind: "undone", undoes: "x", kinds: ["status", "assigned"], kept: ["priority"] },
          back: [
            { kind: "status", from: "pending", to: "open" },
            { kind: "assigned", from: samuel, to: null },
          ],
        },
      ],
      "undid a change: set status to Open (was Pending), unassigned this (was Samuel Okafor); kept priority, which changed again",
    ],
  ])("%j", (changes, words) => expect(sentence(changes)).toBe(words));

  test("the assignment comes first, whatever the order of the events", () => {
    const taken: TimelineChange[] = [
      { kind: "status", from: "new", to: "open" },
      { kind: "assigned", from: null, to: maya },
    ];
    expect(sentence(taken)).toBe("assigned this to themselves and set status to Open");
  });

  test("the fields of a new ticket have no earlier value", () => {
    const made: TimelineChange[] = [
      { kind: "assigned", from: null, to: samuel },
      { kind: "created" },
      { kind: "status", from: "new", to: "open" },
      { kind: "priority", from: "normal", to: "high" },
      { kind: "type", from: "question", to: "incident" },
    ];
    expect(sentence(made)).toBe(
      "opened this ticket, assigned this to Samuel Okafor, set status to Open, set priority to High and set type to Incident",
    );
  });

  test("a split ticket shows only where it comes from, not the fields it took over", () => {
    const origin = { number: 7, subject: "Labels" };
    const made: TimelineChange[] = [
      { kind: "created" },
      { kind: "priority", from: "normal", to: "high" },
      { kind: "split-from", origin, messages: 1 },
    ];
    expect(sentence(made)).toBe("created this from a message of #7 Labels");
  });

  test("a customer reads of solving, not of statuses", () => {
    const solved: TimelineChange[] = [{ kind: "status", from: "open", to: "resolved" }];
    expect(sentence(solved, false)).toBe("marked this as solved");
    expect(sentence(solved)).toBe("set status to Resolved (was Open)");
    const unmerged: TimelineChange[] = [{ kind: "status", from: "closed", to: "new" }];
    expect(sentence(unmerged, false)).toBe("reopened this ticket");
    expect(sentence(unmerged)).toBe("set status to New (was Closed)");
    const closed: TimelineChange[] = [{ kind: "status", from: "resolved", to: "closed" }];
    expect(sentence(closed, false)).toBe("closed this ticket");
    const handedBack: TimelineChange[] = [{ kind: "status", from: "pending", to: "open" }];
    expect(sentence(handedBack, false)).toBe("set this to “With our team”");
    const taken: TimelineChange[] = [{ kind: "status", from: "new", to: "on-hold" }];
    expect(sentence(taken, false)).toBe("set this to “Waiting for a third party”");
    const unsolved: TimelineChange[] = [
      { kind: "undone", undoes: "x", kinds: ["assigned", "status"], kept: ["assigned"], back: [] },
    ];
    expect(sentence(unsolved, false)).toBe("undid a change");
  });

  test("the agent who takes a ticket reads that it is their own", () => {
    const event = {
      ...{ kind: "event", id: "1", actId: "act", at: "2026-11-21T09:00:00Z", actor: maya },
      ...{ change: { kind: "assigned", from: null, to: maya }, undoable: false },
    } as TimelineEvent;
    const reader = { id: maya.id, timeZone: "UTC", isStaff: true };
    expect(eventWords([event], reader)).toEqual(["assigned this to yourself"]);
  });

  test("events without an actor are sentences of their own", () => {
    const automatic = (change: TimelineChange, actor: TimelineEvent["actor"] = null) =>
      automaticWords([{ change, actor } as TimelineEvent]);
    expect(automatic({ kind: "status", from: "resolved", to: "closed" })).toBe(
      "Closed automatically",
    );
    expect(automatic({ kind: "snoozed", from: null, until: null })).toBe("Snooze ended");
    expect(automatic({ kind: "status", from: "resolved", to: "closed" }, maya)).toBeNull();
  });
});
