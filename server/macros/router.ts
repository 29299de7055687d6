import * as z from "zod/mini";
import { keyed } from "../../shared/schemas/keyed.ts";
import { saveMacroInput } from "../../shared/schemas/macros.ts";
import { uuid } from "../../shared/schemas/text.ts";
import { procedureFor, router } from "../rpc/trpc.ts";
import { deleteMacro, saveMacro } from "./commands.ts";
import { listMacros } from "./queries.ts";

const staff = procedureFor("macro.use");

export const macrosRouter = router({
  list: staff.query(({ ctx }) => listMacros(ctx)),
  save: staff
    .input(keyed(saveMacroInput))
    .mutation(({ ctx, input: { requestId, ...input } }) => saveMacro(ctx, input, requestId)),
  delete: staff
    .input(keyed(z.strictObject({ id: uuid })))
    .mutation(({ ctx, input: { id, requestId } }) => deleteMacro(ctx, id, requestId)),
});
