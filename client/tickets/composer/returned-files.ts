import { useEffect } from "react";
import type { MessageFile } from "../../../shared/tickets/page.ts";
import { createOwnStore } from "../../lib/session/forget.ts";
import { useStore } from "../../lib/store.ts";

/** What came back with a reply that was taken back, until its composer has it. */
const returned = createOwnStore<{ ticketId: string; files: readonly MessageFile[] } | null>(null);

export function returnFiles(ticketId: string, files: readonly MessageFile[]): void {
  if (files.length > 0) returned.set({ ticketId, files });
}

export function useReturnedFiles(
  ticketId: string,
  restore: (files: readonly MessageFile[]) => void,
): void {
  const waiting = useStore(returned);
  useEffect(() => {
    if (waiting?.ticketId !== ticketId) return;
    returned.set(null);
    restore(waiting.files);
  }, [waiting, ticketId, restore]);
}
