import { ProfilePage } from "./features/account/ProfilePage.tsx";
import { AuditPage } from "./features/audit/AuditPage.tsx";
import { CompanyListPage } from "./features/companies/CompanyListPage.tsx";
import { ReadOnlyRecord } from "./features/tickets/ReadOnlyRecord.tsx";
import { UserListPage } from "./features/users/UserListPage.tsx";
import { Inside } from "./first-page.ts";

/** Pages about people and what they did, which use the same records and pickers. */
export { AuditPage, CompanyListPage, Inside, ProfilePage, ReadOnlyRecord, UserListPage };
