import { useState } from "react";
import { readFailure } from "../../data/errors.ts";

/** Why a call failed, shown until the person types again. Errors of later calls are shown again. */
export function useShownError(error: unknown) {
  const [past, setPast] = useState<unknown>(null);
  const failure = error && error !== past ? readFailure(error) : null;
  return { failure, forget: () => setPast(error) };
}
