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
  restart: () => void;
}

/** Signing out in one tab sends the others to /login without an alert. Signing in restarts them. */
export function TabSync({ restart }: TabSyncProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { current } = trpc.useUtils().session;
  useEffect(() => {
    /** Keeps an unsaved form open if the person who filled it in is signed in again. */
    const continuesForm = async (): Promise<boolean> => {
      if (!hasUnsavedForm()) return false;
      const session = await askSession().catch(() => null);
      if (!session?.user || session.user.id !== current.getData()?.user?.id) return false;
      current.setData(undefined, session);
      sessionExpired.set(false);
      invalidateAll(queryClient);
      return true;
    };
    return listenToTabs(async (news) => {
      if (news === "signed-in" && (await continuesForm())) return;
      if (news === "signed-out") navigate("/login", { replace: true });
      forgetShell();
      // Synchronously, because a render without a session would navigate to /login.
      if (news === "signed-in") flushSync(restart);
    });
  }, [navigate, restart, queryClient, current]);
  return null;
}
