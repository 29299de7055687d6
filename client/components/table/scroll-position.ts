import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { whenForgotten } from "../../data/session/forget.ts";

/** Where somebody was in a list when they went on. */
export interface ListScroll {
  top: number;
  cursor: string | null;
}

/** One for each entry of the history; of very long ways the beginning is forgotten. */
const stands = new Map<string, ListScroll>();
const most = 100;

whenForgotten(() => stands.clear());

/**
 * Back and forward lead to where one stood, as far as one had scrolled. `left`: where that was,
 * once for each list that is come back to. `now`: kept up by the parts that know.
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
