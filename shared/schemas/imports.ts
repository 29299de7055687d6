import * as z from "zod/mini";
import { importFieldsOf, importKinds, importLimits } from "../imports.ts";
import { uuid } from "./text.ts";

export const importInput = z.strictObject({ id: uuid });

const mapping = z
  .array(z.nullable(z.enum([...new Set(importKinds.flatMap(importFieldsOf))])))
  .check(z.minLength(1), z.maxLength(importLimits.columns));

const choices = z.strictObject({
  createCompanies: z._default(z.boolean(), false),
  sendInvitations: z._default(z.boolean(), false),
});

export const previewImportInput = z.strictObject({ id: uuid, mapping, choices });
export type PreviewImportInput = z.infer<typeof previewImportInput>;

export const confirmImportInput = z.extend(previewImportInput, { requestId: uuid });
export type ConfirmImportInput = z.infer<typeof confirmImportInput>;

export const importResultInput = z.strictObject({ jobId: uuid });
