import { useEffect, useState } from "react";
import { sessionExpired, signingOut } from "../errors.ts";
import { useStore } from "../store.ts";
import { trpc } from "../trpc.ts";
import { beginStay } from "./forget.ts";

/**
 * Who is signed in. Asked once and then answered from the cache; while the session alert is up it
 * is not asked again, so that what the person was doing stays on screen behind it.
 */
export function useSession() {
  const expired = useStore(sessionExpired);
  const { current } = trpc.useUtils().session;
  const session = trpc.session.current.useQuery(undefined, {
    enabled: !expired,
    staleTime: 60_000,
    meta: { showsError: true },
  });
  const { data } = session;
  const [lastWithSomebody, keep] = useState(data);
  if (data?.user && data !== lastWithSomebody) keep(data);

  // Whoever was here finds no cookie any more: the answer that the session is over came to another tab,
  // and took it away. That is no first visit.
  const [isStayOver] = useState(beginStay);
  const isLost = data?.user === null && !!lastWithSomebody?.user && !isStayOver();
  const isLeaving = useStore(signingOut);
  useEffect(() => {
    if (!isLost || isLeaving) return;
    current.setData(undefined, lastWithSomebody);
    sessionExpired.set(true);
  }, [isLost, isLeaving, current, lastWithSomebody]);
  return isLost ? { ...session, data: lastWithSomebody } : session;
}
