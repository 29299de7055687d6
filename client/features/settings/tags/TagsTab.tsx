import { Tag as TagIcon } from "lucide-react";
import { useState } from "react";
import type { Tag } from "../../../../shared/tags.ts";
import { ListBody } from "../../../components/list/ListBody.tsx";
import { SearchBox } from "../../../components/list/SearchBox.tsx";
import { VirtualList } from "../../../components/list/VirtualList.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { EmptyState } from "../../../components/ui/empty-state.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { DeleteTag } from "./DeleteTag.tsx";
import { MergeTag } from "./MergeTag.tsx";
import { TagRow } from "./TagRow.tsx";
import { useTags } from "./use-tags.ts";

const rowHeight = 45;

/** The desk's tags: what they are called, and on how many tickets they are. */
export function TagsTab() {
  const [search, setSearch] = useState("");
  const pages = useTags(search);
  const [act, setAct] = useState<{ kind: "merge" | "delete"; tag: Tag } | null>(null);
  const close = () => setAct(null);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="mx-auto flex w-full max-w-190 shrink-0 flex-wrap items-center justify-between gap-3 px-4 py-4 shell:px-6">
        <div>
          <h1 className="font-semibold text-base">Tags</h1>
          <p className="text-muted-foreground">
            Made as they are first used. Views and macros are brought along.
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
              onMerge={() => setAct({ kind: "merge", tag })}
              onDelete={() => setAct({ kind: "delete", tag })}
            />
          )}
        </VirtualList>
      </ListBody>
      {act?.kind === "merge" && <MergeTag tag={act.tag} onClose={close} />}
      {act?.kind === "delete" && <DeleteTag tag={act.tag} onClose={close} />}
    </div>
  );
}

function NoTags({ searched, showAll }: { searched: boolean; showAll: () => void }) {
  if (!searched) {
    return (
      <EmptyState icon={TagIcon} title="No tags yet">
        Put one on a ticket, and it stands here.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={TagIcon}
      title="No such tag"
      action={
        <Button variant="outline" onClick={showAll}>
          Show all tags
        </Button>
      }
    >
      No tag of this desk fits what is searched.
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
