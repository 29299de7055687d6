import * as z from "zod/mini";
import { uuid } from "../../../shared/schemas/text.ts";
import { id, maybeTime, number, success, text, time } from "../answers/common.ts";
import { operation } from "../operation.ts";
import {
  createExport,
  createExportInput,
  exportStates,
  readExport,
  type TicketExport,
} from "./commands.ts";

export const ticketExport = z.strictObject({
  id,
  state: z.enum(exportStates),
  error: z.nullable(text),
  done: number,
  total: z.nullable(number),
  size: number,
  createdAt: time,
  endedAt: maybeTime,
  expiresAt: time,
});

const forApi = (found: TicketExport): z.infer<typeof ticketExport> => found;
const oneAnswer = z.strictObject({ success, export: ticketExport });

const common = { tag: "Exports", scope: "export", capability: "ticket.bulk" } as const;

export const exportOperations = [
  operation({
    ...common,
    id: "createExport",
    method: "POST",
    path: "/exports",
    summary:
      "Start an export of the tickets that match a query, with messages, notes and events if included. Notes need the scope notes:read. One at a time.",
    keyed: true,
    body: createExportInput,
    refusals: [409],
    status: 201,
    answer: oneAnswer,
    run: async (deps, { body, requestId }) => ({
      export: forApi(await createExport(deps, body, requestId)),
    }),
  }),
  operation({
    ...common,
    id: "getExport",
    method: "GET",
    path: "/exports/{id}",
    summary: "Get the progress of an export. Its file can be downloaded when its state is done.",
    params: z.strictObject({ id: uuid }),
    refusals: [404],
    answer: oneAnswer,
    run: async (deps, { params }) => ({ export: forApi(await readExport(deps, params.id)) }),
  }),
];
