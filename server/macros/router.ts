import { deleteMacroInput, saveMacroInput } from "../../shared/schemas/macros.ts";
import { doneOnce } from "../rpc/done-once.ts";
import { procedureFor, router } from "../rpc/trpc.ts";
import { deleteMacro, saveMacro } from "./commands.ts";
import { listMacros } from "./queries.ts";

const staff = procedureFor("macro.use");

export const macrosRouter = router({
  list: staff.query(({ ctx }) => listMacros(ctx)),
  save: doneOnce(staff, saveMacroInput, saveMacro),
  delete: doneOnce(staff, deleteMacroInput, (ctx, { id }, key) => deleteMacro(ctx, id, key)),
});
