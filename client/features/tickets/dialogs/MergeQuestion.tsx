import { useLayoutEffect } from "react";
import { useLocation } from "react-router-dom";
import { lazyDialog } from "../../../components/ui/lazy-dialog.tsx";
import { useStore } from "../../../data/store.ts";
import { closeMerge, mergeQuestion } from "./open-merge.ts";

const MergeDialog = lazyDialog(() => import("./MergeDialog.tsx"), "MergeDialog");

/** Stands in the ticket area, for its list and its pages alike. */
export function MergeDialogHost() {
  const question = useStore(mergeQuestion);
  const { pathname } = useLocation();
  // Whoever has gone elsewhere is not asked there, nor as they come back, be it before it was drawn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is elsewhere.
  useLayoutEffect(() => closeMerge, [pathname]);
  if (!question) return null;
  return <MergeDialog question={question} onClose={closeMerge} />;
}
