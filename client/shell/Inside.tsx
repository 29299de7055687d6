import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { RequireViewer } from "../auth/RequireViewer.tsx";
import { TabSync } from "../auth/TabSync.tsx";
import { createQueryClient } from "../lib/query-client.ts";
import { trpc } from "../lib/trpc.ts";
import { trpcClient } from "../lib/trpc-client.ts";
import { Shell } from "./Shell.tsx";
import { ShellSkeleton } from "./ShellSkeleton.tsx";

export interface InsideProps {
  /** Fetches the code of the page at a path. */
  preload: (path: string) => Promise<void>;
}

/** Everything that only signed-in people see, with the cache of what they have seen. */
export function Inside({ preload }: InsideProps) {
  const [queryClient] = useState(createQueryClient);
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <TabSync />
        <RequireViewer waiting={<ShellSkeleton />}>
          <Shell preload={preload} />
        </RequireViewer>
      </QueryClientProvider>
    </trpc.Provider>
  );
}
