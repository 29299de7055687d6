import type { UserBulkAct } from "../../../shared/user-bulk.ts";

export type BulkQuestion = "role" | "company" | "disable" | "invite";

export interface BulkDialogProps {
  count: number;
  /** How many of those chosen it is not asked for. */
  leftOut: number;
  onClose: () => void;
  onRun: (act: UserBulkAct) => Promise<void>;
}
