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

/** Of staff: whether they see every ticket, and not those of some companies alone. */
export function seesEveryTicket({ companyScope }: Pick<ViewerProfile, "companyScope">): boolean {
  return companyScope !== "assigned";
}

/** The time zone this person reads times in: their own choice, or the browser's. */
export function useTimeZone(): string {
  const viewer = useContext(ViewerContext);
  return viewer?.timeZone ?? browserTimeZone();
}
