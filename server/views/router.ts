import {
  changeViewInput,
  deleteViewInput,
  renameViewInput,
  saveViewInput,
  shareViewInput,
} from "../../shared/schemas/views.ts";
import { doneOnce } from "../rpc/done-once.ts";
import { countProcedure } from "../rpc/search-procedure.ts";
import { procedureFor, router } from "../rpc/trpc.ts";
import { changeViewQuery, deleteView, renameView, saveView, shareView } from "./commands.ts";
import { countSavedViews, listViews } from "./queries.ts";

const procedure = procedureFor("view.save");

export const viewsRouter = router({
  list: procedure.query(({ ctx }) => listViews(ctx)),
  counts: procedureFor("view.save", countProcedure).query(({ ctx }) => countSavedViews(ctx)),
  save: doneOnce(procedure, saveViewInput, saveView),
  change: doneOnce(procedure, changeViewInput, changeViewQuery),
  rename: doneOnce(procedure, renameViewInput, renameView),
  share: doneOnce(procedure, shareViewInput, shareView),
  delete: doneOnce(procedure, deleteViewInput, deleteView),
});
