interface DeletionImpactProps {
  /** The names of the affected views. */
  views: readonly string[];
  macros: readonly string[];
  /** What happens to one macro, and to several. */
  inMacros: [one: string, several: string];
}

/** Lists the views and macros that use a tag or team about to be deleted. */
export function DeletionImpact({ views, macros, inMacros: [one, several] }: DeletionImpactProps) {
  if (views.length + macros.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {views.length > 0 && (
        <li>
          {views.length === 1 ? "This view uses it" : "These views use it"} and will no longer find
          tickets by it: <bdi>{views.join(", ")}</bdi>.
        </li>
      )}
      {macros.length > 0 && (
        <li>
          {macros.length === 1 ? `This macro ${one}` : `These macros ${several}`}:{" "}
          <bdi>{macros.join(", ")}</bdi>.
        </li>
      )}
    </ul>
  );
}
