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
  create: superAdmin.input(createTeamInput).mutation(({ ctx, input }) => createTeam(ctx, input)),
  rename: superAdmin.input(renameTeamInput).mutation(({ ctx, input }) => renameTeam(ctx, input)),
  setMember: superAdmin
    .input(setTeamMemberInput)
    .mutation(({ ctx, input }) => setTeamMember(ctx, input)),
  delete: superAdmin.input(deleteTeamInput).mutation(({ ctx, input }) => deleteTeam(ctx, input)),
});
