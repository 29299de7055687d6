import { useEffect, useState } from "react";
import {
  type DeskSettings,
  deskLimits,
  type OldTicketAction,
  type OldTicketCount,
  type OldTicketRun,
  oldTicketActions,
} from "../../../shared/desk.ts";
import { ConfirmDialog } from "../../components/dialogs/ConfirmDialog.tsx";
import { useUnsavedForm } from "../../components/dialogs/unsaved-form.ts";
import { formatDate, formatNumber } from "../../components/format/format.ts";
import { notify } from "../../components/notices.ts";
import { Button } from "../../components/ui/button.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Input } from "../../components/ui/input.tsx";
import { SelectField } from "../../components/ui/select-field.tsx";
import { useMounted } from "../../components/use-mounted.ts";
import { fieldMessage, notifyError, readFailure } from "../../data/errors.ts";
import { useTimeZone } from "../../data/session/viewer.ts";
import { trpc } from "../../data/trpc.ts";
import { readWhole } from "./TextSetting.tsx";

type Rule = Pick<DeskSettings, "oldTickets" | "oldTicketMonths">;

const readMonths = readWhole(deskLimits.oldTicketMonths);
const keep = "keep";

const actions: Record<OldTicketAction, { label: string; done: string; hint: string }> = {
  anonymise: {
    label: "Anonymise",
    done: "anonymised",
    hint: "Removes texts, files and customers. Status, dates, tags, team, company, assignee and rating stay.",
  },
  delete: {
    label: "Delete",
    done: "deleted",
    hint: "Removes tickets with their messages and files. The dashboard no longer counts them.",
  },
};

/**
 * What happens to tickets closed long ago, with a count of them for the values on screen. A stricter rule asks first,
 * because what it removes cannot be restored.
 */
export function OldTicketsSetting({ value }: { value: Rule }) {
  const [typed, setTyped] = useState<{ action: OldTicketAction; months: string } | null>(null);
  // The values when editing started, to detect that someone else changed them.
  const [base, setBase] = useState(value);
  const [isAsking, setAsking] = useState(false);
  const { save, isPending, error, setError } = useSaveRule(setBase);
  const action = typed ? typed.action : value.oldTickets;
  const text = typed ? typed.months : String(value.oldTicketMonths);
  const months = readMonths(text.trim());
  const isTyped =
    typed !== null && (action !== value.oldTickets || text.trim() !== `${value.oldTicketMonths}`);
  useUnsavedForm(() => isTyped);
  const count = useCount(action !== null && typeof months === "number" ? { action, months } : null);

  const edit = (change: Partial<NonNullable<typeof typed>>) => {
    if (typed === null) setBase(value);
    setTyped({ action: action ?? "anonymise", months: text, ...change });
    setError(null);
  };
  const reset = () => {
    setTyped(null);
    setAsking(false);
    setError(null);
  };
  const commit = () => {
    if (typeof months === "object") return setError({ months: months.wrong });
    const rule = { oldTickets: action, oldTicketMonths: months };
    if (isStricter(rule, base)) setAsking(true);
    else save(rule, base, reset);
  };
  return (
    <div className="flex flex-col gap-4">
      <SelectField
        label="Closed tickets"
        hint={action && actions[action].hint}
        error={error?.action ?? (action === null ? error?.months : undefined)}
        inputClassName="max-w-72"
        value={action ?? keep}
        options={[keep, ...oldTicketActions]}
        nameOf={(each) => (each === keep ? "Keep forever" : actions[each].label)}
        onChange={(chosen) => {
          if (chosen !== keep) return edit({ action: chosen });
          reset();
          save({ ...value, oldTickets: null }, value, reset);
        }}
      />
      {action !== null && (
        <Field
          label="Closed for more than"
          error={error?.months}
          hint="Counted from when a ticket was resolved, or from the last message after that."
        >
          {(control) => (
            <span className="flex flex-wrap items-center gap-2">
              <Input
                {...control}
                inputMode="numeric"
                autoComplete="off"
                maxLength={3}
                value={text}
                onChange={(event) => edit({ months: event.target.value })}
                onKeyDown={(event) => {
                  if (event.key !== "Enter" || !isTyped) return;
                  // Otherwise the same key press would confirm the dialog it opens.
                  event.preventDefault();
                  commit();
                }}
                className="w-20 text-right tabular-nums"
              />
              <span className="text-muted-foreground">
                {text.trim() === "1" ? "month" : "months"}
              </span>
              {isTyped && (
                <>
                  <Button variant="outline" aria-disabled={isPending} onClick={commit}>
                    Save
                  </Button>
                  <Button variant="ghost" onClick={reset}>
                    Cancel
                  </Button>
                </>
              )}
            </span>
          )}
        </Field>
      )}
      <div className="flex flex-col gap-1">
        {action !== null && typeof months === "number" && (
          <p role="status">
            {count.data
              ? previewWords(count.data, { action, months })
              : (count.failure ?? "Counting…")}
          </p>
        )}
        <LastRun />
      </div>
      {isAsking && action !== null && typeof months === "number" && (
        <ConfirmDialog
          title={`${actions[action].label} tickets closed more than ${months} months ago?`}
          description={
            <>
              {count.data && `${consequence(count.data, actions[action].done)} `}
              Other tickets follow when they reach that age. You can't undo this.
            </>
          }
          keep="Cancel"
          act={`${actions[action].label} old tickets`}
          destructive
          isPending={isPending || !count.data}
          onAct={() =>
            save({ oldTickets: action, oldTicketMonths: months }, base, reset, setAsking)
          }
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

/** More tickets are removed than by the rule before, or more of each. */
function isStricter(rule: Rule, before: Rule): boolean {
  if (rule.oldTickets === null) return false;
  if (before.oldTickets === null || rule.oldTicketMonths < before.oldTicketMonths) return true;
  return rule.oldTickets === "delete" && before.oldTickets === "anonymise";
}

interface RuleErrors {
  action?: string | undefined;
  months?: string | undefined;
}

/** Saves both values together. After a conflict, the next attempt is based on the current ones. */
function useSaveRule(onConflict: (now: Rule) => void) {
  const utils = trpc.useUtils();
  const [error, setError] = useState<RuleErrors | null>(null);
  const mounted = useMounted();
  const update = trpc.desk.update.useMutation({
    scope: { id: "desk" },
    meta: { showsError: true },
    async onError(failed) {
      const failure = readFailure(failed);
      // The tab may be closed by now, so that the error is shown as a notice.
      if (!mounted.current) notifyError("Couldn't save: Old tickets", failure);
      await utils.desk.get.invalidate();
      const now = utils.desk.get.getData();
      if (now && failure.code === "changed_meanwhile") onConflict(now);
      const action = fieldMessage(failure, "oldTickets");
      const months = fieldMessage(failure, "oldTicketMonths");
      setError(action || months ? { action, months } : { months: failure.message });
    },
    onSuccess(desk) {
      utils.desk.get.setData(undefined, (before) => before && { ...before, ...desk });
      void utils.desk.get.invalidate();
      notify({ kind: "success", message: "Old tickets saved" });
    },
  });
  const save = (
    { oldTickets, oldTicketMonths }: Rule,
    base: Rule,
    onSaved: () => void,
    setAsking: (asks: boolean) => void = () => {},
  ) => {
    if (update.isPending) return;
    setError(null);
    const seen = { oldTickets: base.oldTickets, oldTicketMonths: base.oldTicketMonths };
    update.mutate(
      { set: { oldTickets, oldTicketMonths }, base: seen },
      { onSuccess: onSaved, onError: () => setAsking(false) },
    );
  };
  return { save, isPending: update.isPending, error, setError };
}

const pauseMs = 250;

/** What the rule would remove now. Waits until typing pauses. */
function useCount(rule: { action: OldTicketAction; months: number } | null) {
  const { action, months } = rule ?? {};
  const [asked, setAsked] = useState(rule);
  useEffect(() => {
    const timer = setTimeout(
      () => setAsked(action && months !== undefined ? { action, months } : null),
      pauseMs,
    );
    return () => clearTimeout(timer);
  }, [action, months]);
  const isCurrent = asked?.action === action && asked?.months === months;
  const { data, error } = trpc.desk.oldTickets.useQuery(asked ?? { action: "delete", months: 24 }, {
    enabled: asked !== null,
    staleTime: 0,
    meta: { showsError: true },
  });
  if (!isCurrent) return { data: undefined, failure: null };
  return { data, failure: error && readFailure(error).message };
}

function previewWords(
  count: OldTicketCount,
  { action, months }: { action: OldTicketAction; months: number },
): string {
  const age = `closed more than ${months} months ago`;
  if (count.tickets === 0 && action === "anonymise")
    return `No tickets ${age} are left to anonymise.`;
  if (count.tickets === 0) return `No tickets were ${age}.`;
  return `${counted(count.tickets, "ticket")} ${count.tickets === 1 ? "was" : "were"} ${age}, with ${rest(count)}.`;
}

function consequence(count: OldTicketCount, done: string): string {
  if (count.tickets === 0) return `No tickets are ${done} now.`;
  const verb = count.tickets === 1 ? "is" : "are";
  return `${counted(count.tickets, "ticket")} with ${rest(count)} ${verb} permanently ${done}, starting within ten minutes.`;
}

function rest({ messages, files }: OldTicketCount): string {
  return `${counted(messages, "message")} and ${counted(files, "file")}`;
}

function counted(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? "" : "s"}`;
}

const runningIntervalMs = 3000;

function LastRun() {
  const timeZone = useTimeZone();
  const { data } = trpc.desk.oldTicketRun.useQuery(undefined, {
    meta: { showsError: true },
    refetchInterval: ({ state }) =>
      state.data?.run && state.data.run.endedAt === null ? runningIntervalMs : false,
  });
  if (!data?.run) return null;
  return <p className="text-muted-foreground">{runWords(data.run, timeZone)}</p>;
}

function runWords({ action, tickets, startedAt, endedAt }: OldTicketRun, timeZone: string): string {
  const what = `${counted(tickets, "ticket")} ${actions[action].done}`;
  return endedAt
    ? `Last run: ${formatDate(endedAt, timeZone)}, ${what}`
    : `Running since ${formatDate(startedAt, timeZone)}: ${what} so far`;
}
