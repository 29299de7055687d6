import { Plus, X } from "lucide-react";
import { useState } from "react";
import { keyHint } from "../../../app/keyboard/keys.ts";
import { Badge } from "../../../components/ui/badge.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { IconButton } from "../../../components/ui/icon-button.tsx";
import { useMedia } from "../../../components/use-media.ts";
import { PickerPopover, type PickerState } from "../pickers/PickerPopover.tsx";
import { TagChoices } from "../pickers/TagChoices.tsx";

interface TagsProps extends PickerState {
  ticketId: string;
  tags: readonly string[];
  canChange: boolean;
  onAdd: (tag: string) => void;
  onRemove: (tag: string) => void;
}

const few = 12;

export function Tags({ ticketId, tags, canChange, onAdd, onRemove, ...picker }: TagsProps) {
  const [all, setAll] = useState(false);
  // A print shows all tags, as nothing can be pressed there.
  const onPaper = useMedia("print");
  const shown = all || onPaper ? tags : tags.slice(0, few);
  return (
    <div
      data-none={tags.length === 0 ? "" : undefined}
      className="flex flex-wrap items-center gap-1 px-1.5 py-1"
    >
      {tags.length === 0 && !canChange && <span className="text-faint">No tags</span>}
      {shown.map((tag) => (
        <Badge key={tag} className="pointer-coarse:h-11">
          <span dir="auto" data-hint={tag} data-hint-cut="" className="truncate">
            {tag}
          </span>
          {canChange && (
            <button
              type="button"
              aria-label={`Remove tag ${tag}`}
              data-hint={`Remove tag ${tag}`}
              onClick={() => onRemove(tag)}
              className="-mr-1 grid size-6 shrink-0 place-items-center rounded-sm hover:text-foreground focus-visible:outline-offset-[-3px] pointer-coarse:size-11"
            >
              <X className="size-3" />
            </button>
          )}
        </Badge>
      ))}
      {tags.length > few && (
        <Button
          variant="link"
          size="xs"
          className="print:hidden"
          onClick={() => setAll(!all)}
          aria-expanded={all}
        >
          {all ? "Show fewer" : `Show all ${tags.length}`}
        </Button>
      )}
      {canChange && (
        <PickerPopover
          {...picker}
          label="Tags"
          trigger={
            <IconButton
              label="Add tag"
              shortcut={keyHint("ticket.tags")}
              size="icon-xs"
              className="-ml-1"
            >
              <Plus />
            </IconButton>
          }
        >
          <TagChoices ticketId={ticketId} tags={tags} onAdd={onAdd} />
        </PickerPopover>
      )}
    </div>
  );
}
