/** The desk cannot be reached. Its message says what came of the call. */
export class NoLine extends Error {}

export const noLineWords = {
  notLoaded: "Not loaded: there is no connection.",
  notSent: "No connection. Nothing was sent.",
  notAnswered: "No connection. Nobody answered.",
};

/** Also inside the error that a typed call wraps around it. */
export function findNoLine(error: unknown): NoLine | null {
  if (error instanceof NoLine) return error;
  return error instanceof Error && error.cause instanceof NoLine ? error.cause : null;
}
