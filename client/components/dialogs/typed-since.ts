/** What was typed since `then`, and for the rest what stands there now. */
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
