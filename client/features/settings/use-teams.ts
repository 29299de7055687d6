import { useQueryClient } from "@tanstack/react-query";
import type { Team, TeamMember } from "../../../shared/teams.ts";
import { formatNumber } from "../../components/format/format.ts";
import { notify } from "../../components/notices.ts";
import { isQueued, runQueued } from "../../data/calls/change-queue.ts";
import { fetchAgain } from "../../data/calls/invalidation.ts";
import { showOptimistically } from "../../data/calls/optimistic.ts";
import { useKeyed } from "../../data/calls/use-keyed.ts";
import { readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";
import { undoByCall, useNotifyIfLeft } from "./notices.ts";

export function useTeams() {
  const teams = trpc.teams.list.useQuery(undefined, { meta: { showsError: true } });
  return {
    teams: teams.data?.teams ?? [],
    isWaiting: teams.isPending,
    failure: teams.isError ? readFailure(teams.error) : null,
    retry: () => void teams.refetch(),
  };
}

/** Changes the cached list immediately, and restores it if the server refuses. */
function useList() {
  const utils = trpc.useUtils();
  return {
    async change(patch: (teams: Team[]) => Team[]) {
      await utils.teams.list.cancel();
      const before = utils.teams.list.getData();
      const answered = showOptimistically(() =>
        utils.teams.list.setData(undefined, (list) => list && { teams: patch(list.teams) }),
      );
      return { before, answered };
    },
    reset(context: { before: { teams: Team[] } | undefined } | undefined) {
      if (context?.before) utils.teams.list.setData(undefined, context.before);
    },
    settle: () => utils.teams.list.invalidate(),
  };
}

export function useCreateTeam() {
  const list = useList();
  const notifyIfLeft = useNotifyIfLeft("New team");
  const create = trpc.teams.create.useMutation({
    meta: { showsError: true },
    onSuccess: () => notify({ kind: "success", message: "Team created" }),
    onError: (error, { name }) => notifyIfLeft(error, name),
    onSettled: list.settle,
  });
  return useKeyed(create);
}

export function useRenameTeam() {
  const list = useList();
  const notifyIfLeft = useNotifyIfLeft("Team name");
  const { client } = trpc.useUtils();
  const rename = trpc.teams.rename.useMutation({
    meta: { showsError: true },
    onMutate: ({ id, name }) =>
      list.change((teams) => teams.map((team) => (team.id === id ? { ...team, name } : team))),
    onError(error, { name }, context) {
      list.reset(context);
      notifyIfLeft(error, name);
    },
    onSuccess: (_answer, { id, name, base }) =>
      notify({
        kind: "success",
        message: "Team renamed",
        ...undoByCall(
          (requestId) => client.teams.rename.mutate({ requestId, id, name: base, base: name }),
          list.settle,
        ),
      }),
    onSettled(_answer, _error, _input, context) {
      context?.answered();
      return list.settle();
    },
  });
  return useKeyed(rename);
}

export function useSetMember(teamId: string) {
  const list = useList();
  const utils = trpc.useUtils();
  const client = utils.client;
  const { mutateAsync: set } = trpc.teams.setMember.useMutation();
  async function setMember(person: TeamMember, member: boolean): Promise<void> {
    const context = await list.change((teams) =>
      teams.map((team) => (team.id === teamId ? withMember(team, person, member) : team)),
    );
    const about = { id: teamId, userId: person.id };
    try {
      await runQueued(teamId, () => set({ ...about, member })).finally(context.answered);
    } catch {
      // The call itself shows the error.
      return list.reset(context);
    } finally {
      if (!isQueued(teamId)) void list.settle();
    }
    // Every change has its own notice, even if the next one has started already.
    notify({
      kind: "success",
      message: member
        ? `${person.name} was added to the team`
        : `${person.name} was removed from the team`,
      ...undoByCall(
        () => client.teams.setMember.mutate({ ...about, member: !member }),
        list.settle,
      ),
    });
  }
  return setMember;
}

function withMember(team: Team, person: TeamMember, member: boolean): Team {
  const others = team.members.filter(({ id }) => id !== person.id);
  return { ...team, members: member ? [...others, person] : others };
}

export function useDeleteTeam() {
  const queryClient = useQueryClient();
  const remove = trpc.teams.delete.useMutation({
    meta: { showsError: true },
    onSuccess: ({ moved }) => {
      const tickets = moved === 1 ? ", 1 ticket moved" : `, ${formatNumber(moved)} tickets moved`;
      notify({ kind: "success", message: `Team deleted${moved > 0 ? tickets : ""}` });
    },
    onSettled: () => fetchAgain(queryClient, "settings"),
  });
  return useKeyed(remove);
}
