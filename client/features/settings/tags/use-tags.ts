import {
  type InfiniteData,
  keepPreviousData,
  type QueryKey,
  useQueryClient,
} from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import {
  type TagChange,
  type TagPage,
  type TagTakenBack,
  tagAsKept,
} from "../../../../shared/tags.ts";
import { nextCursorOf, usePages } from "../../../components/list/use-pages.ts";
import { notify } from "../../../components/notices.ts";
import { fetchAgain } from "../../../data/calls/invalidation.ts";
import { showEarly } from "../../../data/calls/shown-early.ts";
import { useKeyed } from "../../../data/calls/use-keyed.ts";
import { trpc } from "../../../data/trpc.ts";
import { takingBack } from "../taking-back.ts";
import { useTellLeft } from "../use-tell-left.ts";

export function useTags(search: string) {
  const tags = trpc.tags.list.useInfiniteQuery(
    { search: search.trim() || undefined },
    {
      getNextPageParam: nextCursorOf,
      placeholderData: keepPreviousData,
      meta: { showsError: true },
    },
  );
  return usePages(tags, tagsOf);
}

function tagsOf(page: TagPage) {
  return page.tags;
}

/** What becomes of the list at once, whatever is searched in it; null: the tag goes. */
function useLists() {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const lists = { queryKey: getQueryKey(trpc.tags.list, undefined, "infinite") };
  return {
    async change(id: string, name: string | null) {
      await utils.tags.list.cancel();
      const before = queryClient.getQueriesData<TagPages>(lists);
      const answered = showEarly(
        () =>
          void queryClient.setQueriesData<TagPages>(
            lists,
            (data) => data && patched(data, id, name),
          ),
      );
      return { before, answered };
    },
    putBack(context: { before: [QueryKey, TagPages | undefined][] } | undefined) {
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

/** Says what was done, what was left behind, and takes it back where that can be. */
function useTell() {
  const lists = useLists();
  const { client } = trpc.useUtils();
  return (words: string, { undoId, viewsLeft }: TagChange) => {
    const left = viewsLeft.length > 0 ? `. Not brought along: ${viewsLeft.join(", ")}.` : "";
    notify({
      kind: left ? "warning" : "success",
      message: `${words}${left}`,
      ...(undoId &&
        takingBack(async (requestId) => {
          tellTakenBack(await client.tags.undo.mutate({ requestId, id: undoId }));
        }, lists.settle)),
    });
  };
}

function tellTakenBack({ left }: TagTakenBack) {
  if (left.length === 0) notify({ kind: "success", message: "Taken back" });
  else {
    const message = `Taken back. Changed since, and left as they are: ${left.join(", ")}.`;
    notify({ kind: "warning", message });
  }
}

export function useRenameTag() {
  const lists = useLists();
  const tellLeft = useTellLeft("Name of the tag");
  const tell = useTell();
  const rename = trpc.tags.rename.useMutation({
    meta: { showsError: true },
    onMutate: ({ id, name }) => lists.change(id, tagAsKept(name)),
    onError(error, { name }, context) {
      lists.putBack(context);
      tellLeft(error, name);
    },
    onSuccess: (made) => tell("Tag renamed", made),
    onSettled(_made, _error, _input, context) {
      context?.answered();
      return lists.settle();
    },
  });
  return useKeyed(rename);
}

export function useMergeTags() {
  const lists = useLists();
  const tell = useTell();
  const merge = trpc.tags.merge.useMutation({
    meta: { showsError: true },
    onSuccess: (made) => tell("Tags merged", made),
    onSettled: lists.settle,
  });
  return useKeyed(merge);
}

export function useDeleteTag() {
  const lists = useLists();
  const tell = useTell();
  const remove = trpc.tags.delete.useMutation({
    meta: { showsError: true },
    onMutate: ({ id }) => lists.change(id, null),
    onError: (_error, _input, context) => lists.putBack(context),
    // Views keep the name of a tag that is gone: the question before has said so.
    onSuccess: (made) => tell("Tag deleted", { ...made, viewsLeft: [] }),
    onSettled(_made, _error, _input, context) {
      context?.answered();
      return lists.settle();
    },
  });
  return useKeyed(remove);
}
