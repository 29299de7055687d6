import fc from "fast-check";
import type * as z from "zod/mini";
import { hostileTexts, hostileValue } from "./hostile.ts";
import type { Known } from "./known.ts";

type Schema = z.core.$ZodType;
type Def = z.core.$ZodTypes["_zod"]["def"];

interface Place {
  known: Known;
  /** The room of the procedure, by which an `id` is an id of something. */
  room: string;
  key: string;
}

/**
 * Values that a schema mostly accepts: right types, at and just past their limits, and ids that exist. New procedures
 * are covered without a change here.
 */
export function fromSchema(schema: Schema, place: Place): fc.Arbitrary<unknown> {
  const def = schema._zod.def as Def;
  const inner = (next: unknown, key = place.key) => fromSchema(next as Schema, { ...place, key });
  switch (def.type) {
    case "object":
      return objectOf(def.shape as Record<string, Schema>, (next, key) => inner(next, key));
    case "optional":
    case "default":
      return inner(def.innerType);
    case "nullable":
      return fc.option(inner(def.innerType), { freq: 4 });
    case "array":
      return arrayOf(inner(def.element), limitsOf(schema));
    case "union":
      return fc.oneof(...def.options.map((option) => inner(option)));
    case "pipe":
      return inner(def.in);
    case "enum":
      return fc.constantFrom(...Object.values(def.entries));
    case "literal":
      return fc.constantFrom(...def.values);
    case "boolean":
      return fc.boolean();
    case "number":
      return numberOf(place, limitsOf(schema));
    case "string":
      return textOf(place, limitsOf(schema));
    case "record":
      return fc.dictionary(fc.string({ maxLength: 20 }), hostileValue, { maxKeys: 5 });
    default:
      return hostileValue;
  }
}

function objectOf(
  shape: Record<string, Schema>,
  inner: (schema: Schema, key: string) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const keys = Object.keys(shape);
  const model = Object.fromEntries(
    keys.map((key) => {
      const value = inner(shape[key] as Schema, key);
      // Mostly some of the optional fields: all of them together are hardly ever valid.
      return [key, isOptional(shape[key] as Schema) ? fc.option(value, rarely) : value];
    }),
  );
  const requiredKeys = keys.filter((key) => !isOptional(shape[key] as Schema));
  return fc.record(model, { requiredKeys, noNullPrototype: true });
}

const rarely = { nil: undefined, freq: 1 };

function isOptional(schema: Schema): boolean {
  return schema._zod.optin === "optional";
}

interface Limits {
  least: number;
  most: number;
  format?: string;
}

/** The limits noted by the checks of the schema. */
function limitsOf(schema: Schema): Limits {
  const { minimum, maximum, format: noted } = schema._zod.bag as Record<string, unknown>;
  const { format = noted } = schema._zod.def as { format?: unknown };
  return {
    least: typeof minimum === "number" ? minimum : 0,
    most: typeof maximum === "number" ? maximum : Number.POSITIVE_INFINITY,
    format: typeof format === "string" ? format : undefined,
  };
}

function arrayOf(element: fc.Arbitrary<unknown>, { least, most }: Limits): fc.Arbitrary<unknown> {
  const usual = fc.array(element, { minLength: least, maxLength: Math.min(most, least + 4) });
  if (!Number.isFinite(most) || most > 500) return usual;
  const full = element.map((one) => Array(most + 1).fill(one));
  return fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: full });
}

function numberOf({ key, known }: Place, { least, most }: Limits): fc.Arbitrary<unknown> {
  const top = Math.min(most, Number.MAX_SAFE_INTEGER);
  const edges = [least, top, least - 1, top + 1, least + 0.5];
  const usual = fc.integer({ min: least, max: Math.min(top, Math.max(least, 60)) });
  return fc.oneof(
    { weight: 14, arbitrary: key === "number" ? known.number() : usual },
    { weight: 1, arbitrary: fc.constantFrom(...edges) },
  );
}

function textOf(place: Place, limits: Limits): fc.Arbitrary<unknown> {
  const { known, key, room } = place;
  const { least, most, format } = limits;
  if (format === "uuid") return known.id(key, room);
  const usual =
    known.text(key, format) ??
    fc.string({ unit: "grapheme", minLength: least, maxLength: Math.min(most, least + 30) });
  const longest = Math.min(most, 100_000);
  const edges = [longest, longest + 1, Math.max(0, least - 1)].map((length) => "é".repeat(length));
  return fc.oneof(
    { weight: 30, arbitrary: usual },
    { weight: 2, arbitrary: fc.constantFrom(...hostileTexts) },
    { weight: 1, arbitrary: fc.constantFrom(...edges) },
  );
}
