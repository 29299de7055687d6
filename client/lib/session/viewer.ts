import { createContext, useContext } from "react";
import type { ViewerProfile } from "../../../shared/users.ts";
import { browserTimeZone } from "../time/browser-time-zone.ts";

export const ViewerContext = createContext<ViewerProfile | null>(null);

/** The signed-in person. Only screens inside the shell may ask: there is always one there. */
export function useViewer(): ViewerProfile {
  const viewer = useContext(ViewerContext);
  if (!viewer) throw new Error("useViewer() outside the shell");
  return viewer;
}

/** The time zone this person reads times in: their own choice, or the browser's. */
export function useTimeZone(): string {
  const viewer = useContext(ViewerContext);
  return viewer?.timeZone ?? browserTimeZone();
}
