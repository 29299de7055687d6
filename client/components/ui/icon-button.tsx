import { Button, type ButtonProps } from "./button.tsx";
import { Hint } from "./tooltip.tsx";

type IconButtonProps = Omit<ButtonProps, "aria-label"> & {
  /** What it does: read out, and shown on hover. */
  label: string;
  /** The key that does the same, shown beside the label. */
  shortcut?: string;
  side?: "top" | "right" | "bottom" | "left";
};

/** An icon alone is never without a name. */
export function IconButton({ label, shortcut, side, ...props }: IconButtonProps) {
  return (
    <Hint label={label} shortcut={shortcut} side={side}>
      <Button variant="ghost" size="icon-sm" aria-label={label} {...props} />
    </Hint>
  );
}
