import { useEffect, useState } from "react";
import { sessionExpired, signingOut } from "../errors.ts";
import { useStore } from "../store.ts";
import { trpc } from "../trpc.ts";
import { beginStay } from "./forget.ts";

/**
 * Who is signed in: fetched once, then cached. It is not refetched while the session alert is shown, so the
 * person's work stays visible behind it.
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

  // The cookie may be gone because another tab received the end of the session; that is not a first visit.
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
