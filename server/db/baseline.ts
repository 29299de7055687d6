import { StartError } from "../start-error.ts";

/** How the names of the migrations begin that create the schema as it was on 28 November 2026. */
const baselineStart = "20261101T";

/** The migrations that the baseline replaced: how many they were, the first and the last. */
const replaced = {
  count: 67,
  first: "20261121T0600-create-people",
  last: "20261128T0840-drop-dashboard-tallies",
};

/** The names of the baseline where `executed` has all migrations that it replaced. */
export function withBaseline(executed: readonly string[], known: readonly string[]): string[] {
  if (!executed.includes(replaced.first)) return [...executed];
  const baseline = known.filter((name) => name.startsWith(baselineStart));
  const later = executed.filter((name) => name > replaced.last);
  const earlier = executed.length - later.length;
  if (earlier !== replaced.count || !executed.includes(replaced.last)) {
    throw new StartError(
      `This database or backup is older than this version can update: open it once with the last version that has the migration ${replaced.last}, then again with this one.`,
    );
  }
  return [...baseline, ...later];
}
