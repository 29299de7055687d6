import { BulkUserDialogs } from "./BulkUserDialogs.tsx";
import { UserDialogs } from "./UserDialogs.tsx";

/** Loaded together: they share most of their code. */
export { BulkUserDialogs, UserDialogs };
