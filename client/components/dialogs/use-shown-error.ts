import { useState } from "react";

/** Shows a call's error until the person types again. Errors of later calls are shown again. */
export function useShownError<Refused>(error: Refused | null) {
  const [past, setPast] = useState<Refused | null>(null);
  return { told: error === past ? null : error, forget: () => setPast(error) };
}
