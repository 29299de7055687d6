import { useViewer } from "../../../data/session/viewer.ts";
import { trpc } from "../../../data/trpc.ts";
import type { Named } from "./new-ticket-form.ts";

/** The customer's companies that take tickets: what is archived is not offered. */
export function useOwnCompanies(forOthers: boolean): readonly Named[] {
  const { companies } = useViewer();
  const open = trpc.tickets.companies.useQuery(
    { search: "" },
    { enabled: !forOthers && companies.length > 1, meta: { showsError: true } },
  );
  return forOthers ? [] : (open.data ?? []);
}
