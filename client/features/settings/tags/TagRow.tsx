import { Merge, Pencil, Trash2 } from "lucide-react";
import { Link } from "react-router-dom";
import { printName } from "../../../../shared/search/print.ts";
import { type Tag, tagAsKept, tagTicketCap } from "../../../../shared/tags.ts";
import { ticketLimits } from "../../../../shared/tickets/vocabulary.ts";
import { formatCount } from "../../../components/format/format.ts";
import { Badge } from "../../../components/ui/badge.tsx";
import { IconButton } from "../../../components/ui/icon-button.tsx";
import { RenameField } from "../RenameField.tsx";
import { useRenaming } from "../use-renaming.ts";
import { useRenameTag } from "./use-tags.ts";

interface TagRowProps {
  tag: Tag;
  onMerge: () => void;
  onDelete: () => void;
}

export function TagRow({ tag, onMerge, onDelete }: TagRowProps) {
  const { isRenaming, isBack, begin, end } = useRenaming();
  return (
    <article aria-label={tag.name} className="flex min-h-11 items-center gap-3 py-1 pr-1.5 pl-3">
      {isRenaming ? (
        <RenameField
          label="Name of the tag"
          id={tag.id}
          name={tag.name}
          maxLength={ticketLimits.tag}
          asKept={tagAsKept}
          useRename={useRenameTag}
          onDone={end}
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
            <IconButton label={`Rename ${tag.name}`} autoFocus={isBack} onClick={begin}>
              <Pencil />
            </IconButton>
            <IconButton label={`Merge ${tag.name} into another`} onClick={onMerge}>
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
