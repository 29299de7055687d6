import {
  listTagsInput,
  mergeTagsInput,
  oneTagInput,
  renameTagInput,
} from "../../shared/schemas/tags.ts";
import { doneOnce } from "../rpc/done-once.ts";
import { procedureFor, router } from "../rpc/trpc.ts";
import { deleteTag, mergeTags, renameTag } from "./commands.ts";
import { listTags, readTagUses } from "./queries.ts";
import { undoTagChange } from "./undo-tag-change.ts";

const superAdmin = procedureFor("desk.write");

export const tagsRouter = router({
  list: superAdmin.input(listTagsInput).query(({ ctx, input }) => listTags(ctx, input)),
  uses: superAdmin.input(oneTagInput).query(({ ctx, input }) => readTagUses(ctx, input)),
  rename: doneOnce(superAdmin, renameTagInput, renameTag),
  merge: doneOnce(superAdmin, mergeTagsInput, mergeTags),
  delete: doneOnce(superAdmin, oneTagInput, deleteTag),
  undo: doneOnce(superAdmin, oneTagInput, undoTagChange),
});
