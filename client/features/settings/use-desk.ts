import { useRef, useState } from "react";
import type { DeskFields } from "../../../shared/desk.ts";
import { accentVariables } from "../../../shared/desk-colours.ts";
import { notify } from "../../components/notices.ts";
import { undoable } from "../../components/undo.ts";
import { useMounted } from "../../components/use-mounted.ts";
import { fieldMessage, notifyError, readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";

export function useDesk() {
  const desk = trpc.desk.get.useQuery(undefined, { meta: { showsError: true } });
  return {
    desk: desk.data,
    failure: desk.isError ? readFailure(desk.error) : null,
    retry: () => void desk.refetch(),
  };
}

interface Sent {
  set: Partial<DeskFields>;
  base: Partial<DeskFields>;
}

/** Saves a setting. It applies immediately; if refused, it is reverted and the error is shown. */
export function useSaveSetting<Field extends keyof DeskFields>(field: Field, words: string) {
  const utils = trpc.useUtils();
  /** Changes that are not answered yet, in the order they are sent. */
  const unanswered = useRef<Sent[]>([]);
  const [error, setError] = useState<string | null>(null);
  const mounted = useMounted();
  const show = (change: Partial<DeskFields>) => {
    // A fetch under way would restore the earlier value.
    void utils.desk.get.cancel(undefined, { revert: false });
    void utils.session.current.cancel(undefined, { revert: false });
    utils.desk.get.setData(undefined, (desk) => desk && { ...desk, ...change });
    utils.session.current.setData(
      undefined,
      (session) => session && { ...session, desk: { ...session.desk, ...lookOf(change) } },
    );
  };
  /** The cancelled fetch may have held changes by others. */
  const refetch = () => {
    void utils.session.current.invalidate();
    return utils.desk.get.invalidate();
  };
  const update = trpc.desk.update.useMutation({
    // One after the other, each based on the result of the one before.
    scope: { id: "desk" },
    meta: { showsError: true },
    onError: async (failed, sent) => {
      show(sent.base);
      if (await continueWithNext(sent)) return;
      const failure = readFailure(failed);
      const fieldError = fieldMessage(failure, field) ?? fieldMessage(failure, `set.${field}`);
      // The tab may be closed by now, so that the error is shown as a notice.
      if (!mounted.current) notifyError(`Couldn't save: ${words}`, failure);
      // The next attempt is based on the value others set, so it is loaded before the error is shown.
      const read = refetch();
      if (fieldError) await read;
      setError(fieldError ?? failure.message);
    },
    onSuccess: (_desk, { set, base }) => {
      unanswered.current.shift();
      // A fetch in the meantime may have returned the value from before this change.
      show(unanswered.current.at(-1)?.set ?? set);
      if (unanswered.current.length === 0) void refetch();
      const [value, before] = [set[field], base[field]] as DeskFields[Field][];
      notify({
        kind: "success",
        message: `${words} saved`,
        ...(value !== undefined && before !== undefined && undoable(() => save(before, value))),
      });
      void utils.desk.searchRebuild.invalidate();
    },
  });

  /** After a failure, sends the next change, based on the current value because the outcome is unknown. */
  async function continueWithNext({ set, base }: Sent): Promise<boolean> {
    unanswered.current.shift();
    const [next] = unanswered.current;
    if (!next) return false;
    await utils.desk.get.invalidate();
    const current = utils.desk.get.getData()?.[field];
    if (next.base[field] === set[field] && current === base[field]) next.base = base;
    show(next.set);
    return true;
  }

  function save(
    value: DeskFields[Field],
    base: DeskFields[Field],
    onSaved: () => void = () => {},
    onConflict: (now: DeskFields[Field]) => void = () => {},
  ): void {
    setError(null);
    if (value === base) {
      onSaved();
      return;
    }
    show({ [field]: value });
    const input: Sent = { set: { [field]: value }, base: { [field]: base } };
    unanswered.current.push(input);
    update.mutate(input, {
      onSuccess: onSaved,
      onError: (failed) => {
        const now = utils.desk.get.getData();
        if (now && readFailure(failed).code === "changed_meanwhile") onConflict(now[field]);
      },
    });
  }

  return { save, error, setError, isPending: update.isPending };
}

/** The parts of the desk's theme that a change affects, until the server has answered. */
function lookOf({ name, accent, overdueHours }: Partial<DeskFields>) {
  return {
    ...(name !== undefined && { name }),
    ...(overdueHours !== undefined && { overdueHours }),
    ...(accent !== undefined && { colours: accent ? accentVariables(accent) : null }),
  };
}

/** A setting that is typed: the text in its field, and the value it is compared with. */
export function useTypedSetting<Field extends keyof DeskFields>(
  field: Field,
  words: string,
  value: DeskFields[Field],
) {
  const { save, error, setError, isPending } = useSaveSetting(field, words);
  const [typed, setTyped] = useState<string | null>(null);
  // The value when typing started, to detect that someone else changed it.
  const [base, setBase] = useState(value);
  const sent = useRef<{ value: DeskFields[Field] } | null>(null);

  return {
    typed,
    base,
    error,
    setError,
    type(text: string) {
      if (typed === null) setBase(value);
      setTyped(text);
      setError(null);
    },
    reset() {
      setTyped(null);
      setError(null);
    },
    /** A refused value stays in the field. */
    set(given: DeskFields[Field]) {
      const before = isPending ? sent.current : null;
      if (before && before.value === given) return;
      sent.current = { value: given };
      const seen = typed === null ? value : base;
      save(
        given,
        before ? before.value : seen,
        () => {
          setBase(given);
          setTyped((now) => (now === typed ? null : now));
        },
        setBase,
      );
    },
  };
}
