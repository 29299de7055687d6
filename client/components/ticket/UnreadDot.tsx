import { cn } from "../cn.ts";

/** A dot for unread news, with a word for screen readers. */
export function UnreadDot({ className }: { className?: string }) {
  return (
    <span
      className={cn(
        "inline-block size-1.5 shrink-0 rounded-full bg-primary forced-color-adjust-none",
        className,
      )}
    >
      <span className="sr-only">Unread: </span>
    </span>
  );
}
