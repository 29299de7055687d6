import { describe, expect, test } from "bun:test";
import type { TimelineChange, TimelineEvent } from "../../../../shared/tickets/page.ts";
import { tellAct } from "./event-words.ts";

const maya = { id: "maya", name: "Maya Lindqvist" };
const samuel = { id: "samuel", name: "Samuel Okafor" };

function told(changes: TimelineChange[], isStaff = true): string {
  const events = changes.map(
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
  return tellAct(events, { timeZone: "UTC", isStaff })
    .map((part) => (typeof part === "string" ? part : part.name))
    .join("");
}

describe("what one act did is one sentence", () => {
  test.each<[TimelineChange[], string]>([
    [
      [
        { kind: "assigned", from: null, to: maya },
        { kind: "status", from: "new", to: "open" },
      ],
      "took this ticket and set it Open",
    ],
    [[{ kind: "status", from: "open", to: "pending" }], "changed status from Open to Pending"],
    [
      [{ kind: "status", from: "on-hold", to: "resolved" }],
      "changed status from On hold to Resolved",
    ],
    [
      [{ kind: "status", from: "resolved", to: "closed" }],
      "changed status from Resolved to Closed",
    ],
    [[{ kind: "assigned", from: null, to: samuel }], "assigned this to Samuel Okafor"],
    [[{ kind: "assigned", from: samuel, to: maya }], "took this ticket from Samuel Okafor"],
    [
      [{ kind: "assigned", from: maya, to: samuel }],
      "changed the assignee from Maya Lindqvist to Samuel Okafor",
    ],
    [
      [{ kind: "assigned", from: samuel, to: null }],
      "changed the assignee from Samuel Okafor to nobody",
    ],
    [
      [{ kind: "subject", from: "Hello", to: "The crane" }],
      "changed the subject from “Hello” to “The crane”",
    ],
    [
      [{ kind: "subject", from: null, to: "The crane", redactedBy: samuel }],
      "changed the subject; the earlier one was redacted by Samuel Okafor",
    ],
    [[{ kind: "redacted", what: "subject" }], "removed an earlier subject for good"],
    [[{ kind: "priority", from: "high", to: "urgent" }], "changed priority from High to Urgent"],
    [
      [{ kind: "type", from: "question", to: "incident" }],
      "changed type from Question to Incident",
    ],
    [[{ kind: "team", from: null, to: "Billing" }], "gave this to team Billing"],
    [
      [{ kind: "team", from: "Billing", to: "Support" }],
      "moved this from team Billing to team Support",
    ],
    [[{ kind: "team", from: "Billing", to: null }], "took this from team Billing"],
    [[{ kind: "company", from: "Acme", to: "Globex" }], "moved this from Acme to Globex"],
    [[{ kind: "company", from: null, to: "Globex" }], "moved this from no company to Globex"],
    [[{ kind: "company", from: "Acme", to: null }], "moved this from Acme to no company"],
    [[{ kind: "subject", from: "Help", to: "VAT" }], "changed the subject from “Help” to “VAT”"],
    [
      [{ kind: "requester", from: maya, to: samuel }],
      "changed the requester from Maya Lindqvist to Samuel Okafor",
    ],
    [
      [{ kind: "requester", from: null, to: samuel }],
      "changed the requester from somebody else to Samuel Okafor",
    ],
    [
      [{ kind: "tags", added: ["vat", "printing"], removed: ["old"] }],
      "added the tags vat, printing and removed the tag old",
    ],
    [[{ kind: "followers", added: [], removed: [samuel] }], "removed the follower Samuel Okafor"],
    [[{ kind: "followers", added: [maya], removed: [] }], "began to follow this ticket"],
    [[{ kind: "followers", added: [], removed: [maya] }], "stopped following this ticket"],
    [
      [{ kind: "snoozed", from: null, until: "2026-11-23T09:00:00Z" }],
      "snoozed this until Monday, 23 November 2026 at 09:00",
    ],
    [
      [{ kind: "snoozed", from: "2026-11-23T09:00:00Z", until: "2026-11-24T09:00:00Z" }],
      "changed the snooze from Monday, 23 November 2026 at 09:00 to Tuesday, 24 November 2026 at 09:00",
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
      "took back the change of status, assignee; priority stayed, since it was changed again",
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
      "took back a change: changed status from Pending to Open, changed the assignee from Samuel Okafor to nobody; priority stayed, since it was changed again",
    ],
  ])("%j", (changes, words) => expect(told(changes)).toBe(words));

  test("who took it comes first, whatever the order of the events", () => {
    const taken: TimelineChange[] = [
      { kind: "status", from: "new", to: "open" },
      { kind: "assigned", from: null, to: maya },
    ];
    expect(told(taken)).toBe("took this ticket and set it Open");
  });

  test("a ticket that is new had no other fields before", () => {
    const made: TimelineChange[] = [
      { kind: "assigned", from: null, to: samuel },
      { kind: "created" },
      { kind: "status", from: "new", to: "open" },
      { kind: "priority", from: "normal", to: "high" },
      { kind: "type", from: "question", to: "incident" },
    ];
    expect(told(made)).toBe(
      "opened this ticket, assigned this to Samuel Okafor, set it Open, set priority High and set type Incident",
    );
  });

  test("what was split off begins with the fields that it comes from: nobody chose them", () => {
    const origin = { number: 7, subject: "Labels" };
    const made: TimelineChange[] = [
      { kind: "created" },
      { kind: "priority", from: "normal", to: "high" },
      { kind: "split-from", origin, messages: 1 },
    ];
    expect(told(made)).toBe("made this of a message from #7 Labels");
  });

  test("a Customer reads of solving, not of states", () => {
    const solved: TimelineChange[] = [{ kind: "status", from: "open", to: "resolved" }];
    expect(told(solved, false)).toBe("marked this as solved");
    expect(told(solved)).toBe("changed status from Open to Resolved");
    const unmerged: TimelineChange[] = [{ kind: "status", from: "closed", to: "new" }];
    expect(told(unmerged, false)).toBe("opened this again");
    expect(told(unmerged)).toBe("changed status from Closed to New");
    const closed: TimelineChange[] = [{ kind: "status", from: "resolved", to: "closed" }];
    expect(told(closed, false)).toBe("closed this");
    const handedBack: TimelineChange[] = [{ kind: "status", from: "pending", to: "open" }];
    expect(told(handedBack, false)).toBe("set this to “With our team”");
    const taken: TimelineChange[] = [{ kind: "status", from: "new", to: "on-hold" }];
    expect(told(taken, false)).toBe("set this to “Waiting for someone else”");
    const unsolved: TimelineChange[] = [
      { kind: "undone", undoes: "x", kinds: ["assigned", "status"], kept: ["assigned"], back: [] },
    ];
    expect(told(unsolved, false)).toBe("took a change back");
  });
});
