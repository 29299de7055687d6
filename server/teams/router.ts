import { keyed } from "../../shared/schemas/keyed.ts";
import {
  createTeamInput,
  deleteTeamInput,
  pickStaffInput,
  renameTeamInput,
  setTeamMemberInput,
} from "../../shared/schemas/teams.ts";
import { procedureFor, router } from "../rpc/trpc.ts";
import { createTeam, renameTeam, setTeamMember } from "./commands.ts";
import { deleteTeam } from "./delete-team.ts";
import { listTeams, pickStaff } from "./queries.ts";

const superAdmin = procedureFor("desk.write");

export const teamsRouter = router({
  list: superAdmin.query(({ ctx }) => listTeams(ctx)),
  staff: superAdmin.input(pickStaffInput).query(({ ctx, input }) => pickStaff(ctx, input)),
  create: superAdmin
    .input(keyed(createTeamInput))
    .mutation(({ ctx, input: { requestId, ...input } }) => createTeam(ctx, input, requestId)),
  rename: superAdmin
    .input(keyed(renameTeamInput))
    .mutation(({ ctx, input: { requestId, ...input } }) => renameTeam(ctx, input, requestId)),
  setMember: superAdmin
    .input(setTeamMemberInput)
    .mutation(({ ctx, input }) => setTeamMember(ctx, input)),
  delete: superAdmin
    .input(keyed(deleteTeamInput))
    .mutation(({ ctx, input: { requestId, ...input } }) => deleteTeam(ctx, input, requestId)),
});
