import { type ComponentType, createElement, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { type LazyComponent, lazyComponent, type PropsOf } from "../../app/lazy/lazy-component.ts";
import { readFailure } from "../../data/errors.ts";
import { belongsToNotices, notify } from "../notices.ts";

/** Opened from outside, and therefore cancelled there. */
interface Closable {
  onClose: () => void;
}

/**
 * A dialog whose code is loaded when its button is hovered. If it is clicked before that, a progress line at
 * the top of the window appears in the next frame. Escape or any other action cancels it; it never opens
 * later.
 */
export function lazyDialog<
  Name extends string,
  File extends Record<Name, ComponentType<never>>,
  Props extends object = PropsOf<File[Name]>,
>(load: () => Promise<File>, name: Name): LazyComponent<Props & Closable> {
  const Part = lazyComponent<Name, File, Props>(load, name);
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each dialog, with its module.
  const Dialog = (props: Props & Closable) => {
    const [isThere, setThere] = useState(Part.isThere);
    if (!isThere) {
      return <Coming onClose={props.onClose} part={Part} onCome={() => setThere(true)} />;
    }
    return <Suspense>{createElement(Part, props)}</Suspense>;
  };
  const { preload, fetchNow, isThere } = Part;
  return Object.assign(Dialog, { preload, fetchNow, isThere });
}

interface ComingProps extends Pick<Closable, "onClose"> {
  part: Pick<LazyComponent<object>, "fetchNow">;
  onCome: () => void;
}

function Coming({ part, onCome, onClose }: ComingProps) {
  const { pathname } = useLocation();
  const [from] = useState(pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the request does not change.
  useEffect(() => {
    if (pathname !== from) return onClose();
    const wanted = new AbortController();
    const elsewhere = ({ target }: Event) => belongsToNotices(target) || onClose();
    const stopHearing = listenForEscape(onClose);
    addEventListener("pointerdown", elsewhere, true);
    void isCome(part, wanted.signal).then((isThere) => {
      if (wanted.signal.aborted) return;
      if (isThere) onCome();
      else onClose();
    });
    return () => {
      wanted.abort();
      stopHearing();
      removeEventListener("pointerdown", elsewhere, true);
    };
  }, [pathname]);
  return (
    <div
      role="status"
      aria-label="Loading"
      data-slot="coming"
      className="fixed inset-x-0 top-0 z-60 h-0.5 animate-pulse bg-primary"
    />
  );
}

type Fetched = Pick<LazyComponent<object>, "fetchNow">;

/** Loads the code while it is still wanted; a failure is shown. */
async function isCome({ fetchNow }: Fetched, wanted: AbortSignal): Promise<boolean> {
  try {
    await fetchNow();
    return !wanted.aborted;
  } catch (error) {
    const { offline, message } = readFailure(error);
    if (!wanted.aborted) notify({ kind: offline ? "warning" : "error", message });
    return false;
  }
}

/** While it loads, Escape only cancels the dialog. */
function listenForEscape(callOff: () => void): () => void {
  const listener = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    callOff();
  };
  addEventListener("keydown", listener, true);
  return () => removeEventListener("keydown", listener, true);
}
