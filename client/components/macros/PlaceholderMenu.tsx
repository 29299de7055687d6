import { Braces } from "lucide-react";
import type { RefObject } from "react";
import { type Placeholder, placeholders } from "../../../shared/macros.ts";
import { Button } from "../ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../ui/dropdown-menu.tsx";

interface PlaceholderMenuProps {
  field: RefObject<HTMLTextAreaElement | null>;
  onInsert: (text: string) => void;
}

/** Puts a placeholder where the cursor stands, and leaves it behind that. */
export function PlaceholderMenu({ field, onInsert }: PlaceholderMenuProps) {
  const insert = (name: Placeholder) => {
    const area = field.current;
    if (!area) return;
    area.setRangeText(`{{${name}}}`, area.selectionStart, area.selectionEnd, "end");
    onInsert(area.value);
  };
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="link" size="inline">
          <Braces />
          Insert placeholder
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent
        align="end"
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          field.current?.focus();
        }}
      >
        {(Object.keys(placeholders) as Placeholder[]).map((name) => (
          <DropdownMenuItem key={name} onSelect={() => insert(name)}>
            {placeholders[name]}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
