import * as z from "zod/mini";
import { listCompaniesInput } from "./companies.ts";
import { listTicketsInput } from "./tickets.ts";
import { listUsersInput } from "./users.ts";

/** In an address, everything is text. */
const flag = z.pipe(
  z.enum(["true", "false"]),
  z.transform((text) => text === "true"),
);

export const exportUsersQuery = z.extend(
  z.pick(listUsersInput, {
    search: true,
    role: true,
    state: true,
    companyId: true,
    seen: true,
    sort: true,
  }),
  { descending: z._default(flag, false) },
);
export type ExportUsersQuery = z.infer<typeof exportUsersQuery>;

export const exportCompaniesQuery = z.extend(
  z.pick(listCompaniesInput, {
    search: true,
    state: true,
    agent: true,
    domain: true,
    sort: true,
  }),
  { descending: z._default(flag, false) },
);
export type ExportCompaniesQuery = z.infer<typeof exportCompaniesQuery>;

export const exportTicketsQuery = z.extend(
  z.pick(listTicketsInput, { view: true, q: true, timeZone: true, sort: true }),
  { descending: z._default(flag, true) },
);
export type ExportTicketsQuery = z.infer<typeof exportTicketsQuery>;
