import { describe, expect, test } from "bun:test";
import type { TimelineChange, TimelineEvent } from "../../../shared/tickets/page.ts";
import { tellAct } from "./tell-change.ts";

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
    [[{ kind: "assigned", from: maya, to: samuel }], "assigned this to Samuel Okafor"],
    [[{ kind: "assigned", from: samuel, to: null }], "took this from Samuel Okafor"],
    [[{ kind: "priority", from: "high", to: "urgent" }], "changed priority from High to Urgent"],
    [
      [{ kind: "tags", added: ["vat", "printing"], removed: ["old"] }],
      "added the tags vat, printing and removed the tag old",
    ],
    [[{ kind: "followers", added: [], removed: [samuel] }], "removed the follower Samuel Okafor"],
    [[{ kind: "followers", added: [maya], removed: [] }], "began to follow this ticket"],
    [[{ kind: "followers", added: [], removed: [maya] }], "stopped following this ticket"],
    [
      [{ kind: "snoozed", until: "2026-11-23T09:00:00Z" }],
      "snoozed this until Monday, 23 November 2026 at 09:00",
    ],
    [
      [{ kind: "undone", undoes: "x", kinds: ["status", "assigned"], kept: ["priority"] }],
      "took back the change of status, assignee; priority stayed, since it was changed again",
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
      { kind: "priority", from: "normal", to: "high" },
      { kind: "type", from: "question", to: "incident" },
    ];
    expect(told(made)).toBe(
      "opened this ticket, assigned this to Samuel Okafor, set priority High and set type Incident",
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
    expect(told(solved)).toBe("resolved this");
    const unmerged: TimelineChange[] = [{ kind: "status", from: "closed", to: "new" }];
    expect(told(unmerged, false)).toBe("opened this again");
    expect(told(unmerged)).toBe("set it New");
  });
});
