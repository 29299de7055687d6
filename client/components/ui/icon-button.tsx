import { Button, type ButtonProps } from "./button.tsx";
import { Hint } from "./tooltip.tsx";

type IconButtonProps = Omit<ButtonProps, "aria-label"> & {
  /** The accessible name, shown on hover. */
  label: string;
  /** The shortcut, shown next to the label. */
  shortcut?: string;
  side?: "top" | "right" | "bottom" | "left";
};

/** An icon button always has a name. */
export function IconButton({ label, shortcut, side, ...props }: IconButtonProps) {
  return (
    <Hint label={label} shortcut={shortcut} side={side}>
      <Button variant="ghost" size="icon-sm" aria-label={label} {...props} />
    </Hint>
  );
}
