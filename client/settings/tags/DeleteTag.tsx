import { type Tag, type TagUses, tagTicketCap } from "../../../shared/tags.ts";
import { readFailure } from "../../lib/errors.ts";
import { formatCount } from "../../lib/format.ts";
import { trpc } from "../../lib/trpc.ts";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
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
      {uses.data && <Noticed uses={uses.data} />}
    </ConfirmDialog>
  );
}

function Noticed({ uses: { views, macros } }: { uses: TagUses }) {
  if (views.length + macros.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {views.length > 0 && (
        <li>
          {views.length === 1 ? "A view that asks" : "Views that ask"} for it find nothing by it
          from then on: <bdi>{views.join(", ")}</bdi>.
        </li>
      )}
      {macros.length > 0 && (
        <li>
          {macros.length === 1 ? "A macro leaves" : "Macros leave"} it out from then on:{" "}
          <bdi>{macros.join(", ")}</bdi>.
        </li>
      )}
    </ul>
  );
}

function ticketsInWords(tickets: number): string {
  if (tickets === 0) return "It is on no ticket.";
  if (tickets === 1) return "It is taken off 1 ticket.";
  return `It is taken off ${formatCount(tickets, tagTicketCap)} tickets.`;
}
