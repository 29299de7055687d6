import { useEffect } from "react";

/** What a link leads to is fetched while somebody points at it, or stands on it. */
export function useAimAtLinks(preload: (path: string) => Promise<void>): void {
  useEffect(() => {
    let aimed = "";
    const aim = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest("a") : null;
      if (!link || link.origin !== location.origin || link.pathname === aimed) return;
      aimed = link.pathname;
      void preload(aimed);
    };
    for (const act of acts) document.addEventListener(act, aim, { passive: true });
    return () => {
      for (const act of acts) document.removeEventListener(act, aim);
    };
  }, [preload]);
}

/** A finger points as it comes down. */
const acts = ["pointerover", "focusin"];
