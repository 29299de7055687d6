import { createUserStore } from "../data/session/forget.ts";

/** What is open above the page: at most one. */
export const overlay = createUserStore<"palette" | "keys" | "macros" | null>(null);

/** Typed after the palette was opened and before its field had the focus; null: nothing is caught. */
let letters: string | null = null;

overlay.subscribe(() => {
  stopCatching();
  if (overlay.get() !== "palette") return;
  letters = "";
  addEventListener("keydown", catchLetter, true);
});

/** Called when the palette's field has the focus: what was typed until then goes there. */
export function takeEarlyLetters(): string {
  const taken = letters ?? "";
  stopCatching();
  return taken;
}

function stopCatching(): void {
  letters = null;
  removeEventListener("keydown", catchLetter, true);
}

function catchLetter(event: KeyboardEvent): void {
  if (letters === null || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Backspace") letters = letters.slice(0, -1);
  else if (event.key.length === 1) letters += event.key;
  else return;
  event.preventDefault();
  event.stopPropagation();
}
