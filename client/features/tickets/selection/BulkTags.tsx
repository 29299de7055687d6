import { useState } from "react";
import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import { cn } from "../../../components/cn.ts";
import { ChoiceList } from "../../../components/pickers/ChoiceList.tsx";
import { fits } from "../../../components/pickers/fits.ts";
import { Button } from "../../../components/ui/button.tsx";
import { TagChoices } from "../pickers/TagChoices.tsx";

interface TagsOfManyProps {
  chosen: readonly TicketRow[];
  onAdd: (tag: string) => void;
  onRemove: (tag: string) => void;
}

/** Adds tags to all selected tickets, or removes them, one after the other. */
export function BulkTags({ chosen, onAdd, onRemove }: TagsOfManyProps) {
  const [adds, setAdds] = useState(true);
  const onSome = [...new Set(chosen.flatMap(({ tags }) => tags ?? []))].sort();
  const onAll = onSome.filter((tag) => chosen.every(({ tags }) => tags?.includes(tag)));
  return (
    <>
      <fieldset className="mb-2 flex gap-1">
        <legend className="sr-only">Add or remove tags</legend>
        {[true, false].map((adding) => (
          <Button
            key={String(adding)}
            size="sm"
            variant="outline"
            aria-pressed={adds === adding}
            className={cn(
              "flex-1",
              adds === adding && "border-primary bg-selected dark:bg-selected",
            )}
            onClick={() => setAdds(adding)}
          >
            {adding ? "Add" : "Remove"}
          </Button>
        ))}
      </fieldset>
      {adds ? (
        <TagChoices tags={onAll} onAdd={onAdd} />
      ) : (
        <RemoveTags tags={onSome} onRemove={onRemove} />
      )}
    </>
  );
}

/** Tags of the loaded tickets; others by their full name, as some tickets are perhaps not loaded. */
function RemoveTags({
  tags,
  onRemove,
}: {
  tags: readonly string[];
  onRemove: (tag: string) => void;
}) {
  const [text, setText] = useState("");
  const found = tags.filter((tag) => fits(text, tag));
  const typed = text.trim();
  const isOther = typed !== "" && !tags.includes(typed);
  return (
    <ChoiceList
      label="Find a tag to remove"
      choices={[...found, ...(isOther ? [typed] : [])].map((tag) => ({ value: tag, name: tag }))}
      chosen={null}
      text={text}
      onText={setText}
      onChoose={(tag) => {
        if (tag === null) return;
        onRemove(tag);
        setText("");
      }}
    />
  );
}
