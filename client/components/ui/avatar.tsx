import type { CSSProperties } from "react";
import { cn } from "../cn.ts";

interface AvatarProps {
  /** The colour follows the id, so it stays when the person is renamed. */
  id: string;
  name: string;
  size?: "xs" | "sm" | "md" | "lg";
  className?: string;
}

const sizes = {
  xs: "size-5 text-[0.5625rem]",
  sm: "size-5.5 text-[0.625rem]",
  md: "size-7 text-2xs",
  lg: "size-9 text-sm",
};

/** Initials on a colour. Hidden from screen readers, since the name is next to it. */
export function Avatar({ id, name, size = "sm", className }: AvatarProps) {
  return (
    <span
      data-slot="avatar"
      aria-hidden="true"
      style={{ "--hue": hueOf(id) } as CSSProperties}
      // Rendered by CSS, so that it is neither read out nor copied.
      data-initials={initialsOf(name)}
      className={cn(
        "forced-color-adjust-none before:content-[attr(data-initials)] inline-grid shrink-0 select-none place-items-center rounded-full bg-[oklch(0.86_0.07_var(--hue))] font-semibold text-[oklch(0.33_0.09_var(--hue))]",
        sizes[size],
        className,
      )}
    />
  );
}

const hues = [20, 55, 100, 150, 195, 230, 275, 310, 345];

function hueOf(id: string): number {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hues[hash % hues.length] ?? 0;
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return ends.map((word) => [...(word ?? "")][0]?.toLocaleUpperCase() ?? "").join("");
}
