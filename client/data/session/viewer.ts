import { createContext, useContext } from "react";
import type { ViewerProfile } from "../../../shared/users.ts";
import { browserTimeZone } from "../time/browser-time-zone.ts";

export const ViewerContext = createContext<ViewerProfile | null>(null);

/** The signed-in person; only for screens inside the shell, where there always is one. */
export function useViewer(): ViewerProfile {
  const viewer = useContext(ViewerContext);
  if (!viewer) throw new Error("useViewer() outside the shell");
  return viewer;
}

/** Whether a staff member sees all tickets instead of those of some companies. */
export function seesEveryTicket({ companyScope }: Pick<ViewerProfile, "companyScope">): boolean {
  return companyScope !== "assigned";
}

/** The time zone for displayed times: the profile's choice, or the browser's. */
export function useTimeZone(): string {
  const viewer = useContext(ViewerContext);
  return viewer?.timeZone ?? browserTimeZone();
}
