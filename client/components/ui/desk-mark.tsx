import { cn } from "../cn.ts";

interface DeskMarkProps {
  title: string;
  logo?: string | null;
  /** Used while the name is unknown. */
  letter?: string;
  className?: string;
}

/** The desk's logo, or the first letter of its name. */
export function DeskMark({ title, logo, letter, className }: DeskMarkProps) {
  if (logo) {
    return (
      <img
        src={logo}
        alt=""
        data-hint={title}
        className={cn("size-6 select-none rounded-md object-contain", className)}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      data-hint={title}
      className={cn(
        "grid size-6 select-none place-items-center rounded-md bg-primary forced-color-adjust-none font-bold text-primary-foreground text-xs",
        className,
      )}
    >
      {letter ?? [...title][0]?.toLocaleUpperCase()}
    </span>
  );
}
