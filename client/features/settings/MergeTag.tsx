import { useState } from "react";
import { type Tag, tagTicketCap } from "../../../shared/tags.ts";
import { formatCount } from "../../components/format/format.ts";
import { ChoiceList } from "../../components/pickers/ChoiceList.tsx";
import { patient, usePickerSearch } from "../../components/pickers/use-picker-search.ts";
import { Button } from "../../components/ui/button.tsx";
import { Dialog, DialogCancel, DialogContent, DialogFooter } from "../../components/ui/dialog.tsx";
import { readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";
import { useMergeTags } from "./use-tags.ts";

/** Asks which tag replaces this one. */
export function MergeTag({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const { words, box } = usePickerSearch();
  const [into, setInto] = useState<Tag | null>(null);
  const found = trpc.tags.list.useQuery({ search: words || undefined, limit: 20 }, patient);
  const merge = useMergeTags();
  const failure = merge.isError ? readFailure(merge.error) : null;
  const others = (found.data?.tags ?? []).filter(({ id }) => id !== tag.id);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={`Merge ${tag.name} into another tag`}
        description="Its tickets get the other tag instead. Views and macros are updated."
      >
        <div>
          <ChoiceList
            label="Find a tag"
            choices={others.map(({ id, name, tickets }) => ({
              value: id,
              name,
              hint: `${formatCount(tickets, tagTicketCap)} ${tickets === 1 ? "ticket" : "tickets"}`,
            }))}
            chosen={into?.id ?? null}
            {...box(found)}
            onChoose={(id) => setInto(others.find((other) => other.id === id) ?? null)}
          />
        </div>
        {failure && (
          <p role="alert" className="text-danger-text">
            {failure.message}
          </p>
        )}
        <DialogFooter>
          <DialogCancel />
          <Button
            disabled={!into}
            aria-disabled={merge.isPending}
            onClick={() =>
              into &&
              !merge.isPending &&
              merge.mutate({ id: tag.id, into: into.id }, { onSuccess: onClose })
            }
          >
            {into ? `Merge into ${into.name}` : "Merge tags"}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
