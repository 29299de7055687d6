import { createTRPCReact } from "@trpc/react-query";
import type { AppRouter } from "../../server/rpc/router.ts";

export type { AppRouter };

export const trpc = createTRPCReact<AppRouter>();
