import { useCallback, useMemo } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { isLeft } from "../../app/navigation/areas.ts";

/** How a list's state is stored in its address, and only there. */
export interface ListAddress<T> {
  read: (params: URLSearchParams) => T;
  /** The search part of the address, without default values. */
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
      // Checks the current address: text may arrive after another navigation that has not been rendered yet.
      if (isLeft(pathname)) return;
      const now = read(new URLSearchParams(location.search));
      const search = write({ ...now, ...patch });
      navigate({ pathname: location.pathname, search }, { replace: true });
    },
    [read, write, navigate, pathname],
  );
  return [value, change];
}

/** Reads one of a fixed set of values; anything else counts as absent. */
export function readChoice<T extends string>(
  params: URLSearchParams,
  key: string,
  choices: readonly T[],
): T | undefined {
  const said = params.get(key);
  return choices.find((choice) => choice === said);
}

/** Whether the order is descending: `dir=asc` or `dir=desc`, else the default. */
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
