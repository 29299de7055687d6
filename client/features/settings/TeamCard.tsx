import { Pencil, Plus, Trash2, X } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { normalizeName } from "../../../shared/normalize-name.ts";
import { printName } from "../../../shared/search/print.ts";
import { type Team, type TeamMember, teamLimits, teamTicketCap } from "../../../shared/teams.ts";
import { formatCount } from "../../components/format/format.ts";
import { leaveRow } from "../../components/leave-row.ts";
import { ChoiceList } from "../../components/pickers/ChoiceList.tsx";
import { patient, usePickerSearch } from "../../components/pickers/use-picker-search.ts";
import { Avatar } from "../../components/ui/avatar.tsx";
import { Button } from "../../components/ui/button.tsx";
import { IconButton } from "../../components/ui/icon-button.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "../../components/ui/popover.tsx";
import { trpc } from "../../data/trpc.ts";
import { RenameField, useRenaming } from "./RenameField.tsx";
import { useRenameTeam, useSetMember } from "./use-teams.ts";

/** A team with its members, who can be added and removed. */
export function TeamCard({ team, onDelete }: { team: Team; onDelete: () => void }) {
  const { isRenaming, wasRenamed, start, finish } = useRenaming();
  return (
    <section aria-label={team.name} className="rounded-lg border bg-card">
      <div className="flex min-h-11 items-center gap-2 border-b py-1.5 pr-2 pl-3.5">
        {isRenaming ? (
          <RenameField
            label="Team name"
            id={team.id}
            name={team.name}
            maxLength={teamLimits.name}
            normalize={normalizeName}
            useRename={useRenameTeam}
            onDone={finish}
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
            <IconButton label={`Rename ${team.name}`} autoFocus={wasRenamed} onClick={start}>
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
            label={`Remove ${member.name} from ${team.name}`}
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
              aria-label={`Add a member to ${team.name}`}
            >
              <Plus />
              Add
            </Button>
          </PopoverTrigger>
          <PopoverContent aria-label={`Add a member to ${team.name}`} className="w-72 p-2">
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

interface StaffChoicesProps {
  /** People who are already in the team. */
  without: readonly TeamMember[];
  onChoose: (person: TeamMember) => void;
}

function StaffChoices({ without, onChoose }: StaffChoicesProps) {
  const { words, box } = usePickerSearch();
  const staff = trpc.teams.staff.useQuery({ search: words }, patient);
  const found = (staff.data?.staff ?? []).filter(
    (person) => !without.some(({ id }) => id === person.id),
  );
  return (
    <ChoiceList
      label="Find a colleague"
      choices={found.map(({ id, name, email }) => ({
        value: id,
        name,
        hint: email,
        lead: <Avatar id={id} name={name} size="xs" />,
      }))}
      chosen={null}
      {...box(staff)}
      onChoose={(id) => {
        const person = found.find((one) => one.id === id);
        if (person) onChoose(person);
      }}
    />
  );
}
