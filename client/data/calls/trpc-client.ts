import { createTRPCClient, httpBatchLink } from "@trpc/client";
import type { AppRouter } from "../trpc.ts";
import { send } from "./send.ts";

/** The plain client behind the hooks of trpc.ts, and all that public pages need. */
export const trpcClient = createTRPCClient<AppRouter>({
  links: [
    httpBatchLink({
      url: "/node/trpc",
      maxItems: 10,
      fetch: (address, init) =>
        send(address instanceof Request ? address.url : address, init as RequestInit),
    }),
  ],
});
