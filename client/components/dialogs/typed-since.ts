/** The values typed since `then`; the other fields have their current values. */
export function typedSince<Values extends object>(
  typed: Values,
  then: Values,
  stands: Values,
): Values {
  const fields = Object.keys(typed) as (keyof Values)[];
  const changed = fields.filter(
    (field) => JSON.stringify(typed[field]) !== JSON.stringify(then[field]),
  );
  return { ...stands, ...Object.fromEntries(changed.map((field) => [field, typed[field]])) };
}
