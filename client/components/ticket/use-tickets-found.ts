import type { keepPreviousData } from "@tanstack/react-query";
import { trpc } from "../../data/trpc.ts";

interface Asked {
  q: string | undefined;
  timeZone?: string;
}

interface Options {
  enabled?: boolean;
  meta?: { showsError: true };
  placeholderData?: typeof keepPreviousData;
  staleTime?: number;
}

/** The few best matches; for a misspelt word, those of the suggested spelling. */
export function useTicketsFound(asked: Asked, { enabled = true, ...options }: Options = {}) {
  const whole = { ...asked, view: "all", sort: "relevance", limit: 20 } as const;
  const found = trpc.tickets.list.useQuery(whole, { ...options, enabled });
  const instead = found.isPlaceholderData ? undefined : found.data?.instead;
  const meant = trpc.tickets.list.useQuery(
    { ...whole, q: instead },
    { ...options, enabled: enabled && instead !== undefined },
  );
  return { found: instead === undefined ? found : meant, instead };
}
