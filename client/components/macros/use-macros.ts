import { showOptimistically } from "../../data/calls/optimistic.ts";
import { useKeyed } from "../../data/calls/use-keyed.ts";
import { isSessionOver, readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";
import { notify } from "../notices.ts";
import { notifyUnsavedText } from "../record/use-field-words.ts";
import { useMounted } from "../use-mounted.ts";

/** Macros change rarely: the cached list is shown and refreshed in the background. */
export function useMacros() {
  const macros = trpc.macros.list.useQuery(undefined, { meta: { showsError: true } });
  return {
    macros: macros.data?.macros ?? [],
    areAll: macros.data?.areAll ?? true,
    isWaiting: macros.isPending,
    failure: macros.isError ? readFailure(macros.error) : null,
    retry: () => void macros.refetch(),
  };
}

export function useSaveMacro() {
  const utils = trpc.useUtils();
  const mounted = useMounted();
  const save = trpc.macros.save.useMutation({
    meta: { showsError: true },
    onSuccess: () => utils.macros.list.invalidate(),
    // If the form was left in the meantime, the notice is the only place that still has its text.
    onError: (error, { name, body }) => {
      const failure = readFailure(error);
      if (mounted.current || isSessionOver(failure)) return;
      const words = failure.fields.map(({ message }) => message).join(" ");
      notifyUnsavedText("Macro", `${name}\n\n${body}`.trim(), words || failure.message);
    },
  });
  return useKeyed(save);
}

/** Removed from the list immediately, and restored if the server refuses. */
export function useDeleteMacro() {
  const utils = trpc.useUtils();
  const remove = trpc.macros.delete.useMutation({
    onMutate: async ({ id }) => {
      await utils.macros.list.cancel();
      const before = utils.macros.list.getData();
      const answered = showOptimistically(() =>
        utils.macros.list.setData(undefined, (list) =>
          list ? { ...list, macros: list.macros.filter((macro) => macro.id !== id) } : list,
        ),
      );
      return { before, answered };
    },
    onSuccess: () => notify({ kind: "success", message: "Macro deleted" }),
    onError: (_error, _input, context) => {
      if (context?.before) utils.macros.list.setData(undefined, context.before);
    },
    onSettled(_done, _error, _input, context) {
      context?.answered();
      return utils.macros.list.invalidate();
    },
  });
  return useKeyed(remove);
}
