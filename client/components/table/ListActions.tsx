import { Plus } from "lucide-react";
import type { ComponentProps } from "react";
import { keyHint } from "../../app/keyboard/keys.ts";
import { ListMenuButton } from "../import/ListMenuButton.tsx";
import { Button } from "../ui/button.tsx";
import { Hint } from "../ui/tooltip.tsx";

interface ListActionsProps extends ComponentProps<typeof ListMenuButton> {
  /** `New user`: where it is narrow it is the plus alone. */
  label: string;
  onNew: () => void;
}

/** What is made and done with a list of users or companies. */
export function ListActions({ label, onNew, ...menu }: ListActionsProps) {
  return (
    <>
      <Hint label={label} shortcut={keyHint("record.new")}>
        <Button size="sm" aria-label={label} onClick={onNew}>
          <Plus />
          <span className="@max-[30rem]:hidden">{label}</span>
        </Button>
      </Hint>
      <ListMenuButton {...menu} />
    </>
  );
}
