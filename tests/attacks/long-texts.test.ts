import { expect, test } from "bun:test";
import type * as z from "zod/mini";
import { appRouter } from "../../server/rpc/router.ts";
import { canonicalAddress } from "../../shared/mail-address.ts";
import { readDomain } from "../../shared/mail-domains.ts";
import {
  changePasswordInput,
  createUserInput,
  loginInput,
  requestResetInput,
  userPatch,
} from "../../shared/schemas/users.ts";

type Schema = z.core.$ZodType;
type Def = z.core.$ZodTypes["_zod"]["def"];

const mebibyte = 1024 * 1024;
/** Texts for which a transformation or pattern took quadratic time, or might. */
const texts = [
  `a@${"ü.".repeat(mebibyte / 3)}test`,
  `a@${"a.".repeat(mebibyte / 2)}test`,
  "a".repeat(mebibyte),
  ` ${" \u00a0".repeat(mebibyte / 2)}x`,
  // Accents of two classes in turn, which normalisation sorts.
  `a${"\u0301\u0316".repeat(mebibyte / 4)}`,
  "{{a ".repeat(mebibyte / 4),
  `${"1".repeat(mebibyte)}-`,
];
const allowedMs = 50;

const procedures = appRouter._def.procedures as unknown as Record<
  string,
  { _def: { inputs: Schema[] } }
>;
const schemas: [string, Schema][] = [
  ...Object.entries(procedures).flatMap(([name, { _def }]) =>
    _def.inputs.map((input): [string, Schema] => [name, input]),
  ),
  ["POST /node/auth/login", loginInput],
  ["POST /node/auth/change-password", changePasswordInput],
  ["POST /node/auth/password-reset", requestResetInput],
  ["POST /node/auth/create", createUserInput],
  ["PUT /node/auth/update", userPatch],
];

/** Fields that several inputs share, such as ids, are measured in the first of them. */
const measured = new Set<Schema>();

test.each(schemas)(
  "%s refuses or accepts a text of 1 MB in any field within 50 ms",
  (_, schema) => {
    const places = placesFor(schema).filter(({ field }) => !measured.has(field));
    const slow = places.flatMap(({ path, put }) =>
      texts.map((text) => ({ path, text: text.slice(0, 12), ms: costOf(schema, put(text)) })),
    );
    for (const { field } of places) measured.add(field);
    expect(slow.filter(({ ms }) => ms > allowedMs)).toEqual([]);
  },
);

test("an address or domain of more than 254 characters is not parsed", () => {
  const [long = ""] = texts;
  const begun = process.cpuUsage();
  expect(canonicalAddress(long)).toBe(long);
  expect(readDomain(long)).toBeNull();
  expect(canonicalAddress(`a@${"ü".repeat(253)}`)).toBe(`a@${"ü".repeat(253)}`);
  expect(millisecondsSince(begun)).toBeLessThan(allowedMs);
});

/** The minimum of three, since other work on the machine adds to it. */
function costOf(schema: Schema, input: unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && least > allowedMs; tries += 1) {
    const begun = process.cpuUsage();
    (schema as z.ZodMiniType).safeParse(input);
    least = millisecondsSince(begun);
  }
  return least;
}

function millisecondsSince(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

interface Place {
  path: string;
  field: Schema;
  /** An input with the text in the given field. */
  put: (text: string) => unknown;
}

/** Every field of the schema that takes a text, in lists, objects and unions too. */
function placesFor(schema: Schema): Place[] {
  const def = schema._zod.def as Def;
  switch (def.type) {
    case "object":
      return Object.entries(def.shape).flatMap(([key, child]) =>
        placesFor(child as Schema).map(({ path, field, put }) => ({
          path: `${key}.${path}`,
          field,
          put: (text) => ({ ...literalsOf(def.shape), [key]: put(text) }),
        })),
      );
    case "optional":
    case "default":
    case "nullable":
      return placesFor(def.innerType as Schema);
    case "array":
      return placesFor(def.element as Schema).map(({ path, field, put }) => ({
        path,
        field,
        put: (text) => [put(text)],
      }));
    case "union":
      return def.options.flatMap((option) => placesFor(option as Schema));
    case "pipe":
      return placesFor(def.in as Schema).map((place) => ({ ...place, field: schema }));
    case "record":
      return [{ path: "key", field: schema, put: (text) => ({ [text]: text }) }];
    case "string":
      return [{ path: "", field: schema, put: (text) => text }];
    default:
      return [];
  }
}

/** The value that selects the branch of a union. */
function literalsOf(shape: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(shape).flatMap(([key, child]) => {
      const def = (child as Schema)._zod.def as Def;
      return def.type === "literal" ? [[key, def.values[0]]] : [];
    }),
  );
}
