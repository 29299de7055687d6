import { useState } from "react";

/** Whether a name is being changed where it stands; once it was, the focus is back at its button. */
export function useRenaming() {
  const [state, setState] = useState<"no" | "now" | "back">("no");
  return {
    isRenaming: state === "now",
    isBack: state === "back",
    begin: () => setState("now"),
    end: (hadFocus: boolean) => setState(hadFocus ? "back" : "no"),
  };
}
