import type { ComponentProps, ReactNode } from "react";
import { cn } from "../../../components/cn.ts";
import { Button } from "../../../components/ui/button.tsx";
import { Kbd } from "../../../components/ui/kbd.tsx";

interface ActButtonProps extends ComponentProps<"button"> {
  icon: ReactNode;
  word: string;
  hint?: string;
  shortcut?: string;
  /** Its word stands there only where there is room for all. */
  small?: boolean;
  /** Its word stands there always: there are few beside it. */
  worded?: boolean;
}

/** Where there is little room the mark stands alone, and its word is read out and shown on hover. */
export function ActButton(given: ActButtonProps) {
  const { icon, word, hint = word, shortcut, small = false, worded = false, ...props } = given;
  return (
    <Button
      variant="outline"
      size="sm"
      data-hint={hint}
      data-hint-shortcut={shortcut}
      className={cn("pointer-coarse:min-w-11", !worded && "@max-[40rem]:px-2")}
      {...props}
    >
      {icon}
      <span className={cn(!worded && (small ? "@max-[60rem]:sr-only" : "@max-[40rem]:sr-only"))}>
        {word}
      </span>
      {shortcut && !small && <Kbd className="@max-[60rem]:hidden">{shortcut}</Kbd>}
    </Button>
  );
}
