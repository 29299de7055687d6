import {
  Ban,
  CircleDot,
  Ellipsis,
  Mail,
  MailOpen,
  Merge,
  Moon,
  Shapes,
  SignalHigh,
  Tag,
  Undo2,
  UserRound,
  UsersRound,
} from "lucide-react";
import { type ComponentProps, type ReactNode, type RefObject, useRef } from "react";
import { movesByHand } from "../../../../shared/tickets/status-moves.ts";
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
import { ChoiceMenu } from "../pickers/ChoiceMenu.tsx";
import { CompanyOrTeamChoices } from "../pickers/CompanyOrTeamChoices.tsx";
import { PersonChoices } from "../pickers/PersonChoices.tsx";
import { PickerPopover } from "../pickers/PickerPopover.tsx";
import { SnoozeChoices } from "../pickers/SnoozeChoices.tsx";
import { StatusMenu } from "../pickers/StatusMenu.tsx";
import { BulkTags } from "./BulkTags.tsx";
import {
  areAllClosed,
  areAllSpam,
  closedForGood,
  endsWithClosing,
  hasSpam,
  mayMerge,
  whyNotMerged,
} from "./bulk-actions.ts";
import {
  addTagTo,
  assignTo,
  type BulkChange,
  removeTagFrom,
  setPriorityOf,
  setStatusOf,
  setTeamOf,
  setTypeOf,
  snoozeUntil,
} from "./bulk-changes.ts";

export type ActPicker = "assign" | "status" | "priority" | "team" | "type" | "tags" | "snooze";

interface ActButtonsProps {
  /** Those of the chosen that have come to the list. */
  chosen: readonly TicketRow[];
  total: number;
  me: PersonRef;
  picker: ActPicker | null;
  onPicker: (picker: ActPicker | null) => void;
  /** Where the focus was when a key opened a picker, and goes again. */
  cameFrom: RefObject<Element | null>;
  onAct: (name: "merge" | "spam" | "not-spam" | "unread" | "read") => void;
  onChange: (change: BulkChange) => void;
  onClose: () => void;
}

export function ActionButtons(props: ActButtonsProps) {
  const { chosen, total, me, picker, onPicker, cameFrom, onAct, onChange, onClose } = props;
  const all = chosen.length === total;
  const more = useRef<HTMLButtonElement>(null);
  const stateOf = (name: ActPicker) => ({
    open: picker === name,
    // One that closes since another opened does not close that other.
    onOpenChange: (open: boolean) =>
      open ? onPicker(name) : picker === name ? onPicker(null) : undefined,
    onCloseAutoFocus: (event: Event) => {
      const place = cameFrom.current;
      if (!(place instanceof HTMLElement) || !place.isConnected) return;
      event.preventDefault();
      place.focus();
    },
  });
  const isClosed = areAllClosed(chosen, total);
  /** By which key; or, of what has ended, why there is nothing to be chosen. */
  const howTo = (name: Exclude<ActPicker, "team" | "type">) =>
    isClosed && endsWithClosing(name)
      ? { hint: closedForGood, "aria-disabled": true }
      : { shortcut: keyHint(`ticket.${name}`) };
  const settle = (change: BulkChange) => {
    onChange(change);
    onPicker(null);
  };
  /** Opened from a menu, the focus goes back to the button of that. */
  const behindMore = (name: ActPicker) => {
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
  const assignee = all ? common(chosen, assigneeOf) : undefined;
  const team = all ? common(chosen, teamOf) : undefined;
  const merges = mayMerge(chosen, total);
  if (areAllSpam(chosen)) return <ActsOnSpam chosen={chosen} onAct={onAct} />;
  return (
    <>
      <PickerPopover
        {...stateOf("assign")}
        label="Assignee"
        trigger={<ActButton icon={<UserRound />} word="Assign" {...howTo("assign")} />}
      >
        <PersonChoices
          label="Find an agent"
          companyId={all ? common(chosen, ({ company }) => company?.id ?? null) : undefined}
          who="assignees"
          chosen={assignee === undefined ? "" : assignee}
          first={[me, null]}
          onChoose={(person) => settle(assignTo(person, me))}
        />
      </PickerPopover>
      <StatusMenu
        {...stateOf("status")}
        value={all ? common(chosen, ({ status }) => status) : undefined}
        moveTo={ticketStatuses.filter((status) =>
          (all ? chosen.map(({ status }) => status) : ticketStatuses).some((from) =>
            movesByHand(from).includes(status),
          ),
        )}
        onChoose={(status) => (status === "closed" ? onClose() : onChange(setStatusOf(status, me)))}
        onSnooze={() => onPicker("snooze")}
        trigger={<ActButton icon={<CircleDot />} word="Status" {...howTo("status")} />}
      />
      <ChoiceMenu
        {...stateOf("priority")}
        label="Priority"
        value={all ? common(chosen, ({ priority }) => priority) : undefined}
        choices={ticketPriorities.map((value) => ({
          value,
          shown: <PriorityLabel priority={value} />,
        }))}
        onChoose={(priority) => onChange(setPriorityOf(priority))}
        trigger={<ActButton icon={<SignalHigh />} word="Priority" {...howTo("priority")} />}
      />
      <PickerPopover
        {...stateOf("tags")}
        label="Tags"
        beginsIn='[role="combobox"]'
        trigger={<ActButton icon={<Tag />} word="Tags" {...howTo("tags")} />}
      >
        <BulkTags
          chosen={chosen}
          onAdd={(tag) => onChange(addTagTo(tag))}
          onRemove={(tag) => onChange(removeTagFrom(tag))}
        />
      </PickerPopover>
      <PickerPopover
        {...stateOf("snooze")}
        label="Snooze until"
        trigger={<ActButton icon={<Moon />} word="Snooze" {...howTo("snooze")} small />}
      >
        <SnoozeChoices
          snoozedUntil={chosen.find(({ snoozedUntil }) => snoozedUntil)?.snoozedUntil ?? null}
          onChoose={(until) => settle(snoozeUntil(until))}
        />
      </PickerPopover>
      <ActButton
        icon={<Merge />}
        word="Merge"
        hint={merges ? "Merge…" : whyNotMerged(chosen)}
        aria-disabled={!merges}
        onClick={() => merges && onAct("merge")}
      />
      <span className="relative flex">
        <PickerPopover {...behindMore("team")} label="Team" trigger={<Behind word="Team" />}>
          <CompanyOrTeamChoices
            label="Find a team"
            which="teams"
            none="No team"
            chosen={team === undefined ? "" : team}
            onChoose={(next) => settle(setTeamOf(next))}
          />
        </PickerPopover>
        <ChoiceMenu
          {...behindMore("type")}
          label="Type"
          value={all ? common(chosen, ({ type }) => type) : undefined}
          choices={ticketTypes.map((value) => ({ value, shown: typeNames[value] }))}
          onChoose={(type) => onChange(setTypeOf(type))}
          trigger={<Behind word="Type" />}
        />
        <MoreActs
          chosen={chosen}
          onAct={onAct}
          onPicker={onPicker}
          trigger={<ActButton ref={more} icon={<Ellipsis />} word="More" small />}
        />
      </span>
    </>
  );
}

/** All that can be done with spam, until somebody says that it is none. */
function ActsOnSpam({ chosen, onAct }: Pick<ActButtonsProps, "chosen" | "onAct">) {
  const isUnread = chosen.some(({ unread }) => unread);
  return (
    <>
      <ActButton worded icon={<Undo2 />} word="Not spam" onClick={() => onAct("not-spam")} />
      <ActButton
        worded
        icon={isUnread ? <MailOpen /> : <Mail />}
        word={isUnread ? "Mark as read" : "Mark as unread"}
        onClick={() => onAct(isUnread ? "read" : "unread")}
      />
    </>
  );
}

/** Where a picker opens that an item of the menu above it asks for. */
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

/** What all of them have; nothing where they differ. */
function common<T>(rows: readonly TicketRow[], of: (row: TicketRow) => T): T | undefined {
  const values = new Set(rows.map(of));
  return values.size === 1 ? [...values][0] : undefined;
}

interface ActButtonProps extends ComponentProps<"button"> {
  icon: ReactNode;
  word: string;
  hint?: string;
  shortcut?: string;
  /** Its word stands there only where there is room for all. */
  small?: boolean;
  /** Its word stands there always: there are few beside it. */
  worded?: boolean;
}

/** Where there is little room the mark stands alone, and its word is read out and shown on hover. */
function ActButton(given: ActButtonProps) {
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

interface MoreActsProps {
  /** Those of the chosen that have come to the list. */
  chosen: readonly TicketRow[];
  trigger: ReactNode;
  onAct: (name: "unread" | "read" | "spam" | "not-spam") => void;
  onPicker: (name: "team" | "type") => void;
}

/** What is done to many less often. */
function MoreActs({ chosen, trigger, onAct, onPicker }: MoreActsProps) {
  const isRead = !chosen.some(({ unread }) => unread);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={() => onPicker("team")}>
          <UsersRound className="text-muted-foreground" />
          Set team
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => onPicker("type")}>
          <Shapes className="text-muted-foreground" />
          Set type
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => onAct(isRead ? "unread" : "read")}>
          {isRead ? (
            <Mail className="text-muted-foreground" />
          ) : (
            <MailOpen className="text-muted-foreground" />
          )}
          {isRead ? "Mark as unread" : "Mark as read"}
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => onAct("spam")}>
          <Ban className="text-muted-foreground" />
          Mark as spam
        </DropdownMenuItem>
        {hasSpam(chosen) && (
          <DropdownMenuItem onSelect={() => onAct("not-spam")}>
            <Undo2 className="text-muted-foreground" />
            Not spam
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
