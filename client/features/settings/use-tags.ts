import { type InfiniteData, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import {
  normalizeTag,
  type TagChange,
  type TagPage,
  type TagUndone,
} from "../../../shared/tags.ts";
import { notify } from "../../components/notices.ts";
import { pagedOptions, usePages } from "../../components/table/use-pages.ts";
import { fetchAgain } from "../../data/calls/invalidation.ts";
import { showOptimistically } from "../../data/calls/optimistic.ts";
import { useKeyed } from "../../data/calls/use-keyed.ts";
import { trpc } from "../../data/trpc.ts";
import { undoByCall, useNotifyIfLeft } from "./notices.ts";

export function useTags(search: string) {
  const tags = trpc.tags.list.useInfiniteQuery(
    { search: search.trim() || undefined },
    pagedOptions,
  );
  return usePages(tags, tagsOf);
}

function tagsOf(page: TagPage) {
  return page.tags;
}

/** Changes a tag in all cached lists immediately. `name` null removes it. */
function useLists() {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const lists = { queryKey: getQueryKey(trpc.tags.list, undefined, "infinite") };
  return {
    async change(id: string, name: string | null) {
      await utils.tags.list.cancel();
      const before = queryClient.getQueriesData<TagPages>(lists);
      const answered = showOptimistically(
        () =>
          void queryClient.setQueriesData<TagPages>(
            lists,
            (data) => data && patched(data, id, name),
          ),
      );
      return { before, answered };
    },
    reset(context: { before: [QueryKey, TagPages | undefined][] } | undefined) {
      for (const [key, data] of context?.before ?? []) queryClient.setQueryData(key, data);
    },
    settle: () => fetchAgain(queryClient, "settings"),
  };
}

type TagPages = InfiniteData<TagPage, string | null>;

function patched(data: TagPages, id: string, name: string | null): TagPages {
  const pages = data.pages.map((page) => ({
    ...page,
    tags: page.tags.flatMap((tag) => {
      if (tag.id !== id) return [tag];
      return name === null ? [] : [{ ...tag, name }];
    }),
  }));
  return { ...data, pages };
}

/** Shows the result and which views were not updated, and offers to undo it. */
function useNotifyChanged() {
  const lists = useLists();
  const { client } = trpc.useUtils();
  return (words: string, { undoId, viewsLeft }: TagChange) => {
    const left = viewsLeft.length > 0 ? `. Not updated: ${viewsLeft.join(", ")}.` : "";
    notify({
      kind: left ? "warning" : "success",
      message: `${words}${left}`,
      ...(undoId &&
        undoByCall(async (requestId) => {
          notifyUndone(await client.tags.undo.mutate({ requestId, id: undoId }));
        }, lists.settle)),
    });
  };
}

function notifyUndone({ left }: TagUndone) {
  if (left.length === 0) notify({ kind: "success", message: "Undone" });
  else {
    const message = `Undone, except views and macros that changed since: ${left.join(", ")}.`;
    notify({ kind: "warning", message });
  }
}

export function useRenameTag() {
  const lists = useLists();
  const notifyIfLeft = useNotifyIfLeft("Tag name");
  const notifyChanged = useNotifyChanged();
  const rename = trpc.tags.rename.useMutation({
    meta: { showsError: true },
    onMutate: ({ id, name }) => lists.change(id, normalizeTag(name)),
    onError(error, { name }, context) {
      lists.reset(context);
      notifyIfLeft(error, name);
    },
    onSuccess: (change) => notifyChanged("Tag renamed", change),
    onSettled(_change, _error, _input, context) {
      context?.answered();
      return lists.settle();
    },
  });
  return useKeyed(rename);
}

export function useMergeTags() {
  const lists = useLists();
  const notifyChanged = useNotifyChanged();
  const merge = trpc.tags.merge.useMutation({
    meta: { showsError: true },
    onSuccess: (change) => notifyChanged("Tags merged", change),
    onSettled: lists.settle,
  });
  return useKeyed(merge);
}

export function useDeleteTag() {
  const lists = useLists();
  const notifyChanged = useNotifyChanged();
  const remove = trpc.tags.delete.useMutation({
    meta: { showsError: true },
    onMutate: ({ id }) => lists.change(id, null),
    onError: (_error, _input, context) => lists.reset(context),
    // The dialog has listed the views, which keep the name of the deleted tag.
    onSuccess: (change) => notifyChanged("Tag deleted", { ...change, viewsLeft: [] }),
    onSettled(_change, _error, _input, context) {
      context?.answered();
      return lists.settle();
    },
  });
  return useKeyed(remove);
}
