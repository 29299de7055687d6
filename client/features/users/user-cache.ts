import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { useMemo } from "react";
import type { UserPatch } from "../../../shared/schemas/users.ts";
import type { User, UserPage } from "../../../shared/users.ts";
import { invalidate } from "../../data/calls/invalidation.ts";
import { showEarly } from "../../data/calls/shown-early.ts";
import { trpc } from "../../data/trpc.ts";
import { withPatch } from "./user-changes.ts";

/** Users as this browser knows them: in every list, and each on their own page. */
export function useUserCache() {
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  return useMemo(() => {
    const put = (id: string, next: (user: User) => User) => {
      queryClient.setQueriesData<InfiniteData<UserPage> | UserPage>(
        { queryKey: getQueryKey(trpc.users.list) },
        (list) => {
          // The palette, and filters by a person, have one page alone.
          if (!list || "users" in list) return list && withUser(list, id, next);
          return { ...list, pages: list.pages.map((page) => withUser(page, id, next)) };
        },
      );
      utils.users.get.setData({ id }, (record) => record && { ...record, ...next(record) });
    };
    return {
      /** Shows a user so wherever they stand. */
      keep(user: User): void {
        put(user.id, () => user);
      },
      /** Shows a change until it is answered, which what is returned is told. */
      showEarly(id: string, patch: UserPatch): () => void {
        return showEarly(() => put(id, (user) => withPatch(user, patch)));
      },
      /** What is on its way may have been read before a change, and would show again what was. */
      callOff(id: string): Promise<void> {
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
