import type { StaffDetails, TicketDetails } from "../../../../shared/tickets/page.ts";
import {
  type PersonRef,
  priorityNames,
  statusNames,
  ticketPriorities,
  ticketTypes,
  typeNames,
} from "../../../../shared/tickets/vocabulary.ts";
import { keyHint } from "../../../app/keyboard/keys.ts";
import { formatExact } from "../../../components/format/format.ts";
import { Person } from "../../../components/people/Person.tsx";
import { PriorityLabel } from "../../../components/ticket/PriorityMark.tsx";
import { StatusLabel } from "../../../components/ticket/StatusMark.tsx";
import { TimeAgo } from "../../../components/ui/time-ago.tsx";
import { useTimeZone } from "../../../data/session/viewer.ts";
import { useNow } from "../../../data/time/use-now.ts";
import {
  addTag,
  assign,
  type Change,
  removeTag,
  setPriority,
  setStatus,
  setTeam,
  setValue,
  snooze,
} from "../actions/changes.ts";
import { ChoiceMenu } from "../pickers/ChoiceMenu.tsx";
import { CompanyOrTeamChoices } from "../pickers/CompanyOrTeamChoices.tsx";
import { PersonChoices } from "../pickers/PersonChoices.tsx";
import { PickerPopover } from "../pickers/PickerPopover.tsx";
import { SnoozeChoices } from "../pickers/SnoozeChoices.tsx";
import { StatusMenu } from "../pickers/StatusMenu.tsx";
import { shortMoment } from "../snooze-times.ts";
import { WaitingOn } from "../Waiting.tsx";
import { PropertyButton, PropertyRow } from "./PropertyRow.tsx";
import { Tags } from "./Tags.tsx";
import type { Pickers } from "./use-pickers.ts";

interface FactsProps {
  ticket: TicketDetails;
  staff: StaffDetails;
  me: PersonRef;
  pickers: Pickers;
  onChange: (change: Change) => void;
  onClose: () => void;
}

export function Fields({ ticket, staff, me, pickers, onChange, onClose }: FactsProps) {
  const timeZone = useTimeZone();
  const now = useNow();
  const fixed = !ticket.may.update;
  const closed = ticket.status === "closed";
  const snoozed = staff.snoozedUntil ? formatExact(staff.snoozedUntil, timeZone) : undefined;
  /** Closes the picker and makes the change. */
  const settle = (change: Change | null) => {
    pickers.show(null);
    if (change) onChange(change);
  };
  return (
    <dl className="pb-3">
      <PropertyRow label="Status">
        <StatusMenu
          {...pickers.of("status")}
          value={ticket.status}
          moveTo={ticket.may.moveTo}
          onChoose={(next) => (next === "closed" ? onClose() : onChange(setStatus(next, me)))}
          onSnooze={() => pickers.show("snooze")}
          trigger={
            <PropertyButton
              aria-label={`Status: ${statusNames[ticket.status]}`}
              disabled={fixed || closed}
              data-hint="Set status"
              data-hint-shortcut={keyHint("ticket.status")}
            >
              <StatusLabel status={ticket.status} />
            </PropertyButton>
          }
        />
      </PropertyRow>
      <PropertyRow label="Priority">
        <ChoiceMenu
          {...pickers.of("priority")}
          label="Priority"
          value={staff.priority}
          choices={ticketPriorities.map((value) => ({
            value,
            shown: <PriorityLabel priority={value} />,
          }))}
          onChoose={(next) => onChange(setPriority(next))}
          trigger={
            <PropertyButton
              aria-label={`Priority: ${priorityNames[staff.priority]}`}
              disabled={fixed || closed}
              data-hint="Set priority"
              data-hint-shortcut={keyHint("ticket.priority")}
            >
              <PriorityLabel priority={staff.priority} />
            </PropertyButton>
          }
        />
      </PropertyRow>
      <PropertyRow label="Assignee">
        <PickerPopover
          {...pickers.of("assignee")}
          label="Assignee"
          trigger={
            <PropertyButton
              aria-label={`Assignee: ${ticket.assignee?.name ?? "Unassigned"}`}
              disabled={fixed || closed}
              data-hint="Assign to…"
              data-hint-shortcut={keyHint("ticket.assign")}
            >
              <Person person={ticket.assignee} />
            </PropertyButton>
          }
        >
          <PersonChoices
            label="Find an agent"
            ticketId={ticket.id}
            companyId={ticket.company?.id ?? null}
            who="assignees"
            chosen={ticket.assignee?.id ?? null}
            first={[me, null]}
            onChoose={(person) =>
              settle(person?.id === ticket.assignee?.id ? null : assign(person, me))
            }
          />
        </PickerPopover>
      </PropertyRow>
      <PropertyRow label="Team">
        <PickerPopover
          {...pickers.of("team")}
          label="Team"
          trigger={
            <PropertyButton aria-label={`Team: ${staff.team?.name ?? "No team"}`} disabled={fixed}>
              <Value text={staff.team?.name} none="No team" />
            </PropertyButton>
          }
        >
          <CompanyOrTeamChoices
            label="Find a team"
            ticketId={ticket.id}
            which="teams"
            none="No team"
            chosen={staff.team?.id ?? null}
            onChoose={(team) => settle(team?.id === staff.team?.id ? null : setTeam(team))}
          />
        </PickerPopover>
      </PropertyRow>
      <PropertyRow label="Type">
        <ChoiceMenu
          {...pickers.of("type")}
          label="Type"
          value={staff.type}
          choices={ticketTypes.map((value) => ({ value, shown: typeNames[value] }))}
          onChoose={(next) => onChange(setValue("type", next))}
          trigger={
            <PropertyButton aria-label={`Type: ${typeNames[staff.type]}`} disabled={fixed}>
              {typeNames[staff.type]}
            </PropertyButton>
          }
        />
      </PropertyRow>
      <PropertyRow label="Tags">
        <Tags
          {...pickers.of("tags")}
          ticketId={ticket.id}
          tags={staff.tags}
          canChange={ticket.may.update}
          onAdd={(tag) => onChange(addTag(tag))}
          onRemove={(tag) => onChange(removeTag(tag))}
        />
      </PropertyRow>
      <PropertyRow label="Snooze">
        <PickerPopover
          {...pickers.of("snooze")}
          label="Snooze until"
          trigger={
            <PropertyButton
              aria-label={`Snooze: ${snoozed ?? "Not snoozed"}`}
              disabled={fixed || closed}
              data-hint="Snooze until…"
              data-hint-shortcut={keyHint("ticket.snooze")}
            >
              {snoozed && staff.snoozedUntil ? (
                <time
                  dateTime={staff.snoozedUntil}
                  data-hint={snoozed}
                  className="tabular-nums print:after:content-['_('_attr(data-hint)_')']"
                >
                  {shortMoment(Date.parse(staff.snoozedUntil), now, timeZone)}
                </time>
              ) : (
                <Value text={undefined} none="Not snoozed" />
              )}
            </PropertyButton>
          }
        >
          <SnoozeChoices
            snoozedUntil={staff.snoozedUntil}
            onChoose={(until) => settle(snooze(until))}
          />
        </PickerPopover>
      </PropertyRow>
      <PropertyRow label="Waiting">
        <WaitingOn staff={staff} />
      </PropertyRow>
      <PropertyRow label="Opened">
        <span className="block px-1.5 py-1">
          <TimeAgo
            at={ticket.createdAt}
            className="print:whitespace-normal print:after:content-['_('_attr(data-hint)_')']"
          />
          <span className="text-muted-foreground">, {channelWords[staff.channel]}</span>
        </span>
      </PropertyRow>
    </dl>
  );
}

const channelWords: Record<StaffDetails["channel"], string> = {
  web: "via the web",
  phone: "by phone",
  email: "by email",
  api: "via the API",
};

function Value({ text, none }: { text: string | undefined; none: string }) {
  if (!text)
    return (
      <span data-none="" className="text-faint">
        {none}
      </span>
    );
  return (
    <span dir="auto" data-hint={text} data-hint-cut="" className="truncate text-left">
      {text}
    </span>
  );
}
