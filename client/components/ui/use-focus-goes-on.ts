import { useRef } from "react";

/** Most menu items return the focus to the menu's button; some move it elsewhere. */
export function useFocusGoesOn() {
  const goes = useRef(false);
  return {
    goesOn: (act: () => void) => () => {
      goes.current = true;
      act();
    },
    onClose(event: Event) {
      if (goes.current) event.preventDefault();
      goes.current = false;
    },
  };
}
