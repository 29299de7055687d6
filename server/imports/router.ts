import type { ImportFile, ImportPreview, ImportResult } from "../../shared/imports.ts";
import {
  confirmImportInput,
  importInput,
  importResultInput,
  previewImportInput,
} from "../../shared/schemas/imports.ts";
import { procedureFor, router } from "../rpc/trpc.ts";
import { confirmImport } from "./confirm-import.ts";
import { getImportResult } from "./import-result.ts";
import { previewImport } from "./preview-import.ts";
import { discardImport, getImport } from "./stored-file.ts";

// Users and companies are written by the same roles; each call checks who owns the file.
const importing = procedureFor("user.write");

export const importsRouter = router({
  get: importing
    .input(importInput)
    .query(({ ctx, input }): Promise<ImportFile> => getImport(ctx, input.id)),
  preview: importing
    .input(previewImportInput)
    .query(({ ctx, input }): Promise<ImportPreview> => previewImport(ctx, input)),
  confirm: importing
    .input(confirmImportInput)
    .mutation(({ ctx, input }): Promise<{ jobId: string }> => confirmImport(ctx, input)),
  discard: importing.input(importInput).mutation(({ ctx, input }) => discardImport(ctx, input.id)),
  result: importing
    .input(importResultInput)
    .query(({ ctx, input }): Promise<ImportResult> => getImportResult(ctx, input.jobId)),
});
