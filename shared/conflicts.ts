/** The values a person saw in the fields they change. */
export type SeenValues<Values> = { [Field in keyof Values]?: Values[Field] | undefined };

interface FieldValues<Field extends string> {
  current: Readonly<Record<Field, unknown>>;
  /** What the person saw. A field without such a value is overwritten. */
  from: Readonly<Partial<Record<Field, unknown>>>;
  /** What they want. */
  to: Readonly<Partial<Record<Field, unknown>>>;
}

/**
 * The fields that someone else changed after the person saw them, unless both set the same value. Other
 * fields do not matter. Call it under the row's lock.
 */
export function conflictingFields<Field extends string>(
  fields: readonly Field[],
  { current, from, to }: FieldValues<Field>,
  isSame: (one: unknown, other: unknown, field: Field) => boolean = Object.is,
): Field[] {
  return fields.filter(
    (field) =>
      from[field] !== undefined &&
      !isSame(current[field], from[field], field) &&
      !isSame(current[field], to[field], field),
  );
}
