import { type Tag, tagTicketCap } from "../../../../shared/tags.ts";
import { ConfirmDialog } from "../../../components/ConfirmDialog.tsx";
import { formatCount } from "../../../components/format/format.ts";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { readFailure } from "../../../data/errors.ts";
import { trpc } from "../../../data/trpc.ts";
import { WhatNotices } from "../WhatNotices.tsx";
import { useDeleteTag } from "./use-tags.ts";

/** Says first what would notice it. */
export function DeleteTag({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const uses = trpc.tags.uses.useQuery({ id: tag.id }, { meta: { showsError: true }, gcTime: 0 });
  const remove = useDeleteTag();
  return (
    <ConfirmDialog
      title={`Delete ${tag.name}?`}
      description={ticketsInWords(uses.data?.tickets ?? tag.tickets)}
      keep="Keep tag"
      act="Delete tag"
      destructive
      isPending={remove.isPending}
      failure={remove.isError ? readFailure(remove.error) : null}
      onAct={() => remove.mutate({ id: tag.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {uses.isPending && <Skeleton className="h-5" />}
      {uses.data && <WhatNotices {...uses.data} inMacros={["leaves it out", "leave it out"]} />}
    </ConfirmDialog>
  );
}

function ticketsInWords(tickets: number): string {
  if (tickets === 0) return "It is on no ticket.";
  if (tickets === 1) return "It is taken off 1 ticket.";
  return `It is taken off ${formatCount(tickets, tagTicketCap)} tickets.`;
}
