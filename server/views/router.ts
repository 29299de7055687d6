import { keyed } from "../../shared/schemas/keyed.ts";
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
  save: procedure
    .input(keyed(saveViewInput))
    .mutation(({ ctx, input: { requestId, ...input } }) => saveView(ctx, input, requestId)),
  change: procedure
    .input(keyed(changeViewInput))
    .mutation(({ ctx, input: { requestId, ...input } }) => changeViewQuery(ctx, input, requestId)),
  rename: procedure
    .input(keyed(renameViewInput))
    .mutation(({ ctx, input: { requestId, ...input } }) => renameView(ctx, input, requestId)),
  share: procedure
    .input(keyed(shareViewInput))
    .mutation(({ ctx, input: { requestId, ...input } }) => shareView(ctx, input, requestId)),
  delete: procedure
    .input(keyed(deleteViewInput))
    .mutation(({ ctx, input: { requestId, ...input } }) => deleteView(ctx, input, requestId)),
});
