import { expect, test } from "bun:test";
import { planOpening } from "./create.ts";
import { nothingSaid, type Said, type Waiting, waitForRest, waitingOf } from "./turns.ts";

const at = (minute: number) => `2026-11-01T09:${String(minute).padStart(2, "0")}:00.000000Z`;
const opening = { subject: "Help", requesterId: "ana", companyId: null, actorId: "ana" };
const ticket = planOpening({ ...opening, fields: {}, by: "customer" }, at(5)).after;

const gone = { answeredAt: null, heardSince: at(5) };
const after = (given: Partial<Waiting>, ...said: [Said, Said]) => {
  const state = { ...ticket, ...given };
  waitForRest(state, ...said);
  return waitingOf(state);
};

test("if the awaited message has left, the ticket waits since the next one, or for the customer", () => {
  const us = (waitingSince: string): Waiting => ({ waitingFor: "us", waitingSince });
  expect(after({}, gone, { answeredAt: at(1), heardSince: at(9) })).toEqual(us(at(9)));
  expect(after({}, gone, { answeredAt: at(1), heardSince: null })).toEqual({
    ...{ waitingFor: "customer", waitingSince: at(1) },
  });
  expect(after({}, gone, nothingSaid)).toEqual(us(at(5)));
});

test("if it waited for something else, that stays", () => {
  const left = { answeredAt: at(1), heardSince: at(9) };
  const other: Waiting = { waitingFor: "us", waitingSince: at(3) };
  expect(after(other, gone, left)).toEqual(other);
  const theirs: Waiting = { waitingFor: "customer", waitingSince: at(5) };
  expect(after(theirs, gone, left)).toEqual(theirs);
  expect(after({}, { answeredAt: at(6), heardSince: null }, left)).toEqual(waitingOf(ticket));
});
