import { useRef, useState } from "react";
import type { DeskFields } from "../../../shared/desk.ts";
import { accentVariables } from "../../../shared/desk-colours.ts";
import { notify } from "../../components/notices.ts";
import { undoable } from "../../components/undo.ts";
import { useMounted } from "../../components/use-mounted.ts";
import { fieldMessage, readFailure, tellRefused } from "../../data/errors.ts";
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

/** What is set shows at once, on the whole page; refused, it goes back and says why beside it. */
export function useSetDesk<Field extends keyof DeskFields>(field: Field, words: string) {
  const utils = trpc.useUtils();
  /** Not answered yet, in the order in which they are sent. */
  const unanswered = useRef<Sent[]>([]);
  const [error, setError] = useState<string | null>(null);
  const mounted = useMounted();
  const show = (change: Partial<DeskFields>) => {
    // What is on its way would put back what stood there before.
    void utils.desk.get.cancel(undefined, { revert: false });
    void utils.session.current.cancel(undefined, { revert: false });
    utils.desk.get.setData(undefined, (desk) => desk && { ...desk, ...change });
    utils.session.current.setData(
      undefined,
      (session) => session && { ...session, desk: { ...session.desk, ...lookOf(change) } },
    );
  };
  /** What was called off may have told of what others have set. */
  const readAnew = () => {
    void utils.session.current.invalidate();
    return utils.desk.get.invalidate();
  };
  const update = trpc.desk.update.useMutation({
    // One after the other: each is made on what the one before has set.
    scope: { id: "desk" },
    meta: { showsError: true },
    onError: async (failed, sent) => {
      show(sent.base);
      if (await goesOn(sent)) return;
      const failure = readFailure(failed);
      const beside = fieldMessage(failure, field) ?? fieldMessage(failure, `set.${field}`);
      // Whoever has left the tab meanwhile sees nothing beside it.
      if (!mounted.current) tellRefused(`${words} not saved`, failure);
      // What somebody else set meanwhile is what the next try is made on: it is here when that is said.
      const read = readAnew();
      if (beside) await read;
      setError(beside ?? failure.message);
    },
    onSuccess: (_desk, { set, base }) => {
      unanswered.current.shift();
      // What was read meanwhile may be from before it.
      show(unanswered.current.at(-1)?.set ?? set);
      if (unanswered.current.length === 0) void readAnew();
      const [value, before] = [set[field], base[field]] as DeskFields[Field][];
      notify({
        kind: "success",
        message: `${words} saved`,
        ...(value !== undefined && before !== undefined && undoable(() => save(before, value))),
      });
      void utils.desk.searchRebuild.invalidate();
    },
  });

  /** What was typed since takes its place: on what stands by now, for nobody knows what came of it. */
  async function goesOn({ set, base }: Sent): Promise<boolean> {
    unanswered.current.shift();
    const [next] = unanswered.current;
    if (!next) return false;
    await utils.desk.get.invalidate();
    const stands = utils.desk.get.getData()?.[field];
    if (next.base[field] === set[field] && stands === base[field]) next.base = base;
    show(next.set);
    return true;
  }

  function save(
    value: DeskFields[Field],
    base: DeskFields[Field],
    onSaved: () => void = () => {},
    onOvertaken: (now: DeskFields[Field]) => void = () => {},
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
        if (now && readFailure(failed).code === "changed_meanwhile") onOvertaken(now[field]);
      },
    });
  }

  return { save, error, setError, isPending: update.isPending };
}

/** How what was set looks, until the server's own answer is there. */
function lookOf({ name, accent, overdueHours }: Partial<DeskFields>) {
  return {
    ...(name !== undefined && { name }),
    ...(overdueHours !== undefined && { overdueHours }),
    ...(accent !== undefined && { colours: accent ? accentVariables(accent) : null }),
  };
}
