import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from "react";
import { loadNow, loadPatiently } from "./load-code.ts";

export type LazyComponent<Props> = FunctionComponent<Props> & {
  /** Whether the code is there, once it is or could not be fetched. */
  preload: () => Promise<boolean>;
  isThere: () => boolean;
  /** Of what somebody pressed: fails where it does not come now. */
  fetchNow: () => Promise<unknown>;
};

/**
 * A part whose code is fetched when it is first shown, or already when somebody points at it. What
 * was suspended once React holds back for 300 ms, so a part that is there by then is not suspended.
 */
export function lazyComponent<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyComponent<Props> {
  let part: ComponentType<Props> | null = null;
  const keep = (module: Record<Name, ComponentType<Props>>) => {
    part = module[name];
    return { default: part };
  };
  const Fetched = lazy<ComponentType<Props>>(async () => keep(await loadPatiently(load)));
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, with its module.
  const Part: FunctionComponent<Props> = (props) => {
    const [Shown] = useState<ComponentType<Props>>(() => part ?? Fetched);
    return createElement(Shown, props);
  };
  const preload = () =>
    load()
      .then(keep)
      .then(
        () => true,
        () => false,
      );
  parts.push(preload);
  const fetchNow = () => loadNow(load).then(keep);
  return Object.assign(Part, { preload, fetchNow, isThere: () => part !== null });
}

const parts: (() => Promise<boolean>)[] = [];

/** Once the page has come to rest, the rest of the desk is fetched: it works without a line too. */
export async function fetchTheRest(): Promise<void> {
  await pause(6_000);
  // Parts name others when they are there.
  for (let part = parts.shift(); part; part = parts.shift()) {
    await idle();
    await part();
  }
}

function idle(): Promise<void> {
  if (!("requestIdleCallback" in globalThis)) return pause(50);
  return new Promise((resolve) => requestIdleCallback(() => resolve()));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
