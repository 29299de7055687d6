/** The desk cannot be reached. Its message says what came of the call. */
export class NoLine extends Error {}

export const noLineWords = {
  notLoaded: "You're offline. This couldn't be loaded.",
  notSent: "You're offline. Nothing was sent.",
  notAnswered: "You're offline. There was no answer.",
};

/** Also inside the error that a typed call wraps around it. */
export function findNoLine(error: unknown): NoLine | null {
  if (error instanceof NoLine) return error;
  return error instanceof Error && error.cause instanceof NoLine ? error.cause : null;
}
