import { Suspense, useLayoutEffect } from "react";
import { useLocation } from "react-router-dom";
import { lazyComponent } from "../../../app/lazy/lazy-component.ts";
import { lazyDialog } from "../../../components/ui/lazy-dialog.tsx";
import { useStore } from "../../../data/store.ts";
import { closeMerge, conflictQuestions, mergeQuestion, savedViewDialog } from "./open-dialogs.ts";

const ConflictDialog = lazyComponent(() => import("./lazy-dialogs.ts"), "ConflictDialog");
const MergeDialog = lazyDialog(() => import("./lazy-dialogs.ts"), "MergeDialog");
const SavedViewDialogs = lazyDialog(() => import("./lazy-dialogs.ts"), "SavedViewDialogs");

/** The dialogs that lists and ticket pages share. They outlive the menu, row or page that opened them. */
export function TicketDialogs() {
  const [conflict] = useStore(conflictQuestions);
  const merge = useStore(mergeQuestion);
  const view = useStore(savedViewDialog);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving the page closes the dialog.
  useLayoutEffect(() => closeMerge, [pathname]);
  // A layout effect, because a page that is still loading hides this one without unmounting it.
  useLayoutEffect(() => () => savedViewDialog.set(null), []);
  return (
    <>
      {merge && <MergeDialog question={merge} onClose={closeMerge} />}
      {view && <SavedViewDialogs onClose={() => savedViewDialog.set(null)} />}
      <Suspense>{conflict && <ConflictDialog question={conflict} />}</Suspense>
    </>
  );
}
