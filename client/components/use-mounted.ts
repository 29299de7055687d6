import { useLayoutEffect, useRef } from "react";

/**
 * Whether the component is still mounted and visible when an answer arrives. A page that is left is first
 * hidden and unmounted later.
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
