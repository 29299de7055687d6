import { createOwnStore } from "../../lib/session/forget.ts";

/** A change of it is being taken back: one stands on it again as soon as it stands in the list. */
export const rowToReturnTo = createOwnStore<string | null>(null);
