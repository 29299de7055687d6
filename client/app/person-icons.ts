import { IdCard, type LucideIcon, ScrollText, Settings } from "lucide-react";
import type { PageName } from "../pages.ts";

/** Icons of the account menu; separate, since the first page needs none of them. */
export const personIcons: { [Name in PageName]?: LucideIcon } = {
  profile: IdCard,
  settings: Settings,
  audit: ScrollText,
};
