import { useState } from "react";

/** What a call was refused with, told until something is typed; whatever is sent since is still heard. */
export function useShownError<Refused>(error: Refused | null) {
  const [past, setPast] = useState<Refused | null>(null);
  return { told: error === past ? null : error, forget: () => setPast(error) };
}
