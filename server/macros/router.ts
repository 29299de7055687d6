import * as z from "zod/mini";
import { saveMacroInput } from "../../shared/schemas/macros.ts";
import { uuid } from "../../shared/schemas/text.ts";
import { procedureFor, router } from "../rpc/trpc.ts";
import { deleteMacro, saveMacro } from "./commands.ts";
import { listMacros } from "./queries.ts";

const staff = procedureFor("macro.use");

export const macrosRouter = router({
  list: staff.query(({ ctx }) => listMacros(ctx)),
  save: staff.input(saveMacroInput).mutation(({ ctx, input }) => saveMacro(ctx, input)),
  delete: staff
    .input(z.strictObject({ id: uuid }))
    .mutation(({ ctx, input }) => deleteMacro(ctx, input.id)),
});
