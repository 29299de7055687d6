import { useStore } from "../../lib/store.ts";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { closeMerge, mergeQuestion } from "./asked-merge.ts";

const TicketMergeDialog = lazyDialog(() => import("./TicketMergeDialog.tsx"), "TicketMergeDialog");

/** Stands in the ticket area, for its list and its pages alike. */
export function MergeQuestion() {
  const question = useStore(mergeQuestion);
  if (!question) return null;
  return <TicketMergeDialog question={question} onClose={closeMerge} />;
}
