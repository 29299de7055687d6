import { CircleAlert, MessageSquareWarning } from "lucide-react";
import type { ReactNode } from "react";
import type { TicketConflict, TimelineMessage } from "../../../../shared/tickets/page.ts";
import { statusNames, type TicketStatus } from "../../../../shared/tickets/vocabulary.ts";
import { Button } from "../../../components/ui/button.tsx";
import type { Failure } from "../../../data/errors.ts";
import { fieldNames } from "../dialogs/conflicts.ts";
import { MessageHtml } from "../timeline/MessageHtml.tsx";
import { leavingAll, type RefusedSend, type SendPlan } from "./send-plan.ts";

interface SendTroubleProps {
  refusal: RefusedSend;
  onSend: (plan: SendPlan) => void;
  onGoOn: () => void;
}

/** It goes out once its writer has said how: as it was, it would only be asked again. */
export function asksFirst({ failure }: RefusedSend): boolean {
  return failure.cameBetween.length > 0 || failure.conflicts.length > 0;
}

/** Why nothing was sent, what was kept, and what can be done now. */
export function SendTrouble({ refusal: { failure, plan }, onSend, onGoOn }: SendTroubleProps) {
  const goOn = (
    <Button variant="outline" size="sm" onClick={onGoOn}>
      Go on editing
    </Button>
  );
  if (failure.cameBetween.length > 0) {
    return (
      <Question title={`${authorsOf(failure.cameBetween)} while you were writing`}>
        <div className="mt-2 flex max-h-48 flex-col gap-2 overflow-y-auto border-l-3 pl-3 text-muted-foreground">
          {failure.cameBetween.map(({ id, html }) => (
            <div key={id}>
              <MessageHtml html={html} />
            </div>
          ))}
        </div>
        <div className="mt-2.5 flex flex-wrap items-center gap-2">
          <Button size="sm" onClick={() => onSend({ ...plan, sendAnyway: true })}>
            Send anyway
          </Button>
          {goOn}
        </div>
      </Question>
    );
  }
  const { conflicts } = failure;
  const [conflict] = conflicts;
  if (conflict) {
    // One button decides on all of them: each is shown.
    const isOne = conflicts.length === 1;
    return (
      <Question title={tellConflicts(conflicts)}>
        {isOne || (
          <ul className="mt-1">
            {conflicts.map(({ field, theirs, yours }) => (
              <li key={field}>
                {fieldNames[field]}: <bdi>{theirs}</bdi>, you chose <bdi>{yours}</bdi>
              </li>
            ))}
          </ul>
        )}
        <p className="mt-1 text-muted-foreground">
          {isOne && `You chose ${valueName(conflict.yours)}. `}
          Nothing has been sent, and your text is kept.
        </p>
        <div className="mt-2.5 flex flex-wrap gap-2">
          <Button size="sm" onClick={() => onSend({ ...plan, overrule: true })}>
            Send and set {isOne ? valueName(conflict.yours) : "mine"}
          </Button>
          <Button
            variant="outline"
            size="sm"
            onClick={() =>
              onSend(
                leavingAll(
                  plan,
                  conflicts.map(({ field }) => field),
                ),
              )
            }
          >
            Send and leave {isOne ? valueName(conflict.theirs) : "theirs"}
          </Button>
          {goOn}
        </div>
      </Question>
    );
  }
  return (
    <div role="alert" className="mb-2 flex flex-wrap items-center gap-2 text-sm">
      <CircleAlert className="text-destructive" />
      <p className="min-w-0 flex-1 text-danger-text">{wordsOf(failure)}</p>
      <Button variant="outline" size="sm" onClick={() => onSend(plan)}>
        {failure.code === "request_reused" ? "Send again" : "Try again"}
      </Button>
    </div>
  );
}

function wordsOf({ code, status, fields, message }: Failure): string {
  if (code === "request_reused") {
    return "An earlier version of this text has already arrived. Look at the conversation, and send again only what is new.";
  }
  // Whether it has arrived nobody knows: the same key makes the next try safe.
  if (status === null) return "The desk could not be reached. Your text is kept.";
  return `${fields[0]?.message ?? message} Nothing was sent, your text is kept.`;
}

function Question({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      role="alert"
      className="mb-2 rounded-lg border border-status-pending bg-card p-3 text-sm"
    >
      <p className="flex items-center gap-2 font-semibold">
        <MessageSquareWarning className="text-warning" />
        <bdi>{title}</bdi>
      </p>
      {children}
    </section>
  );
}

/** `Ana replied`, `Ana and Samuel wrote` */
function authorsOf(messages: readonly TimelineMessage[]): string {
  const names = [...new Set(messages.map(({ author }) => author.name.split(" ")[0] ?? ""))];
  const who = names.length > 2 ? `${names[0]} and others` : names.join(" and ");
  const notes = messages.every(({ state }) => state === "note");
  return `${who} ${notes ? "wrote a note" : "replied"}`;
}

/** `Samuel Agent set it to On hold while you were writing` */
function tellConflicts(conflicts: readonly TicketConflict[]): string {
  const names = [...new Set(conflicts.map(({ by }) => by?.name ?? "The desk"))];
  const who = names.length > 1 ? `${names[0]} and others` : names[0];
  const [only] = conflicts;
  const what =
    only && conflicts.length === 1 ? `set it to ${valueName(only.theirs)}` : "changed these";
  return `${who} ${what} while you were writing`;
}

function valueName(value: string): string {
  return statusNames[value as TicketStatus] ?? value;
}
