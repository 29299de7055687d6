import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { whenForgotten } from "../../data/session/forget.ts";

/** A list's scroll position and cursor when it was left. */
export interface ListScroll {
  top: number;
  cursor: string | null;
}

/** One per history entry; the oldest are dropped. */
const stands = new Map<string, ListScroll>();
const most = 100;

whenForgotten(() => stands.clear());

/**
 * Back and forward restore the scroll position and cursor. `left`: the state to restore, once per return to a
 * list. `now`: kept current by the list's hooks.
 */
export function useListScroll(listKey: string, scroll: RefObject<HTMLElement | null>) {
  const { key } = useLocation();
  const isBack = useNavigationType() === "POP";
  const entry = `${key} ${listKey}`;
  const came = useRef<{ listKey: string; left: ListScroll | null }>(null);
  if (came.current?.listKey !== listKey) {
    came.current = { listKey, left: (isBack && stands.get(entry)) || null };
  }
  const now = useRef<ListScroll>(came.current.left ?? { top: 0, cursor: null });

  useEffect(() => {
    const element = scroll.current;
    const note = () => {
      if (element) now.current = { ...now.current, top: element.scrollTop };
    };
    element?.addEventListener("scroll", note, { passive: true });
    return () => element?.removeEventListener("scroll", note);
  }, [scroll]);

  useLayoutEffect(
    () => () => {
      stands.delete(entry);
      stands.set(entry, now.current);
      const [oldest] = stands.keys();
      if (stands.size > most && oldest !== undefined) stands.delete(oldest);
    },
    [entry],
  );

  return { left: came.current.left, now };
}
