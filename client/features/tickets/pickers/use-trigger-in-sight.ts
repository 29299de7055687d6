import { type RefObject, useLayoutEffect, useRef } from "react";

/** What a key opens stands where its property does, and so in sight, wherever that is scrolled to. */
export function useTriggerInSight(open: boolean): RefObject<HTMLButtonElement | null> {
  const trigger = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (open) trigger.current?.scrollIntoView({ block: "nearest" });
  }, [open]);
  return trigger;
}
