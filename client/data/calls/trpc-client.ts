import { createTRPCClient, httpBatchLink } from "@trpc/client";
import type { AppRouter } from "../trpc.ts";
import { send } from "./send.ts";

/** The plain client behind the hooks of trpc.ts, and all that public pages need. */
export const trpcClient = createClient({});

/** The same, sending these headers with each call. */
export function createClient(headers: Record<string, string>) {
  return createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: "/node/trpc",
        maxItems: 10,
        headers,
        fetch: (address, init) =>
          send(address instanceof Request ? address.url : address, init as RequestInit),
      }),
    ],
  });
}
