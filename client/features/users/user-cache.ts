import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { useMemo } from "react";
import type { UserPatch } from "../../../shared/schemas/users.ts";
import type { User, UserPage } from "../../../shared/users.ts";
import { invalidate } from "../../data/calls/invalidation.ts";
import { showOptimistically } from "../../data/calls/optimistic.ts";
import { trpc } from "../../data/trpc.ts";
import { withPatch } from "./user-form.ts";

/** The cached users: in every list, and on their own page. */
export function useUserCache() {
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  return useMemo(() => {
    const put = (id: string, next: (user: User) => User) => {
      queryClient.setQueriesData<InfiniteData<UserPage> | UserPage>(
        { queryKey: getQueryKey(trpc.users.list) },
        (list) => {
          // The palette and the filters by person have a single page.
          if (!list || "users" in list) return list && withUser(list, id, next);
          return { ...list, pages: list.pages.map((page) => withUser(page, id, next)) };
        },
      );
      utils.users.get.setData({ id }, (record) => record && { ...record, ...next(record) });
    };
    return {
      /** Replaces a user everywhere. */
      set(user: User): void {
        put(user.id, () => user);
      },
      /** Shows a change until the returned function is called. */
      showOptimistically(id: string, patch: UserPatch): () => void {
        return showOptimistically(() => put(id, (user) => withPatch(user, patch)));
      },
      /** A fetch under way may hold values from before a change and would show them again. */
      cancelFetch(id: string): Promise<void> {
        return utils.users.get.cancel({ id });
      },
      refresh(): void {
        invalidate(queryClient, "users");
      },
    };
  }, [queryClient, utils]);
}

function withUser(page: UserPage, id: string, next: (user: User) => User): UserPage {
  if (!page.users.some((user) => user.id === id)) return page;
  return { ...page, users: page.users.map((user) => (user.id === id ? next(user) : user)) };
}
