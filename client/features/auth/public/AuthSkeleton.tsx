import { NotLoaded } from "../../../components/ui/not-loaded.tsx";
import { offlineSince } from "../../../data/connection.ts";
import { useStore } from "../../../data/store.ts";
import { AuthCardSkeleton } from "./AuthCard.tsx";
import { AuthFrame } from "./AuthFrame.tsx";

/** Shown while a public page is loading or offline. */
export function AuthSkeleton() {
  const isOffline = useStore(offlineSince) !== null;
  return <AuthFrame>{isOffline ? <NotLoaded /> : <AuthCardSkeleton />}</AuthFrame>;
}
