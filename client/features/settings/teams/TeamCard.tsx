import { Pencil, Plus, Trash2, X } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { nameAsKept } from "../../../../shared/name-as-kept.ts";
import { printName } from "../../../../shared/search/print.ts";
import { type Team, teamLimits, teamTicketCap } from "../../../../shared/teams.ts";
import { formatCount } from "../../../components/format/format.ts";
import { leaveRow } from "../../../components/leave-row.ts";
import { Avatar } from "../../../components/ui/avatar.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { IconButton } from "../../../components/ui/icon-button.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "../../../components/ui/popover.tsx";
import { RenameField } from "../RenameField.tsx";
import { useRenaming } from "../use-renaming.ts";
import { StaffChoices } from "./StaffChoices.tsx";
import { useRenameTeam, useSetMember } from "./use-teams.ts";

/** A team with its people, who come and go by a click. */
export function TeamCard({ team, onDelete }: { team: Team; onDelete: () => void }) {
  const { isRenaming, isBack, begin, end } = useRenaming();
  return (
    <section aria-label={team.name} className="rounded-lg border bg-card">
      <div className="flex min-h-11 items-center gap-2 border-b py-1.5 pr-2 pl-3.5">
        {isRenaming ? (
          <RenameField
            label="Name of the team"
            id={team.id}
            name={team.name}
            maxLength={teamLimits.name}
            asKept={nameAsKept}
            useRename={useRenameTeam}
            onDone={end}
          />
        ) : (
          <>
            <h2 dir="auto" className="min-w-0 truncate text-left font-medium">
              {team.name}
            </h2>
            <Link
              to={`/ticket/log?view=all&q=${encodeURIComponent(`team:${printName(team.name)}`)}`}
              className="shrink-0 text-muted-foreground tabular-nums hover:text-selected-foreground hover:underline"
            >
              {formatCount(team.tickets, teamTicketCap)} {team.tickets === 1 ? "ticket" : "tickets"}
            </Link>
            <span className="flex-1" />
            <IconButton label={`Rename ${team.name}`} autoFocus={isBack} onClick={begin}>
              <Pencil />
            </IconButton>
            <IconButton label={`Delete ${team.name}`} onClick={onDelete}>
              <Trash2 />
            </IconButton>
          </>
        )}
      </div>
      <Members team={team} />
    </section>
  );
}

function Members({ team }: { team: Team }) {
  const put = useSetMember(team.id);
  const [open, setOpen] = useState(false);
  return (
    <ul aria-label={`Members of ${team.name}`} className="flex flex-wrap gap-2 p-3">
      {team.members.map((member) => (
        <li
          key={member.id}
          data-hint={member.email}
          className="flex h-8 min-w-0 max-w-full items-center gap-1.5 rounded-full border py-1 pr-0.5 pl-1.5 pointer-coarse:h-11"
        >
          <Avatar id={member.id} name={member.name} size="xs" />
          <span dir="auto" className="min-w-0 truncate">
            {member.name}
          </span>
          <IconButton
            label={`Take ${member.name} out of ${team.name}`}
            size="icon-xs"
            className="rounded-full"
            onClick={({ currentTarget }) => {
              leaveRow(currentTarget);
              void put(member, false);
            }}
          >
            <X className="size-3.5" />
          </IconButton>
        </li>
      ))}
      <li>
        <Popover open={open} onOpenChange={setOpen}>
          <PopoverTrigger asChild>
            <Button
              variant="outline"
              className="rounded-full border-dashed"
              aria-label={`Add somebody to ${team.name}`}
            >
              <Plus />
              Add
            </Button>
          </PopoverTrigger>
          <PopoverContent aria-label={`Add somebody to ${team.name}`} className="w-72 p-2">
            <StaffChoices
              without={team.members}
              onChoose={(person) => {
                setOpen(false);
                void put(person, true);
              }}
            />
          </PopoverContent>
        </Popover>
      </li>
    </ul>
  );
}
