import { useCallback, useMemo } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { isLeft } from "../../app/navigation/areas.ts";

/** How what a list shows stands in its address: there and nowhere else. */
export interface ListAddress<T> {
  read: (params: URLSearchParams) => T;
  /** The address's search part; what is as it comes by itself is left out. */
  write: (value: T) => string;
}

export function useListAddress<T extends object>({
  read,
  write,
}: ListAddress<T>): [T, (patch: Partial<T>) => void] {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const value = useMemo(() => read(new URLSearchParams(search)), [read, search]);
  const change = useCallback(
    (patch: Partial<T>) => {
      // The address of this very moment: words may arrive after another change, or when somebody
      // has gone on to another page, which is only not drawn yet.
      if (isLeft(pathname)) return;
      const now = read(new URLSearchParams(location.search));
      const search = write({ ...now, ...patch });
      navigate({ pathname: location.pathname, search }, { replace: true });
    },
    [read, write, navigate, pathname],
  );
  return [value, change];
}

/** One of a fixed set of words; anything else counts as not said. */
export function readChoice<T extends string>(
  params: URLSearchParams,
  key: string,
  choices: readonly T[],
): T | undefined {
  const said = params.get(key);
  return choices.find((choice) => choice === said);
}

/** Whether the order is turned round: `dir=asc` or `dir=desc`, else as it comes by itself. */
export function readDescending(params: URLSearchParams, byItself: boolean): boolean {
  const direction = readChoice(params, "dir", ["asc", "desc"]);
  return direction ? direction === "desc" : byItself;
}

export function writeSearch(values: Record<string, string | undefined>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) if (value) params.set(key, value);
  const search = params.toString();
  return search && `?${search}`;
}
