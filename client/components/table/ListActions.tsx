import { Plus } from "lucide-react";
import type { ComponentProps } from "react";
import { keyHint } from "../../app/keyboard/keys.ts";
import { ListMenuButton } from "../import/ListMenuButton.tsx";
import { Button } from "../ui/button.tsx";
import { Hint } from "../ui/tooltip.tsx";

interface ListActionsProps extends ComponentProps<typeof ListMenuButton> {
  /** `New user`; on narrow screens only the plus icon. */
  label: string;
  onNew: () => void;
}

/** The actions of a list of users or companies. */
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
