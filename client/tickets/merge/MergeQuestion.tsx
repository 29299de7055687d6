import { useStore } from "../../lib/store.ts";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { closeMerge, mergeQuestion } from "./merge-dialog.ts";

const MergeDialog = lazyDialog(() => import("./MergeDialog.tsx"), "MergeDialog");

/** Stands in the ticket area, for its list and its pages alike. */
export function MergeQuestion() {
  const question = useStore(mergeQuestion);
  if (!question) return null;
  return <MergeDialog question={question} onClose={closeMerge} />;
}
