import { type MouseEvent, type RefObject, useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { whenForgotten } from "../../data/session/forget.ts";

/** By which link somebody went on, for each entry of the history: of several to one place, which. */
const left = new Map<string, { to: string; at: number }>();

whenForgotten(() => left.clear());

interface WayBack {
  ref: RefObject<HTMLDivElement | null>;
  onClick: (event: MouseEvent) => void;
}

/** Whoever comes back to a page stands on the number that they left it by, as soon as it is drawn. */
export function useWayBack(): WayBack {
  const ref = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  const isBack = useNavigationType() === "POP";

  useEffect(() => {
    const wanted = isBack && left.get(key);
    if (!wanted) return;
    left.delete(key);
    const used = new AbortController();
    const look = () => {
      const found = linksTo(ref.current, wanted.to);
      const link = found[wanted.at] ?? found[0];
      if (!link) return;
      used.abort();
      link.focus();
    };
    const watch = new MutationObserver(look);
    used.signal.addEventListener("abort", () => watch.disconnect());
    // Whoever does something meanwhile is not led away from it.
    for (const type of ["keydown", "pointerdown"]) {
      document.addEventListener(type, () => used.abort(), { capture: true, signal: used.signal });
    }
    if (ref.current) watch.observe(ref.current, { childList: true, subtree: true });
    look();
    return () => used.abort();
  }, [key, isBack]);

  return {
    ref,
    onClick({ target, defaultPrevented }) {
      const link = target instanceof Element && target.closest<Linking>("a[href]");
      // The router has taken it: it opens no other tab.
      if (!link || !defaultPrevented) return;
      const to = link.getAttribute("href") ?? "";
      left.set(key, { to, at: linksTo(ref.current, to).indexOf(link) });
    },
  };
}

/** In a chart it is one of SVG. */
type Linking = HTMLElement | SVGElement;

function linksTo(page: Element | null, to: string): Linking[] {
  const links = page?.querySelectorAll<Linking>(`a[href="${CSS.escape(to)}"]`) ?? [];
  return [...links];
}
