import { CircleAlert, MessageSquareWarning } from "lucide-react";
import type { ReactNode } from "react";
import { fieldOf } from "../../../../shared/tickets/fields.ts";
import type { TicketConflict, TimelineMessage } from "../../../../shared/tickets/page.ts";
import { statusNames, type TicketStatus } from "../../../../shared/tickets/vocabulary.ts";
import { Button } from "../../../components/ui/button.tsx";
import type { Failure } from "../../../data/errors.ts";
import { MessageHtml } from "../timeline/MessageHtml.tsx";
import { overruling, type RefusedSend, type SendPlan, withoutFields } from "./send-plan.ts";

interface SendTroubleProps {
  refusal: RefusedSend;
  onSend: (plan: SendPlan) => void;
  onKeepEditing: () => void;
}

/** Whether the author has to answer a question before the message can be sent. */
export function asksFirst({ failure }: RefusedSend): boolean {
  return failure.cameBetween.length > 0 || failure.conflicts.length > 0;
}

/** Why nothing was sent, and what can be done now. */
export function SendTrouble({
  refusal: { failure, plan },
  onSend,
  onKeepEditing,
}: SendTroubleProps) {
  const keepEditing = (
    <Button variant="outline" size="sm" onClick={onKeepEditing}>
      Keep editing
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
          {keepEditing}
        </div>
      </Question>
    );
  }
  const { conflicts } = failure;
  const [conflict] = conflicts;
  if (conflict) {
    const isOne = conflicts.length === 1;
    return (
      <Question title={conflictTitle(conflicts)}>
        {isOne || (
          <ul className="mt-1">
            {conflicts.map(({ field, theirs, yours }) => (
              <li key={field}>
                {fieldOf(field).label}: <bdi>{theirs}</bdi>, you chose <bdi>{yours}</bdi>
              </li>
            ))}
          </ul>
        )}
        <p className="mt-1 text-muted-foreground">
          {isOne && `You chose ${valueName(conflict.yours)}. `}
          Nothing was sent. Your text is still here.
        </p>
        <div className="mt-2.5 flex flex-wrap gap-2">
          <Button size="sm" onClick={() => onSend(overruling(plan, conflicts))}>
            {isOne ? `Send and set ${valueName(conflict.yours)}` : "Send and use mine"}
          </Button>
          <Button
            variant="outline"
            size="sm"
            onClick={() =>
              onSend(
                withoutFields(
                  plan,
                  conflicts.map(({ field }) => field),
                ),
              )
            }
          >
            {isOne ? `Send and keep ${valueName(conflict.theirs)}` : "Send and keep theirs"}
          </Button>
          {keepEditing}
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
    return "An earlier version of this message was already sent. Check the conversation and send only what's new.";
  }
  // The message may have arrived: the same request id makes a retry safe.
  if (status === null) return "Couldn't reach the server. Your text is still here.";
  return `${fields[0]?.message ?? message} Nothing was sent. Your text is still here.`;
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

/** `Ana replied`, `Ana and Samuel added a note` */
function authorsOf(messages: readonly TimelineMessage[]): string {
  const names = [...new Set(messages.map(({ author }) => author.name.split(" ")[0] ?? ""))];
  const who = names.length > 2 ? `${names[0]} and others` : names.join(" and ");
  const notes = messages.every(({ state }) => state === "note");
  return `${who} ${notes ? "added a note" : "replied"}`;
}

/** `Samuel Agent set it to On hold while you were writing` */
function conflictTitle(conflicts: readonly TicketConflict[]): string {
  const names = [...new Set(conflicts.map(({ by }) => by?.name ?? "Automation"))];
  const who = names.length > 1 ? `${names[0]} and others` : names[0];
  const [only] = conflicts;
  const what =
    only && conflicts.length === 1 ? `set it to ${valueName(only.theirs)}` : "changed these fields";
  return `${who} ${what} while you were writing`;
}

function valueName(value: string): string {
  return statusNames[value as TicketStatus] ?? value;
}
