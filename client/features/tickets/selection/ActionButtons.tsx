import { Ellipsis, Merge } from "lucide-react";
import { type ComponentProps, type ReactNode, type RefObject, useRef } from "react";
import { movesByHand } from "../../../../shared/tickets/transitions.ts";
import {
  type PersonRef,
  type TicketRow,
  ticketPriorities,
  ticketStatuses,
  ticketTypes,
  typeNames,
} from "../../../../shared/tickets/vocabulary.ts";
import { keyHint } from "../../../app/keyboard/keys.ts";
import { cn } from "../../../components/cn.ts";
import { PriorityLabel } from "../../../components/ticket/PriorityMark.tsx";
import { Button } from "../../../components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../../../components/ui/dropdown-menu.tsx";
import { Kbd } from "../../../components/ui/kbd.tsx";
import {
  addTag,
  assign,
  type BulkableChange,
  removeTag,
  setPriority,
  setStatus,
  setTeam,
  setValue,
  snooze,
} from "../actions/changes.ts";
import {
  areAllSpam,
  closedNotice,
  isEnded,
  type OfferedAction,
  type SelectionTarget,
  type TicketActionName,
  whyNotMergeable,
} from "../actions/ticket-actions.ts";
import { ChoiceMenu } from "../pickers/ChoiceMenu.tsx";
import { CompanyOrTeamChoices } from "../pickers/CompanyOrTeamChoices.tsx";
import { PersonChoices } from "../pickers/PersonChoices.tsx";
import { PickerPopover } from "../pickers/PickerPopover.tsx";
import { SnoozeChoices } from "../pickers/SnoozeChoices.tsx";
import { StatusMenu } from "../pickers/StatusMenu.tsx";
import type { PickerName } from "../properties/use-pickers.ts";
import { BulkTags } from "./BulkTags.tsx";

interface ActionButtonsProps {
  selected: SelectionTarget;
  actions: readonly OfferedAction[];
  run: (action: OfferedAction) => void;
  me: PersonRef;
  picker: PickerName | null;
  onPicker: (picker: PickerName | null) => void;
  /** Where the focus was when a key opened a picker, and where it returns. */
  cameFrom: RefObject<Element | null>;
  onChange: (change: BulkableChange) => void;
  onClose: () => void;
}

/** The common actions as buttons with their pickers, the others in the More menu. */
export function ActionButtons(props: ActionButtonsProps) {
  const { selected, actions, run, me, picker, onPicker, cameFrom, onChange, onClose } = props;
  const { rows, total } = selected;
  const all = rows.length === total;
  const more = useRef<HTMLButtonElement>(null);
  const stateOf = (name: PickerName) => ({
    open: picker === name,
    // A picker that closes because another opened must not close that one.
    onOpenChange: (open: boolean) =>
      open ? onPicker(name) : picker === name ? onPicker(null) : undefined,
    onCloseAutoFocus: (event: Event) => {
      const place = cameFrom.current;
      if (!(place instanceof HTMLElement) || !place.isConnected) return;
      event.preventDefault();
      place.focus();
    },
  });
  /** The button of an action; for closed tickets it is disabled and says why. */
  const buttonOf = (name: TicketActionName, word: string, small = false) => {
    const { mark, key } = actions.find((action) => action.name === name) ?? {};
    const ended = isEnded(name, selected);
    return (
      <ActionButton
        icon={mark}
        word={word}
        small={small}
        hint={ended ? closedNotice : word}
        shortcut={!ended && key ? keyHint(key) : undefined}
        aria-disabled={ended || undefined}
      />
    );
  };
  const settle = (change: BulkableChange) => {
    onChange(change);
    onPicker(null);
  };
  /** Pickers opened from the More menu return the focus to its button. */
  const behindMore = (name: PickerName) => {
    const { onCloseAutoFocus, ...state } = stateOf(name);
    return {
      ...state,
      onCloseAutoFocus(event: Event) {
        onCloseAutoFocus(event);
        if (event.defaultPrevented) return;
        event.preventDefault();
        more.current?.focus();
      },
    };
  };
  const assignee = all ? common(rows, assigneeOf) : undefined;
  const team = all ? common(rows, teamOf) : undefined;
  const merge = actions.find(({ name }) => name === "merge");
  if (areAllSpam(rows)) {
    return actions.map((action) => (
      <ActionButton
        key={action.name}
        worded
        icon={action.mark}
        word={action.label}
        onClick={() => run(action)}
      />
    ));
  }
  return (
    <>
      <PickerPopover
        {...stateOf("assignee")}
        label="Assignee"
        trigger={buttonOf("assign", "Assign")}
      >
        <PersonChoices
          label="Find an agent"
          companyId={all ? common(rows, ({ company }) => company?.id ?? null) : undefined}
          who="assignees"
          chosen={assignee === undefined ? "" : assignee}
          first={[me, null]}
          onChoose={(person) => settle(assign(person, me))}
        />
      </PickerPopover>
      <StatusMenu
        {...stateOf("status")}
        value={all ? common(rows, ({ status }) => status) : undefined}
        moveTo={ticketStatuses.filter((status) =>
          (all ? rows.map(({ status }) => status) : ticketStatuses).some((from) =>
            movesByHand(from).includes(status),
          ),
        )}
        onChoose={(status) => (status === "closed" ? onClose() : onChange(setStatus(status, me)))}
        onSnooze={() => onPicker("snooze")}
        trigger={buttonOf("status", "Status")}
      />
      <ChoiceMenu
        {...stateOf("priority")}
        label="Priority"
        value={all ? common(rows, ({ priority }) => priority) : undefined}
        choices={ticketPriorities.map((value) => ({
          value,
          shown: <PriorityLabel priority={value} />,
        }))}
        onChoose={(priority) => onChange(setPriority(priority))}
        trigger={buttonOf("priority", "Priority")}
      />
      <PickerPopover
        {...stateOf("tags")}
        label="Tags"
        beginsIn='[role="combobox"]'
        trigger={buttonOf("tags", "Tags")}
      >
        <BulkTags
          chosen={rows}
          onAdd={(tag) => onChange(addTag(tag))}
          onRemove={(tag) => onChange(removeTag(tag))}
        />
      </PickerPopover>
      <PickerPopover
        {...stateOf("snooze")}
        label="Snooze until"
        trigger={buttonOf("snooze", "Snooze", true)}
      >
        <SnoozeChoices
          snoozedUntil={rows.find(({ snoozedUntil }) => snoozedUntil)?.snoozedUntil ?? null}
          onChoose={(until) => settle(snooze(until))}
        />
      </PickerPopover>
      <ActionButton
        icon={<Merge />}
        word="Merge"
        hint={merge?.label ?? whyNotMergeable(selected)}
        aria-disabled={!merge}
        onClick={() => merge && run(merge)}
      />
      <span className="relative flex">
        <PickerPopover {...behindMore("team")} label="Team" trigger={<Behind word="Team" />}>
          <CompanyOrTeamChoices
            label="Find a team"
            which="teams"
            none="No team"
            chosen={team === undefined ? "" : team}
            onChoose={(next) => settle(setTeam(next))}
          />
        </PickerPopover>
        <ChoiceMenu
          {...behindMore("type")}
          label="Type"
          value={all ? common(rows, ({ type }) => type) : undefined}
          choices={ticketTypes.map((value) => ({ value, shown: typeNames[value] }))}
          onChoose={(type) => onChange(setValue("type", type))}
          trigger={<Behind word="Type" />}
        />
        <MoreActions
          actions={actions.filter(({ key, name }) => !key && name !== "merge")}
          run={run}
          trigger={<ActionButton ref={more} icon={<Ellipsis />} word="More" small />}
        />
      </span>
    </>
  );
}

/** The invisible anchor of a picker that is opened from the More menu. */
function Behind({ word, ...props }: { word: string } & ComponentProps<"span">) {
  return (
    <span aria-hidden="true" className="pointer-events-none absolute inset-0" {...props}>
      <span className="sr-only">{word}</span>
    </span>
  );
}

function teamOf({ team }: TicketRow): string | null {
  return team?.id ?? null;
}

function assigneeOf({ assignee }: TicketRow): string | null {
  return assignee?.id ?? null;
}

/** The value all tickets share; undefined if they differ. */
function common<T>(rows: readonly TicketRow[], of: (row: TicketRow) => T): T | undefined {
  const values = new Set(rows.map(of));
  return values.size === 1 ? [...values][0] : undefined;
}

interface ActionButtonProps extends ComponentProps<"button"> {
  icon: ReactNode;
  word: string;
  hint?: string;
  shortcut?: string | undefined;
  /** Its label is visible only on wide screens. */
  small?: boolean;
  /** Its label is always visible. */
  worded?: boolean;
}

/** On narrow screens only the icon is visible; the label is a hint. */
function ActionButton(given: ActionButtonProps) {
  const { icon, word, hint = word, shortcut, small = false, worded = false, ...props } = given;
  return (
    <Button
      variant="outline"
      size="sm"
      data-hint={hint}
      data-hint-shortcut={shortcut}
      className={cn("pointer-coarse:min-w-11", !worded && "@max-[40rem]:px-2")}
      {...props}
    >
      {icon}
      <span className={cn(!worded && (small ? "@max-[60rem]:sr-only" : "@max-[40rem]:sr-only"))}>
        {word}
      </span>
      {shortcut && !small && <Kbd className="@max-[60rem]:hidden">{shortcut}</Kbd>}
    </Button>
  );
}

interface MoreActionsProps {
  actions: readonly OfferedAction[];
  run: (action: OfferedAction) => void;
  trigger: ReactNode;
}

function MoreActions({ actions, run, trigger }: MoreActionsProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {actions.map((action) => (
          <DropdownMenuItem
            key={action.name}
            className="[&_svg]:text-muted-foreground"
            onSelect={() => run(action)}
          >
            {action.mark}
            {action.label}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
