import { useEffect, useState } from "react";
import type { Failure } from "../../../data/errors.ts";

/** The seconds still to wait after too many attempts, counting down. */
export function useWait(failure: Failure | null): number {
  const [left, setLeft] = useState(0);
  const seconds = failure?.retryAfterSeconds ?? 0;
  useEffect(() => {
    if (!failure || seconds <= 0) return setLeft(0);
    const end = Date.now() + seconds * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [failure, seconds]);
  return left;
}
