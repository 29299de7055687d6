import { useQueryClient } from "@tanstack/react-query";
import { notify } from "../../../components/notices.ts";
import { invalidate } from "../../../data/calls/invalidation.ts";
import { readFailure, tellRefused } from "../../../data/errors.ts";
import { trpc } from "../../../data/trpc.ts";
import { inWords } from "../selection/bulk-changes.ts";
import type { MergeTicket } from "./open-merge.ts";

/** Instead of a merge: each stays as it is and names the other. Linked twice is linked once. */
export function useLinkDuplicates() {
  const queryClient = useQueryClient();
  const { mutateAsync } = trpc.tickets.link.useMutation({
    ...{ meta: { showsError: true }, networkMode: "always" },
  });
  return async function link(sources: readonly MergeTicket[], target: MergeTicket): Promise<void> {
    const what = inWords(sources.length, sources[0]?.number);
    try {
      for (const { id } of sources) {
        await mutateAsync({ id, number: target.number, kind: "duplicate-of" });
      }
      const message = `Linked ${what} as ${sources.length === 1 ? "a duplicate" : "duplicates"} of #${target.number}`;
      notify({ kind: "success", message });
    } catch (error) {
      const retry = () => void link(sources, target);
      tellRefused(`${what} could not be linked`, readFailure(error), retry);
    } finally {
      invalidate(queryClient, "ticket");
    }
  };
}
