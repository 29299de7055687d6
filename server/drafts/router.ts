import { getDraftsInput, saveDraftInput } from "../../shared/schemas/ticket-acts.ts";
import type { BegunDraft } from "../../shared/tickets/page.ts";
import { router, signedInProcedure } from "../rpc/trpc.ts";
import { saveDraft } from "./save-draft.ts";
import { getDrafts, listBegunDrafts } from "./stored-draft.ts";

export const draftsRouter = router({
  begun: signedInProcedure.query(({ ctx }): Promise<BegunDraft[]> => listBegunDrafts(ctx)),
  get: signedInProcedure.input(getDraftsInput).query(({ ctx, input }) => getDrafts(ctx, input)),
  save: signedInProcedure.input(saveDraftInput).mutation(({ ctx, input }) => saveDraft(ctx, input)),
});
