import { expect, test } from "bun:test";
import * as z from "zod/mini";
import { email } from "./users.ts";

type Case = [words: string, schema: z.ZodMiniType, given: unknown];
const few = z.array(z.string()).check(z.minLength(2), z.maxLength(3));
const name = z.string().check(z.minLength(2), z.maxLength(3));
const count = z.int().check(z.minimum(2), z.maximum(3));

const cases: Case[] = [
  ["This is required.", name, undefined],
  ["This is required.", name, null],
  ["This is required.", z.string().check(z.minLength(1)), ""],
  ["This must be a text.", name, 0],
  ["This must be a number.", z.number(), "1"],
  ["This must be a whole number.", count, 2.5],
  ["This must be true or false.", z.boolean(), 1],
  ["This must be a list.", few, "ab"],
  ["This must be an object.", z.strictObject({}), "ab"],
  ["This must be of another kind.", z.date(), "ab"],
  ["This needs at least 2 characters.", name, "a"],
  ["At most 3 characters fit here.", name, "abcd"],
  ["Choose at least 2.", few, ["a"]],
  ["At most 3 are possible.", few, ["a", "b", "c", "d"]],
  ["This must be at least 2.", count, 1],
  ["This may be at most 3.", count, 4],
  ["This is not an email address.", email, "ana"],
  ["This is not an email address.", email, "a"],
  ["This is required.", email, " "],
  ["At most 254 characters fit here.", email, `${"a".repeat(248)}@b.test`],
  ["This holds characters that cannot be stored.", email, "a\0@b.test"],
  ["This is not valid.", z.uuid(), "ana"],
  ["This must be one of: high, low.", z.enum(["high", "low"]), "none"],
  ["This is not valid.", z.union([z.literal("a"), z.literal(1)]), "none"],
];

test.each(cases)("%s", (words, schema, given) => {
  const [issue] = schema.safeParse(given).error?.issues ?? [];
  expect(issue?.message).toBe(words);
});
