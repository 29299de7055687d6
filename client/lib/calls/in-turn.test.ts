import { expect, test } from "bun:test";
import { inTurn, turnsOver } from "./in-turn.ts";

test("acts on one ticket go one after the other, whatever comes of the one before", async () => {
  const log: string[] = [];
  const act =
    (name: string, fails = false) =>
    async () => {
      log.push(`${name} begins`);
      await Bun.sleep(5);
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
  const first = inTurn("one", act("first", true));
  const second = inTurn("one", act("second"));
  const other = inTurn("other", act("other"));
  await expect(first).rejects.toThrow("first");
  expect(await second).toBe("second");
  expect(await other).toBe("other");
  expect(log.filter((line) => !line.startsWith("other"))).toEqual([
    "first begins",
    "first ends",
    "second begins",
    "second ends",
  ]);
  expect(log.indexOf("other begins")).toBeLessThan(log.indexOf("first ends"));
});

test("they are over once the last is, also of those that came meanwhile", async () => {
  const log: string[] = [];
  const act = (name: string) => async () => {
    await Bun.sleep(1);
    log.push(name);
    if (name === "fails") throw new Error(name);
  };
  inTurn("one", act("fails")).catch(() => inTurn("other", act("behind it")));
  await turnsOver();
  expect(log).toEqual(["fails", "behind it"]);
  await turnsOver();
});
