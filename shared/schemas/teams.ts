import * as z from "zod/mini";
import { teamLimits } from "../teams.ts";
import { line, storable, uuid } from "./text.ts";

const name = line(teamLimits.name);

export const createTeamInput = z.strictObject({ name });
export const pickStaffInput = z.strictObject({
  search: z._default(z.string().check(z.maxLength(100), storable), ""),
});
export const renameTeamInput = z.strictObject({ id: uuid, name, base: z.string() });
export const setTeamMemberInput = z.strictObject({
  id: uuid,
  userId: uuid,
  member: z.boolean(),
});
export const oneTeamInput = z.strictObject({ id: uuid });
/** The team that takes over its tickets; null: none. If left out, a team with tickets is not deleted. */
export const deleteTeamInput = z.strictObject({ id: uuid, to: z.optional(z.nullable(uuid)) });

export type RenameTeamInput = z.infer<typeof renameTeamInput>;
export type SetTeamMemberInput = z.infer<typeof setTeamMemberInput>;
export type DeleteTeamInput = z.infer<typeof deleteTeamInput>;
