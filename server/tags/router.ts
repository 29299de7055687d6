import { keyed } from "../../shared/schemas/keyed.ts";
import {
  listTagsInput,
  mergeTagsInput,
  oneTagInput,
  renameTagInput,
} from "../../shared/schemas/tags.ts";
import { procedureFor, router } from "../rpc/trpc.ts";
import { deleteTag, mergeTags, renameTag } from "./commands.ts";
import { listTags, readTagUses } from "./queries.ts";
import { undoTagChange } from "./undo-tag-change.ts";

const superAdmin = procedureFor("desk.write");

export const tagsRouter = router({
  list: superAdmin.input(listTagsInput).query(({ ctx, input }) => listTags(ctx, input)),
  uses: superAdmin.input(oneTagInput).query(({ ctx, input }) => readTagUses(ctx, input)),
  rename: superAdmin
    .input(keyed(renameTagInput))
    .mutation(({ ctx, input: { requestId, ...input } }) => renameTag(ctx, input, requestId)),
  merge: superAdmin
    .input(keyed(mergeTagsInput))
    .mutation(({ ctx, input: { requestId, ...input } }) => mergeTags(ctx, input, requestId)),
  delete: superAdmin
    .input(keyed(oneTagInput))
    .mutation(({ ctx, input: { requestId, ...input } }) => deleteTag(ctx, input, requestId)),
  undo: superAdmin
    .input(keyed(oneTagInput))
    .mutation(({ ctx, input: { requestId, ...input } }) => undoTagChange(ctx, input, requestId)),
});
