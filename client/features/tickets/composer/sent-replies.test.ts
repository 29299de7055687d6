import { expect, test } from "bun:test";
import { forgetShell } from "../../../data/session/forget.ts";
import { forgetSent, rememberSent, sentWith } from "./sent-replies.ts";

const sent = (actId: string) => ({ actId, held: undefined });

test("of what was sent the last is known until it is taken back, or somebody leaves", () => {
  for (let at = 0; at < 60; at += 1) rememberSent(`${at}`, sent(`act ${at}`));
  expect([sentWith("9"), sentWith("10")]).toEqual([undefined, sent("act 10")]);
  forgetSent("10");
  expect(sentWith("10")).toBeUndefined();
  forgetShell();
  expect(sentWith("59")).toBeUndefined();
});
