import {
  changeViewInput,
  deleteViewInput,
  renameViewInput,
  saveViewInput,
  shareViewInput,
} from "../../shared/schemas/views.ts";
import { procedureFor, router } from "../rpc/trpc.ts";
import { changeViewQuery, deleteView, renameView, saveView, shareView } from "./commands.ts";
import { countSavedViews, listViews } from "./queries.ts";

const procedure = procedureFor("view.save");

export const viewsRouter = router({
  list: procedure.query(({ ctx }) => listViews(ctx)),
  counts: procedure.query(({ ctx }) => countSavedViews(ctx)),
  save: procedure.input(saveViewInput).mutation(({ ctx, input }) => saveView(ctx, input)),
  change: procedure
    .input(changeViewInput)
    .mutation(({ ctx, input }) => changeViewQuery(ctx, input)),
  rename: procedure.input(renameViewInput).mutation(({ ctx, input }) => renameView(ctx, input)),
  share: procedure.input(shareViewInput).mutation(({ ctx, input }) => shareView(ctx, input)),
  delete: procedure.input(deleteViewInput).mutation(({ ctx, input }) => deleteView(ctx, input)),
});
