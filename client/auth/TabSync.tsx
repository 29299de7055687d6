import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { forgetShell } from "../lib/session/forget.ts";
import { listenToTabs } from "./tabs.ts";

/** Signed out in one tab: the others go to /login too, with no alert. Signed in: they ask anew. */
export function TabSync() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  useEffect(
    () =>
      listenToTabs((news) => {
        if (news === "signed-out") navigate("/login", { replace: true });
        forgetShell();
        if (news === "signed-in") void queryClient.resetQueries();
      }),
    [navigate, queryClient],
  );
  return null;
}
