import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from "react";
import { isLineDown, whenLineIsBack } from "./online.ts";

export type LazyPart<Props> = FunctionComponent<Props> & {
  /** Whether the code is there, once it is or could not be fetched. */
  preload: () => Promise<boolean>;
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
  const preload = () =>
    load()
      .then(keep)
      .then(
        () => true,
        () => false,
      );
  parts.push(preload);
  return Object.assign(Part, { preload });
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

const reloadedAt = "frontdesk.reloaded-at";

/**
 * Without a line it waits for it: a reload would leave nothing. Where the desk answers with another
 * build, the names of the old files are gone, and one reload fetches the new page. Where that was
 * done a moment ago, or the build is the same, the error boundary takes over.
 */
async function loadOrReload<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await loadWithLine(load);
  } catch (error) {
    if (!(await isOtherBuild())) throw error;
    if (Date.now() - Number(sessionStorage.getItem(reloadedAt)) < 60_000) throw error;
    sessionStorage.setItem(reloadedAt, String(Date.now()));
    location.reload();
    return new Promise(() => undefined);
  }
}

async function loadWithLine<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    if (await isLineDown()) await whenLineIsBack();
    return await load();
  }
}

/** Whether the page that the desk has now names other files than this one. */
async function isOtherBuild(): Promise<boolean> {
  const page = await fetch("/login", { cache: "no-store" }).then(
    (answer) => answer.text(),
    () => null,
  );
  const own = [...document.querySelectorAll<HTMLScriptElement>("script[src]")];
  return page !== null && own.some((script) => !page.includes(script.getAttribute("src") ?? ""));
}
