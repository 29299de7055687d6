import { type ComponentType, createElement, Suspense, useEffect } from "react";
import { type LazyPart, lazyPart } from "../lib/lazy-part.ts";
import { noLineWords } from "../lib/no-line.ts";
import { notify } from "../lib/notices.ts";
import { offlineSince } from "../lib/online.ts";
import { useStore } from "../lib/store.ts";

/**
 * A dialog whose code is fetched when somebody points at what opens it. Pressed before it is there,
 * a line at the top of the window says in the next frame that it comes, and the page stays as it is.
 */
export function lazyDialog<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyPart<Props> {
  const Part = lazyPart(load, name);
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each dialog, with its module.
  const Dialog = (props: Props) => (
    <Suspense fallback={<Coming />}>{createElement(Part, props)}</Suspense>
  );
  return Object.assign(Dialog, { preload: Part.preload });
}

function Coming() {
  const offline = useStore(offlineSince) !== null;
  useEffect(() => {
    if (offline) notify({ kind: "warning", message: noLineWords.notLoaded });
  }, [offline]);
  if (offline) return null;
  return (
    <div
      role="status"
      aria-label="Loading"
      data-slot="coming"
      className="fixed inset-x-0 top-0 z-60 h-0.5 animate-pulse bg-primary"
    />
  );
}
