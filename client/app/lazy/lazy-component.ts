import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from "react";
import { loadNow, loadPatiently } from "./load-code.ts";

export type LazyComponent<Props> = FunctionComponent<Props> & {
  /** Resolves when the code has loaded (true) or could not be (false). */
  preload: () => Promise<boolean>;
  isThere: () => boolean;
  /** For something the user clicked: fails if the code cannot be loaded now. */
  fetchNow: () => Promise<unknown>;
};

export type PropsOf<Component> =
  Component extends ComponentType<infer Props extends object> ? Props : object;

/**
 * A component whose code is loaded when it is first rendered, or preloaded on hover. React keeps a suspended
 * fallback for 300 ms, so a component that is loaded by then is not suspended.
 */
export function lazyComponent<
  Name extends string,
  File extends Record<Name, ComponentType<never>>,
  Props extends object = PropsOf<File[Name]>,
>(load: () => Promise<File>, name: Name): LazyComponent<Props> {
  const partOf = (file: File) => file[name] as ComponentType<Props>;
  const part = () => {
    const file = loaded.get(load);
    return file ? partOf(file as File) : null;
  };
  const keep = (file: File) => {
    loaded.set(load, file);
    return { default: partOf(file) };
  };
  const Fetched = lazy<ComponentType<Props>>(async () => keep(await loadPatiently(load)));
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, with its module.
  const Part: FunctionComponent<Props> = (props) => {
    const [Shown] = useState<ComponentType<Props>>(() => part() ?? Fetched);
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
  return Object.assign(Part, { preload, fetchNow, isThere: () => loaded.has(load) });
}

/** By the function that loaded it: once one part of a file was loaded, its other parts are there. */
const loaded = new WeakMap<object, object>();

const parts: (() => Promise<boolean>)[] = [];

/** Once the page is idle, loads the rest of the code, so that everything works offline. */
export async function fetchTheRest(): Promise<void> {
  await pause(6_000);
  // Loading a component may register further ones.
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
