import { useEffect, useRef, useState } from "react";

/** After this a press that took the focus away is over, on a touch screen too. */
const pause = 200;

/**
 * Whether the composer has room to write in. It opens with the focus in its text, and closes once
 * nothing is pressed any more: what somebody presses must not move away from under their finger.
 */
export function useOpened() {
  const [opened, setOpened] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const closeLater = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (document.querySelector(":active")) closeLater();
      else setOpened(false);
    }, pause);
  };
  return {
    opened,
    enter(target: EventTarget) {
      clearTimeout(timer.current);
      if (target instanceof HTMLTextAreaElement) setOpened(true);
    },
    leave: closeLater,
  };
}
