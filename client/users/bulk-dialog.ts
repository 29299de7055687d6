import type { UserBulkAct } from "../../shared/user-bulk.ts";

export type BulkQuestion = "role" | "company" | "disable" | "invite";

export interface BulkDialogProps {
  count: number;
  onClose: () => void;
  onRun: (act: UserBulkAct) => Promise<void>;
}
