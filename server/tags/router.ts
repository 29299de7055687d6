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
  rename: superAdmin.input(renameTagInput).mutation(({ ctx, input }) => renameTag(ctx, input)),
  merge: superAdmin.input(mergeTagsInput).mutation(({ ctx, input }) => mergeTags(ctx, input)),
  delete: superAdmin.input(oneTagInput).mutation(({ ctx, input }) => deleteTag(ctx, input)),
  undo: superAdmin.input(oneTagInput).mutation(({ ctx, input }) => undoTagChange(ctx, input)),
});
