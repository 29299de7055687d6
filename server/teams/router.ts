import {
  createTeamInput,
  deleteTeamInput,
  oneTeamInput,
  pickStaffInput,
  renameTeamInput,
  setTeamMemberInput,
} from "../../shared/schemas/teams.ts";
import { doneOnce } from "../rpc/done-once.ts";
import { procedureFor, router } from "../rpc/trpc.ts";
import { createTeam, deleteTeam, renameTeam, setTeamMember } from "./commands.ts";
import { listTeams, pickStaff, readTeamUses } from "./queries.ts";

const superAdmin = procedureFor("desk.write");

export const teamsRouter = router({
  list: superAdmin.query(({ ctx }) => listTeams(ctx)),
  staff: superAdmin.input(pickStaffInput).query(({ ctx, input }) => pickStaff(ctx, input)),
  uses: superAdmin.input(oneTeamInput).query(({ ctx, input }) => readTeamUses(ctx, input)),
  create: doneOnce(superAdmin, createTeamInput, createTeam),
  rename: doneOnce(superAdmin, renameTeamInput, renameTeam),
  setMember: superAdmin
    .input(setTeamMemberInput)
    .mutation(({ ctx, input }) => setTeamMember(ctx, input)),
  delete: doneOnce(superAdmin, deleteTeamInput, deleteTeam),
});
