import { Plus, UsersRound } from "lucide-react";
import { type FormEvent, useState } from "react";
import { type Team, teamLimits } from "../../../shared/teams.ts";
import { useShownError } from "../../components/dialogs/use-shown-error.ts";
import { fits } from "../../components/pickers/fits.ts";
import { ListError } from "../../components/table/ListError.tsx";
import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { HeldFields } from "../../components/ui/held-fields.tsx";
import { SearchInput } from "../../components/ui/search-input.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { TextField } from "../../components/ui/text-field.tsx";
import { fieldMessage } from "../../data/errors.ts";
import { DeleteTeam } from "./DeleteTeam.tsx";
import { TeamCard } from "./TeamCard.tsx";
import { useCreateTeam, useTeams } from "./use-teams.ts";

/** Up to this many teams need no search field. */
const searchFrom = 8;

/** Teams group tickets and notify their members. They do not affect access. */
export function TeamsTab() {
  const { teams, isWaiting, failure, retry } = useTeams();
  const [adding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<Team | null>(null);
  const [search, setSearch] = useState("");
  const found = teams.filter(({ name, members }) =>
    fits(search, name, ...members.flatMap((member) => [member.name, member.email])),
  );
  const isEmpty = !isWaiting && !failure && teams.length === 0;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-190 flex-col gap-3 px-4 py-4 pb-12 shell:px-6">
        <div className="flex items-start justify-between gap-3">
          <div>
            <h1 className="font-semibold text-base">Teams</h1>
            <p className="text-muted-foreground">
              Team members are notified of new tickets. Teams don't limit access.
            </p>
          </div>
          {!adding && (
            <Button onClick={() => setAdding(true)}>
              <Plus />
              New team
            </Button>
          )}
        </div>
        {adding && <NewTeam onCreated={() => setSearch("")} onDone={() => setAdding(false)} />}
        {(teams.length > searchFrom || search) && (
          <SearchInput
            label="Find a team"
            value={search}
            onValueChange={setSearch}
            maxLength={100}
            className="w-64 max-shell:w-full"
          />
        )}
        {failure && teams.length === 0 && <ListError failure={failure} retry={retry} />}
        {isWaiting && <Waiting />}
        {isEmpty && !adding && (
          <EmptyState
            icon={UsersRound}
            title="No teams yet"
            action={
              <Button onClick={() => setAdding(true)}>
                <Plus />
                New team
              </Button>
            }
          >
            Use teams to group tickets by responsibility, such as Billing or Warehouse.
          </EmptyState>
        )}
        {found.length === 0 && teams.length > 0 && (
          <EmptyState
            icon={UsersRound}
            title="No teams found"
            action={
              <Button variant="outline" onClick={() => setSearch("")}>
                Show all teams
              </Button>
            }
          >
            No teams or members match your search.
          </EmptyState>
        )}
        <ul className="flex flex-col gap-3">
          {found.map((team) => (
            <li key={team.id}>
              <TeamCard team={team} onDelete={() => setDeleting(team)} />
            </li>
          ))}
        </ul>
        {deleting && <DeleteTeam team={deleting} teams={teams} onClose={() => setDeleting(null)} />}
      </div>
    </div>
  );
}

function NewTeam({ onCreated, onDone }: { onCreated: () => void; onDone: () => void }) {
  const [name, setName] = useState("");
  const create = useCreateTeam();
  const { failure, forget } = useShownError(create.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const finish = () => {
      onCreated();
      onDone();
    };
    if (!create.isPending) create.mutate({ name }, { onSuccess: finish });
  };
  return (
    <form
      onSubmit={submit}
      noValidate
      className="flex flex-wrap items-start gap-2 rounded-lg border bg-card p-3.5"
    >
      <HeldFields held={create.isPending} className="min-w-48 flex-1">
        <TextField
          label="Team name"
          error={failure && (fieldMessage(failure, "name") ?? failure.message)}
          dir="auto"
          ref={(input) => input?.focus()}
          maxLength={teamLimits.name}
          value={name}
          onType={(typed) => {
            setName(typed);
            forget();
          }}
          onKeyDown={(event) => event.key === "Escape" && onDone()}
        />
      </HeldFields>
      {/* Stays level with the field when an error appears below it. */}
      <div className="flex gap-2 shell:mt-5.5">
        <Button variant="outline" size="lg" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" size="lg" disabled={name.trim() === ""}>
          Create team
        </Button>
      </div>
    </form>
  );
}

function Waiting() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-3">
      {["a", "b", "c"].map((key) => (
        <div key={key} className="rounded-lg border">
          <div className="flex h-11 items-center border-b px-3.5">
            <Skeleton className="w-32" />
          </div>
          <div className="flex flex-wrap gap-2 p-3">
            {["w-32", "w-40", "w-36"].map((width) => (
              <Skeleton key={width} className={`h-8 rounded-full ${width}`} />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
