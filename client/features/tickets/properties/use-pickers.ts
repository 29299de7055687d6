import { useCallback, useState } from "react";
import type { PickerState } from "../pickers/PickerPopover.tsx";

export type PickerName =
  | "status"
  | "priority"
  | "assignee"
  | "team"
  | "type"
  | "tags"
  | "snooze"
  | "requester"
  | "company"
  | "followers"
  | "links";

/** Which property is being changed: one at a time, opened by a click or by its key. */
export interface Pickers {
  shown: PickerName | null;
  show: (name: PickerName | null) => void;
  of: (name: PickerName) => PickerState;
}

export function usePickers(): Pickers {
  const [shown, show] = useState<PickerName | null>(null);
  const of = useCallback(
    (name: PickerName) => ({
      open: shown === name,
      // One that closes since another opened does not close that other.
      onOpenChange: (open: boolean) => show((now) => (open ? name : now === name ? null : now)),
    }),
    [shown],
  );
  return { shown, show, of };
}
