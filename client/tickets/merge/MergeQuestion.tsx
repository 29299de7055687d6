import { Suspense } from "react";
import { lazyPart } from "../../lib/lazy-part.ts";
import { useStore } from "../../lib/store.ts";
import { mergeQuestion } from "./merge-dialog.ts";

const MergeDialog = lazyPart(() => import("./MergeDialog.tsx"), "MergeDialog");

/** Stands in the ticket area, for its list and its pages alike. */
export function MergeQuestion() {
  const question = useStore(mergeQuestion);
  if (!question) return null;
  return (
    <Suspense fallback={null}>
      <MergeDialog question={question} />
    </Suspense>
  );
}
