import { QueryClientProvider } from "@tanstack/react-query";
import { useReducer, useState } from "react";
import { createQueryClient } from "../data/calls/query-client.ts";
import { trpcClient } from "../data/calls/trpc-client.ts";
import { trpc } from "../data/trpc.ts";
import { RequireViewer } from "../features/auth/RequireViewer.tsx";
import { TabSync } from "../features/auth/TabSync.tsx";
import { Shell } from "./Shell.tsx";
import { ShellSkeleton } from "./ShellSkeleton.tsx";

/** Everything behind the sign-in. Signing in as someone else mounts a new Stay. */
export function Inside() {
  const [stay, restart] = useReducer((count: number) => count + 1, 0);
  const [shownTo, setShownTo] = useState<string | null>(null);
  return <Stay key={stay} shownTo={shownTo} restart={restart} onShown={setShownTo} />;
}

interface StayProps {
  shownTo: string | null;
  onShown: (personId: string) => void;
  restart: () => void;
}

/** Owns the query cache of one signed-in person. */
function Stay({ shownTo, onShown, restart }: StayProps) {
  const [queryClient] = useState(createQueryClient);
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <TabSync restart={restart} />
        <RequireViewer shownTo={shownTo} onShown={onShown} waiting={<ShellSkeleton />}>
          <Shell />
        </RequireViewer>
      </QueryClientProvider>
    </trpc.Provider>
  );
}
