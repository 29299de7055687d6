import { whenForgotten } from "../../data/session/forget.ts";
import { createStore } from "../../data/store.ts";

/** Each returns whether its form has unsaved changes. */
const forms = new Set<() => boolean>();

/** The open question whether to discard an unsaved form. */
export const unsavedFormPrompt = createStore<{ answer: (leave: boolean) => void } | null>(null);

// The next person to sign in is not asked about the previous person's form.
whenForgotten(() => unsavedFormPrompt.get()?.answer(false));

/** Watches a form until the returned function is called. */
export function watchForm(isUnsaved: () => boolean): () => void {
  forms.add(isUnsaved);
  return () => forms.delete(isUnsaved);
}

export function hasUnsavedForm(): boolean {
  return [...forms].some((isUnsaved) => isUnsaved());
}

/** Resolves immediately when there is nothing unsaved. */
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
