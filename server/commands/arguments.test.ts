import { describe, expect, test } from "bun:test";
import { readArguments, readNumber, readPlace } from "./arguments.ts";

describe("arguments of a command", () => {
  test("are read by their names, in any order", () => {
    const words = ["--role", "Agent", "--email", "a@b.test"];
    expect(readArguments(["email", "role"], words)).toEqual({ email: "a@b.test", role: "Agent" });
    expect(readArguments(["email"], [])).toEqual({});
  });

  test.each([
    [["--mail", "a@b.test"], "--mail a@b.test"],
    [["--email", "a@b.test", "--role"], "--role"],
    [["--email", "a@b.test", "more", "words"], "more words"],
  ])("that are unknown are an error that lists the known ones: %p", (words, left) => {
    expect(() => readArguments(["email", "role"], words)).toThrow(
      `This is not understood: ${left}. It takes --email … --role …`,
    );
  });
});

test("a switch has no value, wherever it is", () => {
  const read = (...words: string[]) => readArguments<"seed" | "dry">(["seed"], words, ["dry"]);
  expect<object>(read("--dry", "--seed", "7")).toEqual({ seed: "7", dry: "" });
  expect<object>(read("--seed", "7", "--dry")).toEqual({ seed: "7", dry: "" });
  expect<object>(read("--seed", "--dry")).toEqual({ seed: "--dry" });
  expect(() => read("--dry", "7")).toThrow("This is not understood: 7. It takes --seed … --dry");
});

test("a command without arguments refuses any", () => {
  expect(readArguments([], [])).toEqual({});
  expect(() => readArguments([], ["--help"])).toThrow(
    "This is not understood: --help. It takes nothing.",
  );
});

test.each([
  ["1", 1],
  ["5000000", 5_000_000],
])("%s is a number of tickets", (text, number) => {
  expect(readNumber("--tickets", text, 5_000_000)).toBe(number);
});

test.each(["0", "-1", "1.5", "many", "", "5000001"])("%p is not a number of tickets", (text) => {
  expect(() => readNumber("--tickets", text, 5_000_000)).toThrow(
    `--tickets must be a whole number from 1 to 5000000, not ${text}`,
  );
});

test("a folder is a single argument", () => {
  expect(readPlace("backup", ["/backups"])).toBe("/backups");
  for (const words of [[], [""], ["/one", "/two"], ["--from", "x"], ["--from"]]) {
    expect(() => readPlace("backup", words)).toThrow(
      "It takes one folder: bun run backup /path/to/it",
    );
  }
});
