import { downloadsNeedLine } from "./downloads-need-line.ts";
import { dropsOpenNothing } from "./drops-open-nothing.ts";
import { keepFocusIn } from "./keep-focus-in.ts";

/** What the page does for whoever has begun to do something in it. */
export function beginKeeping(): () => void {
  const stops = [keepFocusIn(), downloadsNeedLine(), dropsOpenNothing()];
  return () => {
    for (const stop of stops) stop();
  };
}
