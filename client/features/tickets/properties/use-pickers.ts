import { useCallback, useState } from "react";
import type { StaffValues } from "../../../../shared/tickets/vocabulary.ts";
import type { PickerState } from "../pickers/PickerPopover.tsx";

export type PickerName =
  | keyof StaffValues
  | "status"
  | "assignee"
  | "team"
  | "tags"
  | "snooze"
  | "requester"
  | "company"
  | "followers"
  | "links";

/** The open picker: one at a time, opened by click or key. */
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
      // A picker that closes because another opened must not close that one.
      onOpenChange: (open: boolean) => show((now) => (open ? name : now === name ? null : now)),
    }),
    [shown],
  );
  return { shown, show, of };
}
