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
import { assign, setStatus } from "../actions/changes.ts";
import {
  actionsOnSelection,
  closedNotice,
  isEnded,
  type OfferedAction,
  type TicketActionName,
} from "../actions/ticket-actions.ts";
import { CloseDialog } from "../dialogs/CloseDialog.tsx";
import { openMerge } from "../dialogs/open-dialogs.ts";
import type { PickerName } from "../properties/use-pickers.ts";
import { useReadMarks } from "../read-marks.ts";
import { ActionButtons } from "./ActionButtons.tsx";
import { type BulkChange, changeEach, countWords, markSpam, unmarkSpam } from "./bulk-changes.ts";
import type { TicketSelection } from "./use-selection.ts";
import { type BulkTarget, useTicketBulk } from "./use-ticket-bulk.ts";

interface TicketSelectionBarProps {
  selection: TicketSelection;
  rows: readonly TicketRow[];
  /** The total of the list, once known. */
  count: number | undefined;
  list: TicketIdsInput;
}

/** Actions on the selection; or, by key, on the row under the cursor. */
export function TicketSelectionBar(props: TicketSelectionBarProps) {
  const { selection, rows, count, list } = props;
  const viewer = useViewer();
  const me = { id: viewer.id, name: fullName(viewer) };
  const bulk = useTicketBulk();
  const markRead = useReadMarks();
  const [picker, setPicker] = useState<PickerName | null>(null);
  const [closing, setClosing] = useState<BulkTarget | null>(null);
  /** Where the focus was when a key opened a picker; null if it was opened by mouse. */
  const cameFrom = useRef<Element | null>(null);
  const { asked, settleAsked } = selection;
  // The current row; if it has left the list, the last known one.
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
      ? `${formatNumber(size - chosen.length)} no longer in this list`
      : undefined;
  const target: BulkTarget = { ids, number: ids.length === 1 ? chosen[0]?.number : undefined };

  const run = async (change: BulkChange, { ids, number } = target) => {
    selection.letGo(ids);
    const taken = await bulk({ ids, number }, change);
    // A background job no longer needs the selection.
    if (taken && ids.length > bulkAtOnce) selection.drop(ids);
  };
  const selected = { rows: chosen, total: ids.length };
  const actions = actionsOnSelection(selected);
  const markAs = (unread: boolean) =>
    void markRead(ids, unread, countWords(ids.length, target.number));
  const handlers: Partial<Record<TicketActionName, () => void>> = {
    take: () => void run(changeEach(assign(me, me))),
    resolve: () => void run(changeEach(setStatus("resolved", me))),
    read: () => markAs(false),
    unread: () => markAs(true),
    merge() {
      selection.letGo(ids);
      openMerge(chosen);
    },
    spam: () => void run(markSpam()),
    "not-spam": () => void run(unmarkSpam()),
  };
  const begin = ({ name, picker: wanted }: OfferedAction): void => {
    const ended = isEnded(name, selected);
    // The picker settles the request when it closes.
    if (wanted && !ended) {
      setPicker(wanted);
      return;
    }
    if (ended) notifyEnded();
    else handlers[name]?.();
    settleAsked();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per request.
  useEffect(() => {
    if (!asked) return;
    cameFrom.current = asked.focused;
    const action = actions.find(({ name }) => name === asked.name);
    if (action) begin(action);
    else settleAsked();
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
            selected={selected}
            actions={actions}
            run={begin}
            me={me}
            picker={picker}
            onPicker={(next) => {
              const action = actions.find(({ picker }) => picker === next);
              if (action && isEnded(action.name, selected)) return notifyEnded();
              setPicker(next);
              if (next === null) settleAsked();
              else if (!asked) cameFrom.current = null;
            }}
            cameFrom={cameFrom}
            onChange={(change) => void run(changeEach(change))}
            onClose={() => setClosing(target)}
          />
        </SelectionBar>
      )}
      {closing && (
        <CloseDialog
          count={closing.ids.length}
          what={countWords(closing.ids.length, closing.number)}
          onClose={() => setClosing(null)}
          onConfirm={() => {
            void run(changeEach(setStatus("closed", me)), closing);
            setClosing(null);
          }}
        />
      )}
    </>
  );
}

function notifyEnded(): void {
  notify({ kind: "info", message: closedNotice });
}
