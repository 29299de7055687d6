import * as z from "zod/mini";

const loadAllUsersQuery = z.strictObject({
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 1000),
  cursor: z.optional(z.string().check(z.maxLength(500))),
});

/** What may stand behind `GET /node/auth/load/all/users?`. */
export function readLoadAllUsers(query: Record<string, string>): {
  limit: number;
  cursor: string | null;
} {
  const { limit, cursor } = loadAllUsersQuery.parse(query);
  return { limit, cursor: cursor ?? null };
}
