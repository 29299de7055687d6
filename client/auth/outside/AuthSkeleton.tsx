import { offlineSince } from "../../lib/line/online.ts";
import { useStore } from "../../lib/store.ts";
import { NotLoaded } from "../../ui/not-loaded.tsx";
import { AuthCardSkeleton } from "./AuthCardSkeleton.tsx";
import { AuthFrame } from "./AuthFrame.tsx";

/** A page outside the shell, while its code or its answer is on the way, be it without a line. */
export function AuthSkeleton() {
  const isOffline = useStore(offlineSince) !== null;
  return <AuthFrame>{isOffline ? <NotLoaded /> : <AuthCardSkeleton />}</AuthFrame>;
}
