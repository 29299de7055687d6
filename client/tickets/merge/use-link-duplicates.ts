import { useQueryClient } from "@tanstack/react-query";
import { invalidate } from "../../lib/calls/invalidation.ts";
import { readFailure } from "../../lib/errors.ts";
import { notify } from "../../lib/notices.ts";
import { trpc } from "../../lib/trpc.ts";
import { inWords } from "../selection/bulk-changes.ts";
import type { MergeTicket } from "./merge-dialog.ts";

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
      const { status, message } = readFailure(error);
      if (status === 401) return;
      const action = { label: "Retry", run: () => void link(sources, target) };
      notify({ kind: "error", title: `${what} could not be linked`, message, action });
    } finally {
      invalidate(queryClient, "ticket");
    }
  };
}
