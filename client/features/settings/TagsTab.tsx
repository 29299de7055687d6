import { Merge, Pencil, Tag as TagIcon, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { printName } from "../../../shared/search/print.ts";
import { normalizeTag, type Tag, tagTicketCap } from "../../../shared/tags.ts";
import { ticketLimits } from "../../../shared/tickets/vocabulary.ts";
import { ConfirmDialog } from "../../components/dialogs/ConfirmDialog.tsx";
import { formatCount } from "../../components/format/format.ts";
import { ListBody } from "../../components/table/ListBody.tsx";
import { SearchBox } from "../../components/table/SearchBox.tsx";
import { VirtualList } from "../../components/table/VirtualList.tsx";
import { Badge } from "../../components/ui/badge.tsx";
import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { IconButton } from "../../components/ui/icon-button.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { trpc } from "../../data/trpc.ts";
import { DeletionImpact } from "./DeletionImpact.tsx";
import { MergeTag } from "./MergeTag.tsx";
import { RenameField, useRenaming } from "./RenameField.tsx";
import { useDeleteTag, useRenameTag, useTags } from "./use-tags.ts";

const rowHeight = 45;

/** All tags, with the number of their tickets. */
export function TagsTab() {
  const [search, setSearch] = useState("");
  const pages = useTags(search);
  const [dialog, setDialog] = useState<{ kind: "merge" | "delete"; tag: Tag } | null>(null);
  const close = () => setDialog(null);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="mx-auto flex w-full max-w-190 shrink-0 flex-wrap items-center justify-between gap-3 px-4 py-4 shell:px-6">
        <div>
          <h1 className="font-semibold text-base">Tags</h1>
          <p className="text-muted-foreground">
            Tags are created when first used. Renaming updates views and macros.
          </p>
        </div>
        <SearchBox
          label="Find a tag"
          shown={search}
          onSearch={setSearch}
          maxLength={100}
          className="w-64 max-shell:w-full"
        />
      </div>
      <ListBody
        pages={pages}
        empty={<NoTags searched={search.trim() !== ""} showAll={() => setSearch("")} />}
      >
        <VirtualList
          label="Tags"
          pages={pages}
          size={rowHeight}
          listKey={search}
          skeleton={<Waiting />}
          className="mx-4 mb-6 max-w-178 overflow-clip rounded-lg border [&>li:last-child]:border-b-0 shell:mx-auto"
        >
          {(tag) => (
            <TagRow
              tag={tag}
              onMerge={() => setDialog({ kind: "merge", tag })}
              onDelete={() => setDialog({ kind: "delete", tag })}
            />
          )}
        </VirtualList>
      </ListBody>
      {dialog?.kind === "merge" && <MergeTag tag={dialog.tag} onClose={close} />}
      {dialog?.kind === "delete" && <DeleteTag tag={dialog.tag} onClose={close} />}
    </div>
  );
}

function NoTags({ searched, showAll }: { searched: boolean; showAll: () => void }) {
  if (!searched) {
    return (
      <EmptyState icon={TagIcon} title="No tags yet">
        Tags appear here once used.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={TagIcon}
      title="No tags found"
      action={
        <Button variant="outline" onClick={showAll}>
          Show all tags
        </Button>
      }
    >
      No tags match your search.
    </EmptyState>
  );
}

function Waiting() {
  return (
    <div className="flex h-11 items-center gap-3 px-3">
      <Skeleton className="w-32" />
      <Skeleton className="w-16" />
    </div>
  );
}

interface TagRowProps {
  tag: Tag;
  onMerge: () => void;
  onDelete: () => void;
}

function TagRow({ tag, onMerge, onDelete }: TagRowProps) {
  const { isRenaming, wasRenamed, start, finish } = useRenaming();
  return (
    <article aria-label={tag.name} className="flex min-h-11 items-center gap-3 py-1 pr-1.5 pl-3">
      {isRenaming ? (
        <RenameField
          label="Tag name"
          id={tag.id}
          name={tag.name}
          maxLength={ticketLimits.tag}
          normalize={normalizeTag}
          useRename={useRenameTag}
          onDone={finish}
        />
      ) : (
        <>
          <Badge className="h-6 shrink text-foreground text-xs">
            <span dir="auto" data-hint={tag.name} data-hint-cut="" className="truncate">
              {tag.name}
            </span>
          </Badge>
          <Link
            to={`/ticket/log?view=all&q=${encodeURIComponent(`tag:${printName(tag.name)}`)}`}
            className="shrink-0 text-muted-foreground tabular-nums hover:text-selected-foreground hover:underline"
          >
            {formatCount(tag.tickets, tagTicketCap)} {tag.tickets === 1 ? "ticket" : "tickets"}
          </Link>
          <span className="flex-1" />
          <span className="flex shrink-0">
            <IconButton label={`Rename ${tag.name}`} autoFocus={wasRenamed} onClick={start}>
              <Pencil />
            </IconButton>
            <IconButton label={`Merge ${tag.name} into another tag`} onClick={onMerge}>
              <Merge />
            </IconButton>
            <IconButton label={`Delete ${tag.name}`} onClick={onDelete}>
              <Trash2 />
            </IconButton>
          </span>
        </>
      )}
    </article>
  );
}

/** Asks first, with the tickets, views and macros that use the tag. */
function DeleteTag({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const uses = trpc.tags.uses.useQuery({ id: tag.id }, { meta: { showsError: true }, gcTime: 0 });
  const remove = useDeleteTag();
  return (
    <ConfirmDialog
      title={`Delete ${tag.name}?`}
      description={describeTickets(uses.data?.tickets ?? tag.tickets)}
      keep="Keep tag"
      act="Delete tag"
      destructive
      call={remove}
      onAct={() => remove.mutate({ id: tag.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {uses.isPending && <Skeleton className="h-5" />}
      {uses.data && (
        <DeletionImpact
          {...uses.data}
          inMacros={["will no longer add or remove it", "will no longer add or remove it"]}
        />
      )}
    </ConfirmDialog>
  );
}

function describeTickets(tickets: number): string {
  if (tickets === 0) return "No tickets have it.";
  if (tickets === 1) return "It will be removed from 1 ticket.";
  return `It will be removed from ${formatCount(tickets, tagTicketCap)} tickets.`;
}
