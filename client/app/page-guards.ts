import { downloadsNeedLine } from "./downloads-need-line.ts";
import { dropsOpenNothing } from "./drops-open-nothing.ts";
import { keepFocusIn } from "./keep-focus-in.ts";

/** What a page keeps for whoever has begun to use it: the focus, and itself where a file is let go or fetched. */
export function guardPage(): () => void {
  const stops = [keepFocusIn(), downloadsNeedLine(), dropsOpenNothing()];
  return () => {
    for (const stop of stops) stop();
  };
}
