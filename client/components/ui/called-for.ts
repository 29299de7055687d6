import type { LazyPart } from "../../app/lazy/lazy-part.ts";
import { readFailure } from "../../data/errors.ts";
import { notify } from "../notices.ts";

type Fetched = Pick<LazyPart<object>, "fetchNow">;

/** Whether the code of what somebody pressed came, while they still want it; else they are told. */
export async function isCome(
  { fetchNow }: Fetched,
  wanted: AbortSignal,
  tell: (words: string, noLine: boolean) => void = tellByNotice,
): Promise<boolean> {
  try {
    await fetchNow();
    return !wanted.aborted;
  } catch (error) {
    const { noLine, message } = readFailure(error);
    if (!wanted.aborted) tell(message, noLine);
    return false;
  }
}

function tellByNotice(message: string, noLine: boolean): void {
  notify({ kind: noLine ? "warning" : "error", message });
}

/** Escape calls off what is on its way, and nothing else. */
export function hearEscape(callOff: () => void): () => void {
  const hear = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    callOff();
  };
  addEventListener("keydown", hear, true);
  return () => removeEventListener("keydown", hear, true);
}
