import { IdCard, type LucideIcon, ScrollText, Settings } from "lucide-react";
import type { PageName } from "../pages.ts";

/** Of the menu behind one's own name: the first page needs none of them. */
export const personIcons: { [Name in PageName]?: LucideIcon } = {
  profile: IdCard,
  settings: Settings,
  audit: ScrollText,
};
