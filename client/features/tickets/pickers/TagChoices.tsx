import { ticketLimits } from "../../../../shared/tickets/vocabulary.ts";
import { ChoiceList } from "../../../components/pickers/ChoiceList.tsx";
import { patient, usePickerSearch } from "../../../components/pickers/use-picker-search.ts";
import { trpc } from "../../../data/trpc.ts";

interface TagChoicesProps {
  ticketId?: string;
  tags: readonly string[];
  onAdd: (tag: string) => void;
}

/** Existing tags, and the typed text as a new one. */
export function TagChoices({ ticketId, tags, onAdd }: TagChoicesProps) {
  const { text, setText, words, box } = usePickerSearch();
  const known = trpc.tickets.tags.useQuery({ search: words, ticketId }, patient);
  const field = box(known);
  const found = (known.data ?? []).filter((tag) => !has(tags, tag));
  const typed = text.trim().slice(0, ticketLimits.tag);
  const isFull = tags.length >= ticketLimits.tags;
  const isNew = typed !== "" && !field.isOld && !has(found, typed) && !has(tags, typed);
  const choices = [
    ...found.map((tag) => ({ value: tag, name: tag })),
    ...(isNew ? [{ value: typed, name: `Create “${typed}”` }] : []),
  ];
  const nothing = typed === "" ? "Type to find or create a tag." : undefined;
  return (
    <ChoiceList
      label="Find or create a tag"
      choices={isFull ? [] : choices}
      nothing={isFull ? `A ticket can have up to ${ticketLimits.tags} tags.` : nothing}
      chosen={null}
      {...field}
      onChoose={(tag) => {
        if (tag === null) return;
        onAdd(tag);
        setText("");
      }}
    />
  );
}

function has(tags: readonly string[], tag: string): boolean {
  return tags.some((other) => other.toLocaleLowerCase() === tag.toLocaleLowerCase());
}
