import { expect, test } from "bun:test";
import { nameOf, type Outcome } from "./outcome.ts";
import { judge, mostUnsteady, type StageEnd } from "./second-try.ts";

const outcome = (test: string, failure: string | null = null): Outcome => ({
  file: "a.test.ts",
  test,
  seconds: 1,
  failure,
});

/** A stage with failures, and the outcome of their second try. */
function stageEnd(first: Outcome[], second?: Outcome[]): StageEnd & { tried: string[][] } {
  const tried: string[][] = [];
  const again = async (failed: Outcome[]) => {
    tried.push(failed.map(nameOf));
    return { outcomes: second ?? [], output: "second" };
  };
  const ran = { outcomes: first, output: "first" };
  const run = () => Promise.resolve(ran);
  return { stage: { name: "some", run, ...(second && { again }) }, ran, tried };
}

test("a test that passes at the second try counts as passed, and is listed with its first failure", async () => {
  const end = stageEnd(
    [outcome("good"), outcome("nervous", "too late"), outcome("wrong", "no")],
    [outcome("nervous"), outcome("wrong", "no again")],
  );
  const verdict = await judge([end]);
  expect(end.tried).toEqual([["a.test.ts › nervous", "a.test.ts › wrong"]]);
  expect(verdict.passed).toBe(2);
  expect(verdict.unsteady).toEqual([outcome("nervous", "too late")]);
  expect(verdict.failed).toEqual([outcome("wrong", "no again")]);
  expect(verdict.output).toBe("second");
});

test("a test that fails again alone is a failure", async () => {
  const end = stageEnd([outcome("nervous", "no")], [outcome("nervous"), outcome("other", "no")]);
  const { failed, unsteady } = await judge([end]);
  expect(failed).toEqual([outcome("other", "no")]);
  expect(unsteady).toHaveLength(1);
});

test("types and lint are not retried", async () => {
  const { failed, passed, output } = await judge([stageEnd([outcome("types", "no")])]);
  expect([failed.length, passed, output]).toEqual([1, 0, "first"]);
});

test("many failures are not retried", async () => {
  const many = Array.from({ length: 21 }, (_, n) => outcome(`test ${n}`, "no"));
  const end = stageEnd(many, []);
  expect((await judge([end])).failed).toHaveLength(21);
  expect(end.tried).toEqual([]);
});

test("a suite with many unsteady tests fails", async () => {
  const nervous = (count: number) => {
    const some = Array.from({ length: count }, (_, n) => outcome(`test ${n}`, "late"));
    return judge([stageEnd(some, [outcome("all of them")])]);
  };
  expect((await nervous(mostUnsteady)).failed).toEqual([]);
  const { failed, passed } = await nervous(mostUnsteady + 1);
  expect([failed.length, passed]).toEqual([1, mostUnsteady + 1]);
});
