import { useLayoutEffect, useRef } from "react";

/**
 * For an answer that comes: whether what asked for it is still on the page. A page that is left
 * while the next one is on its way is hidden first and only later taken down.
 */
export function useMounted() {
  const mounted = useRef(false);
  useLayoutEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
