import { NotLoaded } from "../../../components/ui/not-loaded.tsx";
import { offlineSince } from "../../../data/offline/online.ts";
import { useStore } from "../../../data/store.ts";
import { AuthCardSkeleton } from "./AuthCardSkeleton.tsx";
import { AuthFrame } from "./AuthFrame.tsx";

/** A page outside the shell, while its code or its answer is on the way, be it without a line. */
export function AuthSkeleton() {
  const isOffline = useStore(offlineSince) !== null;
  return <AuthFrame>{isOffline ? <NotLoaded /> : <AuthCardSkeleton />}</AuthFrame>;
}
