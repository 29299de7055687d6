import { useEffect, useRef, useState } from "react";
import type { TicketIdsInput } from "../../../../shared/schemas/tickets.ts";
import { bulkAtOnce } from "../../../../shared/tickets/bulk.ts";
import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import { fullName } from "../../../../shared/users.ts";
import { formatNumber } from "../../../components/format/format.ts";
import { notify } from "../../../components/notices.ts";
import { HowMany, SelectionBar } from "../../../components/table/selection/SelectionBar.tsx";
import { useViewer } from "../../../data/session/viewer.ts";
import { trpc } from "../../../data/trpc.ts";
import { CloseMany } from "../dialogs/CloseMany.tsx";
import { openMerge } from "../dialogs/open-merge.ts";
import { useReadMarks } from "../read-marks.ts";
import { ActionButtons, type ActPicker } from "./ActionButtons.tsx";
import { type ActName, areAllClosed, closedForGood, endsWithClosing } from "./bulk-actions.ts";
import {
  assignTo,
  type BulkChange,
  inWords,
  markSpam,
  setStatusOf,
  takeOutOfSpam,
} from "./bulk-changes.ts";
import type { TicketSelection } from "./use-selection.ts";
import { type BulkTarget, useTicketBulk } from "./use-ticket-bulk.ts";

interface TicketSelectionBarProps {
  selection: TicketSelection;
  rows: readonly TicketRow[];
  /** How many the list has in all, once that is known. */
  count: number | undefined;
  list: TicketIdsInput;
}

/** What can be done to all that is chosen; or, by a key, to the row under the cursor. */
export function TicketSelectionBar(props: TicketSelectionBarProps) {
  const { selection, rows, count, list } = props;
  const viewer = useViewer();
  const me = { id: viewer.id, name: fullName(viewer) };
  const bulk = useTicketBulk();
  const markRead = useReadMarks();
  const [picker, setPicker] = useState<ActPicker | null>(null);
  const [closing, setClosing] = useState<BulkTarget | null>(null);
  /** Where the focus was when a key opened a picker; nowhere where it was opened by hand. */
  const cameFrom = useRef<Element | null>(null);
  const { asked, settleAsked } = selection;
  // As it is by now; where it has left the list, as it was.
  const under = (asked?.row && rows.find(({ id }) => id === asked.row?.id)) ?? asked?.row ?? null;
  const ids = under ? [under.id] : [...selection.ids];
  const chosen = under ? [under] : rows.filter(({ id }) => selection.ids.has(id));
  const utils = trpc.useUtils();
  const all = {
    fetch: () => utils.tickets.ids.fetch(list, { staleTime: 0 }),
    choose: selection.choose,
  };
  const { size } = selection.ids;
  const isKnown = size <= bulkAtOnce && count !== undefined && count <= chosen.length;
  const note =
    isKnown && size > chosen.length
      ? `${formatNumber(size - chosen.length)} not in this list any more`
      : undefined;
  const target: BulkTarget = { ids, number: ids.length === 1 ? chosen[0]?.number : undefined };

  const run = async (change: BulkChange, { ids, number } = target) => {
    selection.letGo(ids);
    const taken = await bulk({ ids, number }, change);
    // What goes on by itself is not in anybody's hand any more.
    if (taken && ids.length > bulkAtOnce) selection.drop(ids);
  };
  const hasEnded = (name: ActName) => endsWithClosing(name) && areAllClosed(chosen, ids.length);
  const begin = (name: ActName) => {
    if (hasEnded(name)) sayEnded();
    else if (name === "take") void run(assignTo(me, me));
    else if (name === "resolve") void run(setStatusOf("resolved", me));
    else if (name === "spam") void run(markSpam());
    else if (name === "not-spam") void run(takeOutOfSpam());
    else if (name === "unread" || name === "read") {
      void markRead(ids, name === "unread", inWords(ids.length, target.number));
    } else if (name === "merge") {
      selection.letGo(ids);
      openMerge(chosen);
    } else return setPicker(name);
    settleAsked();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time it is asked.
  useEffect(() => {
    if (!asked) return;
    cameFrom.current = asked.focused;
    begin(asked.name);
  }, [asked]);

  return (
    <>
      {ids.length > 0 && (
        <SelectionBar
          label={under ? `#${under.number}` : undefined}
          lead={
            under ? (
              <span dir="auto" className="max-w-80 truncate font-medium">
                #{under.number} {under.subject}
              </span>
            ) : (
              <HowMany size={size} count={count} note={note} all={all} />
            )
          }
          onClear={under ? undefined : selection.clear}
        >
          <ActionButtons
            chosen={chosen}
            total={ids.length}
            me={me}
            picker={picker}
            onPicker={(next) => {
              if (next !== null && hasEnded(next)) return sayEnded();
              setPicker(next);
              if (next === null) settleAsked();
              else if (!asked) cameFrom.current = null;
            }}
            cameFrom={cameFrom}
            onAct={begin}
            onChange={(change) => void run(change)}
            onClose={() => setClosing(target)}
          />
        </SelectionBar>
      )}
      {closing && (
        <CloseMany
          count={closing.ids.length}
          what={inWords(closing.ids.length, closing.number)}
          onCancel={() => setClosing(null)}
          onClose={() => {
            void run(setStatusOf("closed", me), closing);
            setClosing(null);
          }}
        />
      )}
    </>
  );
}

function sayEnded(): void {
  notify({ kind: "info", message: closedForGood });
}
