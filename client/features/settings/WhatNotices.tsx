interface WhatNoticesProps {
  /** By their names. */
  views: readonly string[];
  macros: readonly string[];
  /** What one macro does from then on, and what several do. */
  inMacros: [one: string, several: string];
}

/** Said before something goes that views and macros name. */
export function WhatNotices({ views, macros, inMacros: [one, several] }: WhatNoticesProps) {
  if (views.length + macros.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {views.length > 0 && (
        <li>
          {views.length === 1 ? "A view that asks for it finds" : "Views that ask for it find"}{" "}
          nothing by it from then on: <bdi>{views.join(", ")}</bdi>.
        </li>
      )}
      {macros.length > 0 && (
        <li>
          {macros.length === 1 ? `A macro ${one}` : `Macros ${several}`} from then on:{" "}
          <bdi>{macros.join(", ")}</bdi>.
        </li>
      )}
    </ul>
  );
}
