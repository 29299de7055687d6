import { cn } from "../cn.ts";

/** News since one last looked: a dot for the eye, a word for the ear. */
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
