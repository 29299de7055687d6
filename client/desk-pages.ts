import { AuditPage } from "./features/audit/AuditPage.tsx";
import { SettingsPage } from "./features/settings/SettingsPage.tsx";
import { Inside } from "./first-page.ts";

/** Pages about the workspace. */
export { AuditPage, Inside, SettingsPage };
