import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { invalidate } from "../calls/invalidation.ts";

const channel = new BroadcastChannel("frontdesk-profile");

/** Makes other tabs reload the profile. */
export function notifyProfileChanged(): void {
  channel.postMessage(null);
}

export function useProfileNews(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const hear = () => invalidate(queryClient, "desk");
    channel.addEventListener("message", hear);
    return () => channel.removeEventListener("message", hear);
  }, [queryClient]);
}
