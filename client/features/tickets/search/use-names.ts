import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { trpc } from "../../../data/trpc.ts";

/** Names and words that only the desk knows, asked for once typing rests. */
export function useNames(q: string, at: number, wanted: boolean) {
  const asked = useResting({ q, at });
  const isNow = asked.q === q && asked.at === at;
  const answer = trpc.tickets.complete.useQuery(asked, {
    enabled: wanted && isNow,
    placeholderData: keepPreviousData,
    meta: { showsError: true },
  });
  return answer.data?.options;
}

function useResting(now: { q: string; at: number }) {
  const [rested, setRested] = useState(now);
  const { q, at } = now;
  useEffect(() => {
    const timer = setTimeout(() => setRested({ q, at }), 120);
    return () => clearTimeout(timer);
  }, [q, at]);
  return rested;
}
