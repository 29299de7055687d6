import { expect, test } from "bun:test";
import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import { customerStatus, reopening } from "./customer-status.ts";
import { latestWords, wordsOfLine } from "./LatestText.tsx";

const ana = { id: "ana", name: "Ana Ferreira" };
const samuel = { id: "samuel", name: "Samuel Okafor" };
const ticket = { status: "open", assignee: samuel, requester: ana } as const;

test("a customer reads the status of a ticket in words", () => {
  const words = (change: Partial<Pick<TicketRow, "status" | "assignee">>) =>
    customerStatus({ ...ticket, ...change }, ana.id).words;
  expect(words({ status: "new", assignee: null })).toBe("Received");
  expect(words({})).toBe("With Samuel");
  expect(words({ assignee: null })).toBe("With our team");
  expect(words({ status: "pending" })).toBe("Waiting for your reply");
  expect(words({ status: "resolved" })).toBe("Solved");
});

test("only the requester is asked for a reply", () => {
  expect(customerStatus({ ...ticket, status: "pending" }, ana.id).yourTurn).toBe(true);
  const ofColleague = customerStatus({ ...ticket, status: "pending" }, "ben");
  expect(ofColleague).toEqual({ words: "Waiting for Ana Ferreira", yourTurn: false });
});

test("reopening returns a waiting ticket to the team and opens a solved one", () => {
  const done = "This ticket is with our team again.";
  expect(reopening("pending")).toEqual({
    help: "Returns this ticket to our team without a reply",
    done,
  });
  expect(reopening("on-hold")).toEqual({
    help: "Returns this ticket to our team",
    done,
  });
  expect(reopening("resolved")).toEqual({ done: "This ticket is open again." });
});

test("the latest text names its author unless that is the requester", () => {
  const by = (latest: Partial<NonNullable<TicketRow["latest"]>>) =>
    latestWords({
      requester: ana,
      latest: { author: samuel.name, mine: false, note: false, text: "Hello", ...latest },
    })?.by;
  expect(by({})).toBe("Samuel");
  expect(by({ mine: true })).toBe("You");
  expect(by({ mine: true, note: true })).toBe("Note");
  expect(by({ author: ana.name })).toBeNull();
  expect(latestWords({ requester: ana, latest: null })).toBeNull();
});

test("the line of the latest text is never empty", () => {
  expect(wordsOfLine({ requester: ana, latest: null })).toEqual({
    by: null,
    text: "No messages to show",
  });
  const latest = { author: ana.name, mine: false, note: false, text: "Hello" };
  expect(wordsOfLine({ requester: ana, latest })).toEqual({ by: null, text: "Hello" });
});
