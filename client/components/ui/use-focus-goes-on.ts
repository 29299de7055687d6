import { useRef } from "react";

/** From most items of a menu the focus returns to its button; some lead it somewhere else. */
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
