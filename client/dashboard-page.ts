import { DashboardPage } from "./features/dashboard/DashboardPage.tsx";
import { Inside } from "./first-page.ts";

export { DashboardPage, Inside };
