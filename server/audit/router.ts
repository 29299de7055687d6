import * as z from "zod/mini";
import type { AuditPage } from "../../shared/audit.ts";
import { listAuditInput } from "../../shared/schemas/audit.ts";
import { uuid } from "../../shared/schemas/text.ts";
import { procedureFor, router } from "../rpc/trpc.ts";
import { listAudit, readAuditPerson } from "./queries.ts";

const reader = procedureFor("audit.read");

export const auditRouter = router({
  list: reader
    .input(listAuditInput)
    .query(
      ({ ctx, input }): Promise<AuditPage> =>
        ctx.services.reads.run(ctx.db, (db) => listAudit(db, input)),
    ),
  person: reader
    .input(z.strictObject({ id: uuid }))
    .query(({ ctx, input }) => readAuditPerson(ctx.db, input)),
});
