import * as z from "zod/mini";
import { uuid } from "../../shared/schemas/text.ts";
import { success } from "./answers/common.ts";
import { attachment } from "./answers/tickets.ts";

/** The calls whose bodies are not JSON. Their routes stream; the document describes them with the others. */
export const uploadAttachment = {
  id: "uploadAttachment",
  method: "POST",
  path: "/attachments",
  tag: "Attachments",
  summary:
    "Upload a file as the body, with its name percent-encoded in X-File-Name. Its id goes into fileIds of a message; only its uploader sees it until then.",
  scope: "messages:write",
  status: 201,
  answer: z.strictObject({ success, attachment }),
} as const;

export const downloadAttachment = {
  id: "downloadAttachment",
  method: "GET",
  path: "/attachments/{id}",
  tag: "Attachments",
  summary: "Download an attachment of a message that the token's owner can read.",
  scope: "tickets:read",
  params: z.strictObject({ id: uuid }),
  refusals: [404],
} as const;

export const downloadExport = {
  id: "downloadExport",
  method: "GET",
  path: "/exports/{id}/file",
  tag: "Exports",
  summary:
    "Download the file of an export: gzip, one ticket as JSON on each line, in order of number. It is there for 24 hours, for its creator.",
  scope: "export",
  capability: "ticket.bulk",
  params: z.strictObject({ id: uuid }),
  refusals: [404, 409],
} as const;
