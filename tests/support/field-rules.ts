export interface FieldSchema {
  safeParse(given: unknown): { success: boolean };
}

/** A field with its valid and invalid values. */
export type FieldRule = [field: string, takes: readonly unknown[], refuses: readonly unknown[]];

export type FieldRow = [
  name: string,
  schema: FieldSchema,
  /** The input that is sent with each of its fields. */
  rest: Record<string, unknown>,
  rules: FieldRule[],
];

export const id = "01a2069d-c342-726b-990b-8ba22f982d98";
export const chars = (count: number) => "x".repeat(count);
export const times = <Value>(count: number, value: Value): Value[] => Array(count).fill(value);

/** Text that can be stored, up to so long. */
export const upTo = (field: string, max: number, min = 1): FieldRule => [
  field,
  [chars(max), chars(min)],
  [chars(max + 1), "a\0b", 7, ...(min === 0 ? [] : [chars(min - 1)])],
];
/** Text that is kept nowhere. */
export const free = (field: string, max: number): FieldRule => [
  field,
  [chars(max), ""],
  [chars(max + 1), 7],
];
export const typed = (field: string): FieldRule => [field, [chars(1024)], [chars(1025), ""]];
export const whole = (field: string, min: number, max: number): FieldRule => [
  field,
  [min, max],
  [min - 1, max + 1, min + 0.5, "1"],
];
export const many = (field: string, most: number, least = 0): FieldRule => [
  field,
  [times(most, id), times(least, id)],
  [times(most + 1, id), ["no id"], ...(least > 0 ? [times(least - 1, id)] : [])],
];
export const oneOf = (field: string, ...values: unknown[]): FieldRule => [
  field,
  values,
  ["anything", 7],
];
export const anId = (field: string): FieldRule => [field, [id], ["no id", ""]];
export const zone: FieldRule = [
  "timeZone",
  ["Europe/Lisbon"],
  ["Nowhere/Land", `Europe/${chars(58)}`],
];
export const pages: FieldRule[] = [
  whole("limit", 1, 200),
  ["cursor", [null, "x"], [7]],
  ["direction", ["forward"], ["backward"]],
];
export const number: FieldRule = [
  "number",
  [1, Number.MAX_SAFE_INTEGER],
  [0, Number.MAX_SAFE_INTEGER + 1, 1.5],
];

/** Each of these that a schema takes, or refuses, against the rule; and unknown fields. */
export function wrongOf(
  schema: FieldSchema,
  rest: Record<string, unknown>,
  rules: readonly FieldRule[],
): string[] {
  const takes = (given: Record<string, unknown>) => schema.safeParse({ ...rest, ...given }).success;
  const wrong = (field: string, values: readonly unknown[], fits: boolean) =>
    values
      .filter((value) => takes({ [field]: value }) !== fits)
      .map(
        (value) =>
          `${field}: ${JSON.stringify(value)?.slice(0, 80)} is ${fits ? "refused" : "taken"}`,
      );
  return [
    ...(takes({}) ? [] : ["the rest by itself is refused"]),
    ...wrong("somethingElse", [1], false),
    ...rules.flatMap(([field, fits, unfit]) => [
      ...wrong(field, fits, true),
      ...wrong(field, unfit, false),
    ]),
  ];
}
