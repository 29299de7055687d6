import { Suspense } from "react";
import { lazyPart } from "../../../app/lazy/lazy-part.ts";
import { useStore } from "../../../data/store.ts";
import { conflictQuestions } from "./conflicts.ts";

const ConflictDialog = lazyPart(() => import("./ConflictDialog.tsx"), "ConflictDialog");

/** Stands in the ticket area: whoever is asked may have gone back to the list. */
export function ConflictDialogs() {
  const [question] = useStore(conflictQuestions);
  return <Suspense>{question && <ConflictDialog question={question} />}</Suspense>;
}
