import { expect, test } from "bun:test";
import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import { reopening, standing } from "./customer-status.ts";
import { latestWords, wordsOfLine } from "./LatestText.tsx";

const ana = { id: "ana", name: "Ana Ferreira" };
const samuel = { id: "samuel", name: "Samuel Okafor" };
const ticket = { status: "open", assignee: samuel, requester: ana } as const;

test("a customer reads in words how a ticket stands", () => {
  const words = (change: Partial<Pick<TicketRow, "status" | "assignee">>) =>
    standing({ ...ticket, ...change }, ana.id).words;
  expect(words({ status: "new", assignee: null })).toBe("Received");
  expect(words({})).toBe("With Samuel");
  expect(words({ assignee: null })).toBe("With our team");
  expect(words({ status: "pending" })).toBe("Waiting for your answer");
  expect(words({ status: "resolved" })).toBe("Solved");
});

test("only the requester's own turn is theirs", () => {
  expect(standing({ ...ticket, status: "pending" }, ana.id).yourTurn).toBe(true);
  const ofColleague = standing({ ...ticket, status: "pending" }, "ben");
  expect(ofColleague).toEqual({ words: "Waiting for Ana’s answer", yourTurn: false });
});

test("to reopen what waits gives it back, to reopen what was solved opens it", () => {
  const done = "This ticket is with our team again.";
  expect(reopening("pending")).toEqual({
    help: "Hands it back to our team, without an answer",
    done,
  });
  expect(reopening("on-hold")).toEqual({
    help: "Hands it back to our team, without waiting any longer",
    done,
  });
  expect(reopening("resolved")).toEqual({ done: "This ticket is open again." });
});

test("the last words say who speaks where it is not the requester", () => {
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

test("a line for the last words is not empty where there are none", () => {
  expect(wordsOfLine({ requester: ana, latest: null })).toEqual({
    by: null,
    text: "No message to show",
  });
  const latest = { author: ana.name, mine: false, note: false, text: "Hello" };
  expect(wordsOfLine({ requester: ana, latest })).toEqual({ by: null, text: "Hello" });
});
