import { IdCard, type LucideIcon, Monitor, Moon, ScrollText, Settings, Sun } from "lucide-react";
import type { Theme } from "../../shared/users.ts";
import type { PageName } from "../pages.ts";

/** Icons of the account menu; separate, since the first page needs none of them. */
export const personIcons: { [Name in PageName]?: LucideIcon } = {
  profile: IdCard,
  settings: Settings,
  audit: ScrollText,
};

export const themeIcons: Record<Theme, LucideIcon> = { system: Monitor, light: Sun, dark: Moon };
