import { sessionExpired } from "../errors.ts";
import { useStore } from "../store.ts";
import { trpc } from "../trpc.ts";

/**
 * Who is signed in. Asked once and then answered from the cache; while the session alert is up it
 * is not asked again, so that what the person was doing stays on screen behind it.
 */
export function useSession() {
  const expired = useStore(sessionExpired);
  return trpc.session.current.useQuery(undefined, {
    enabled: !expired,
    staleTime: 60_000,
    meta: { showsError: true },
  });
}
