import { useEffect, useRef } from "react";

/** For an answer that comes: whether what asked for it is still on the page. */
export function useMounted() {
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
