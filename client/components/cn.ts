import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

/** Joins class names; of two that set the same property, the later wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}

/** The theme's own names in styles.css, which tailwind-merge cannot know. */
const merge = extendTailwindMerge({
  extend: { theme: { text: ["2xs"], spacing: ["row"], shadow: ["float"] } },
});
