import { expect, test } from "bun:test";
import { refusalsByReason } from "./describe-job.ts";

test("refusals are grouped by reason, in the order they came", () => {
  const closed = "A ticket can't change from Closed to Pending.";
  const gone = { subject: "A ticket that is not there any more", message: "This is not here." };
  const refusals = [
    { subject: "#7 Labels print blank", message: closed },
    gone,
    { subject: "#3 No badge", message: closed },
    gone,
  ];
  expect(refusalsByReason(refusals)).toEqual([
    {
      message: closed,
      subjects: [
        { name: "#7 Labels print blank", count: 1 },
        { name: "#3 No badge", count: 1 },
      ],
    },
    { message: gone.message, subjects: [{ name: gone.subject, count: 2 }] },
  ]);
  expect(refusalsByReason([])).toEqual([]);
});
