import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from "react";

export type LazyPart<Props> = FunctionComponent<Props> & {
  /** Settles when the code is there, or could not be fetched. */
  preload: () => Promise<void>;
};

/**
 * A part whose code is fetched when it is first shown, or already when somebody points at it. What
 * was suspended once React holds back for 300 ms, so a part that is there by then is not suspended.
 */
export function lazyPart<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyPart<Props> {
  let part: ComponentType<Props> | null = null;
  const keep = (module: Record<Name, ComponentType<Props>>) => {
    part = module[name];
    return { default: part };
  };
  const Fetched = lazy<ComponentType<Props>>(async () => keep(await loadOrReload(load)));
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, with its module.
  const Part: FunctionComponent<Props> = (props) => {
    const [Shown] = useState<ComponentType<Props>>(() => part ?? Fetched);
    return createElement(Shown, props);
  };
  return Object.assign(Part, { preload: () => load().then(keep).then(nothing, nothing) });
}

function nothing(): void {}

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
