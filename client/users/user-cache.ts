import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { User, UserPage, UserRecord } from "../../shared/users.ts";
import { invalidate } from "../lib/calls/invalidation.ts";

/** Users as this browser knows them: in every list, and each on their own page. */
export function useUserCache() {
  const queryClient = useQueryClient();
  return useMemo(
    () => ({
      /** Shows a user so wherever they stand. */
      keep(user: User): void {
        queryClient.setQueriesData<InfiniteData<UserPage>>(
          { queryKey: [["users", "list"]] },
          (list) => list && { ...list, pages: list.pages.map((page) => withUser(page, user)) },
        );
        queryClient.setQueryData<UserRecord>(
          recordKey(user.id),
          (record) => record && { ...record, ...user },
        );
      },
      /** What is on its way may have been read before a change, and would show again what was. */
      callOff(id: string): Promise<void> {
        return queryClient.cancelQueries({ queryKey: recordKey(id) });
      },
      refresh(): void {
        invalidate(queryClient, "users");
      },
    }),
    [queryClient],
  );
}

function withUser(page: UserPage, user: User): UserPage {
  if (!page.users.some(({ id }) => id === user.id)) return page;
  return { ...page, users: page.users.map((each) => (each.id === user.id ? user : each)) };
}

function recordKey(id: string) {
  return [["users", "get"], { input: { id }, type: "query" }];
}
