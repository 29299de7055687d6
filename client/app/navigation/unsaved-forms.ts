import { whenForgotten } from "../../data/session/forget.ts";
import { createStore } from "../../data/store.ts";

/** Each says when it is asked whether something in it was not saved. */
const forms = new Set<() => boolean>();

/** Whoever filled in a form is asked before it is left. */
export const unsavedFormPrompt = createStore<{ answer: (leave: boolean) => void } | null>(null);

// Whoever signs in next is not asked about the form of the one before.
whenForgotten(() => unsavedFormPrompt.get()?.answer(false));

/** Until what is returned is called. */
export function watchForm(isUnsaved: () => boolean): () => void {
  forms.add(isUnsaved);
  return () => forms.delete(isUnsaved);
}

export function hasUnsavedForm(): boolean {
  return [...forms].some((isUnsaved) => isUnsaved());
}

/** Whether one may go: at once where nothing is lost by it. */
export async function canLeaveForms(): Promise<boolean> {
  if (!hasUnsavedForm()) return true;
  unsavedFormPrompt.get()?.answer(false);
  return await new Promise((resolve) => {
    unsavedFormPrompt.set({
      answer(leave) {
        unsavedFormPrompt.set(null);
        resolve(leave);
      },
    });
  });
}
