import { SettingsPage } from "./features/settings/SettingsPage.tsx";
import { Inside } from "./first-page.ts";

export { Inside, SettingsPage };
