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
    const listener = () => invalidate(queryClient, "desk");
    channel.addEventListener("message", listener);
    return () => channel.removeEventListener("message", listener);
  }, [queryClient]);
}

/** Profile changes are sent one after another, so the last one wins. */
export const profileScope = { scope: { id: "profile" } };
