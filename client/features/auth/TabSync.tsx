import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router-dom";
import { hasUnsavedForm } from "../../app/navigation/unsaved-forms.ts";
import { invalidateAll } from "../../data/calls/invalidation.ts";
import { sessionExpired } from "../../data/errors.ts";
import { forgetShell } from "../../data/session/forget.ts";
import { trpc } from "../../data/trpc.ts";
import { askSession } from "./ask-session.ts";
import { listenToTabs } from "./tabs.ts";

interface TabSyncProps {
  beginAnother: () => void;
}

/** Signed out in one tab: the others go to /login too, with no alert. Signed in: they begin anew. */
export function TabSync({ beginAnother }: TabSyncProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { current } = trpc.useUtils().session;
  useEffect(() => {
    /** A form is as it was for the person who filled it in, behind the alert or before it, and for nobody else. */
    const goesOn = async (): Promise<boolean> => {
      if (!hasUnsavedForm()) return false;
      const session = await askSession().catch(() => null);
      if (!session?.user || session.user.id !== current.getData()?.user?.id) return false;
      current.setData(undefined, session);
      sessionExpired.set(false);
      invalidateAll(queryClient);
      return true;
    };
    return listenToTabs(async (news) => {
      if (news === "signed-in" && (await goesOn())) return;
      if (news === "signed-out") navigate("/login", { replace: true });
      forgetShell();
      // At once: in between nobody would be signed in, and one would be led to /login.
      if (news === "signed-in") flushSync(beginAnother);
    });
  }, [navigate, beginAnother, queryClient, current]);
  return null;
}
