import { QueryClientProvider } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { RequireViewer } from "../auth/RequireViewer.tsx";
import { TabSync } from "../auth/TabSync.tsx";
import { createQueryClient } from "../lib/calls/query-client.ts";
import { trpcClient } from "../lib/calls/trpc-client.ts";
import { trpc } from "../lib/trpc.ts";
import { Shell } from "./Shell.tsx";
import { ShellSkeleton } from "./ShellSkeleton.tsx";

/** Everything that only signed-in people see, with the cache of what they have seen. */
export function Inside() {
  const [queryClient, setQueryClient] = useState(createQueryClient);
  const beginAnew = useCallback(() => setQueryClient(createQueryClient), []);
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <TabSync onNewStay={beginAnew} />
        <RequireViewer waiting={<ShellSkeleton />}>
          <Shell />
        </RequireViewer>
      </QueryClientProvider>
    </trpc.Provider>
  );
}
