import { useState } from "react";
import { type Team, teamTicketCap } from "../../../shared/teams.ts";
import { ConfirmDialog } from "../../components/dialogs/ConfirmDialog.tsx";
import { formatCount } from "../../components/format/format.ts";
import { SelectField } from "../../components/ui/select-field.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { fieldMessage, readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";
import { DeletionImpact } from "./DeletionImpact.tsx";
import { useDeleteTeam } from "./use-teams.ts";

const noTeam = "none";

interface DeleteTeamProps {
  team: Team;
  teams: readonly Team[];
  onClose: () => void;
}

/** Asks which team gets the tickets. Each ticket records the change in its timeline. */
export function DeleteTeam({ team, teams, onClose }: DeleteTeamProps) {
  const [to, setTo] = useState(noTeam);
  const remove = useDeleteTeam();
  const uses = trpc.teams.uses.useQuery({ id: team.id }, { meta: { showsError: true }, gcTime: 0 });
  const failure = remove.isError ? readFailure(remove.error) : null;
  const others = teams.filter(({ id }) => id !== team.id);
  const run = () => {
    const given = team.tickets > 0 ? { to: to === noTeam ? null : to } : {};
    remove.mutate({ id: team.id, ...given }, { onSuccess: onClose });
  };
  return (
    <ConfirmDialog
      title={`Delete ${team.name}?`}
      description={
        team.tickets > 0
          ? `${formatCount(team.tickets, teamTicketCap)} ${team.tickets === 1 ? "ticket belongs" : "tickets belong"} to it.`
          : "No tickets belong to it."
      }
      keep="Keep team"
      act="Delete team"
      destructive
      call={remove}
      failure={team.tickets > 0 ? null : failure}
      onAct={run}
      onClose={onClose}
    >
      {team.tickets > 0 && (
        <SelectField
          label="Move its tickets to"
          error={failure && (fieldMessage(failure, "to") ?? failure.message)}
          value={to}
          options={[noTeam, ...others.map(({ id }) => id)]}
          nameOf={(id) => others.find((other) => other.id === id)?.name ?? "No team"}
          onChange={setTo}
        />
      )}
      {uses.isPending && <Skeleton className="h-5" />}
      {uses.data && (
        <DeletionImpact
          {...uses.data}
          inMacros={["will no longer set a team", "will no longer set a team"]}
        />
      )}
    </ConfirmDialog>
  );
}
