import { expect, spyOn, test } from "bun:test";
import { listenForEnding } from "./ending.ts";

function listening() {
  const ways = new Map<string, () => void>();
  const on = spyOn(process, "on").mockImplementation(((name: string, hear: () => void) => {
    ways.set(name, hear);
    return process;
  }) as typeof process.on);
  let hurried = 0;
  const ending = listenForEnding(
    () => {
      hurried += 1;
    },
    (tell) => ways.set("launcher", tell),
  );
  on.mockRestore();
  return { ending, hurried: () => hurried, by: (way: string) => ways.get(way)?.() };
}

test("a second signal hurries the end", () => {
  const { ending, hurried, by } = listening();
  by("SIGINT");
  expect([ending.isAsked, ending.isHurried, hurried()]).toEqual([true, false, 0]);
  by("SIGINT");
  expect([ending.isHurried, hurried()]).toEqual([true, 1]);
});

test("the end of the launcher ends the server", async () => {
  const { ending, hurried, by } = listening();
  by("launcher");
  await ending.asked;
  by("SIGTERM");
  expect([ending.isHurried, hurried()]).toEqual([true, 1]);
});

test.each([
  ["SIGTERM", "launcher"],
  ["SIGHUP", "launcher"],
  ["SIGTERM", "SIGHUP"],
  ["SIGHUP", "SIGHUP"],
])("a signal to both, or a closing terminal, does not hurry: %s, then %s", (first, second) => {
  const { ending, hurried, by } = listening();
  by(first);
  by(second);
  expect([ending.isAsked, ending.isHurried, hurried()]).toEqual([true, false, 0]);
});
