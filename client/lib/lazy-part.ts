import { type ComponentType, type LazyExoticComponent, lazy } from "react";

export type LazyPart<Props> = LazyExoticComponent<ComponentType<Props>> & { preload: () => void };

/** A part whose code is fetched when it is first shown, or already when somebody points at it. */
export function lazyPart<Name extends string, Props = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyPart<Props> {
  const loadPart = async () => ({ default: (await loadOrReload(load))[name] });
  return Object.assign(lazy(loadPart), { preload: () => void load().catch(() => undefined) });
}

const reloadedAt = "frontdesk.reloaded-at";

/**
 * After an upgrade the names of the old files are gone: one reload fetches the new page. Where that
 * was tried a moment ago, the error boundary takes over.
 */
async function loadOrReload<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (Date.now() - Number(sessionStorage.getItem(reloadedAt)) < 60_000) throw error;
    sessionStorage.setItem(reloadedAt, String(Date.now()));
    location.reload();
    return new Promise(() => undefined);
  }
}
