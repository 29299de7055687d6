import { ProfilePage } from "./features/account/ProfilePage.tsx";
import { CompanyListPage } from "./features/companies/CompanyListPage.tsx";
import { ReadOnlyRecord } from "./features/tickets/ReadOnlyRecord.tsx";
import { UserListPage } from "./features/users/UserListPage.tsx";
import { Inside } from "./first-page.ts";

/** Pages about people, which use the same records and pickers. */
export { CompanyListPage, Inside, ProfilePage, ReadOnlyRecord, UserListPage };
