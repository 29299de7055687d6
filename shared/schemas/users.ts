import * as z from "zod/mini";
import { roles } from "../access.ts";
import { deskLimits } from "../desk.ts";
import { jobLimits } from "../jobs.ts";
import { canonicalAddress, mailAddress } from "../mail-address.ts";
import { pageLimit } from "../paging.ts";
import { listColumns, listDensities, listGroups } from "../tickets/list-display.ts";
import {
  afterLeavingChoices,
  companyScopes,
  noCompany,
  themes,
  userLimits,
  userSeen,
  userSorts,
  userStates,
} from "../users.ts";
import { atMost, line, notFarOver, pageDirection, storable, uuid, wellFormed } from "./text.ts";
import { timeZone } from "./time-zone.ts";

export const email = z
  .string()
  .check(
    ...[notFarOver(userLimits.email), z.trim(), z.overwrite(canonicalAddress), z.minLength(1)],
    ...[atMost(userLimits.email), storable, z.email({ pattern: mailAddress })],
  );

/** A typed password: limited, so that the server does not hash arbitrarily long text. */
const typedPassword = z.string().check(z.minLength(1), atMost(1024), wellFormed);

const phone = z.nullable(line(userLimits.phone, 0));

const role = z.enum(roles);
const companyScope = z.enum(companyScopes);

const userCompanies = z
  .array(z.strictObject({ id: uuid, seesAllTickets: z.optional(z.boolean()) }))
  .check(z.maxLength(userLimits.companies));

export const loginInput = z.strictObject({
  email: line(userLimits.email).check(z.overwrite(canonicalAddress)),
  password: typedPassword,
});

export const changePasswordInput = z.strictObject({
  oldPassword: typedPassword,
  newPassword: typedPassword,
});

export const requestResetInput = z.strictObject({ email });

const linkToken = z.string().check(z.minLength(1), z.maxLength(200));

export const readLinkInput = z.strictObject({ token: linkToken });

/** Confirms or cancels a change of address. */
export const answerAddressChangeInput = z.strictObject({ token: linkToken, accept: z.boolean() });

/** Lets a client that missed the answer get it again, although the link is used. */
const linkKey = z.optional(uuid);

export const choosePasswordInput = z.strictObject({
  token: linkToken,
  newPassword: typedPassword,
  requestId: linkKey,
});

export const firstAdminInput = z.strictObject({
  token: linkToken,
  firstName: line(userLimits.name),
  lastName: line(userLimits.name),
  email,
  newPassword: typedPassword,
  /** The new name of the desk; absent: unchanged. */
  deskName: z.optional(line(deskLimits.name)),
  requestId: linkKey,
});

export const createUserInput = z.strictObject({
  firstName: line(userLimits.name),
  lastName: line(userLimits.name),
  email,
  role,
  companies: z.optional(userCompanies),
  companyScope: z.optional(companyScope),
  phone: z.optional(phone),
  timeZone: z.optional(z.nullable(timeZone)),
});
export type CreateUserInput = z.infer<typeof createUserInput>;

/** A new customer, created while opening a ticket; the company must be visible to the agent. */
export const createCustomerInput = z.extend(
  z.pick(createUserInput, { firstName: true, lastName: true, email: true, phone: true }),
  { companyId: z.nullable(uuid) },
);
export type CreateCustomerInput = z.infer<typeof createCustomerInput>;

export const userPatch = z.strictObject({
  firstName: z.optional(line(userLimits.name)),
  lastName: z.optional(line(userLimits.name)),
  email: z.optional(email),
  role: z.optional(role),
  companies: z.optional(userCompanies),
  companyScope: z.optional(companyScope),
  phone: z.optional(phone),
  timeZone: z.optional(z.nullable(timeZone)),
  state: z.optional(z.enum(userStates)),
});
export type UserPatch = z.infer<typeof userPatch>;

/** The values of the changed fields when the form was opened: another value since is a conflict. */
export const userBase = z.partial(
  z.strictObject({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    role,
    companies: userCompanies,
    companyScope: z.nullable(companyScope),
    phone: z.nullable(z.string()),
    timeZone: z.nullable(z.string()),
    state: z.enum(userStates),
  } satisfies Record<keyof UserPatch, z.ZodMiniType>),
);
export type UserBase = z.infer<typeof userBase>;

export const updateUserInput = z.extend(userPatch, {
  id: uuid,
  base: z.optional(userBase),
  undoes: z.optional(uuid),
});

export const endUserSessionInput = z.strictObject({ id: uuid, sessionId: uuid });

export const listUsersInput = z.strictObject({
  search: z.optional(z.string().check(z.maxLength(200), storable)),
  role: z.optional(role),
  state: z.optional(z.enum(userStates)),
  companyId: z.optional(z.union([uuid, z.literal(noCompany)])),
  seen: z.optional(z.enum(userSeen)),
  sort: z._default(z.enum(userSorts), "name"),
  descending: z._default(z.boolean(), false),
  cursor: z.optional(z.nullable(z.string().check(z.maxLength(1000)))),
  direction: pageDirection,
  limit: z._default(z.int().check(z.minimum(1), z.maximum(pageLimit.max)), pageLimit.default),
});

export const countUsersInput = z.pick(listUsersInput, {
  search: true,
  role: true,
  state: true,
  companyId: true,
  seen: true,
});
export type CountUsersInput = z.infer<typeof countUsersInput>;

export type ListUsersInput = z.infer<typeof listUsersInput>;

export const updateProfileInput = z.strictObject({
  firstName: z.optional(line(userLimits.name)),
  lastName: z.optional(line(userLimits.name)),
  phone: z.optional(phone),
  timeZone: z.optional(z.nullable(timeZone)),
  theme: z.optional(z.enum(themes)),
  navCollapsed: z.optional(z.boolean()),
  singleKeys: z.optional(z.boolean()),
  afterLeaving: z.optional(z.enum(afterLeavingChoices)),
  listHidden: z.optional(z.array(z.enum(listColumns)).check(z.maxLength(listColumns.length))),
  listDensity: z.optional(z.enum(listDensities)),
  listGroup: z.optional(z.nullable(z.enum(listGroups))),
});
export type UpdateProfileInput = z.infer<typeof updateProfileInput>;

export const userBulkInput = z.strictObject({
  requestId: uuid,
  act: z.discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("role"),
      role: z.enum(roles),
      companyScope: z.optional(z.enum(companyScopes)),
      companyIds: z.optional(z.array(uuid).check(z.maxLength(userLimits.companies))),
    }),
    z.strictObject({
      kind: z.literal("add-company"),
      companyId: uuid,
      seesAllTickets: z.optional(z.boolean()),
    }),
    z.strictObject({ kind: z.literal("remove-company"), companyId: uuid }),
    z.strictObject({ kind: z.literal("invite") }),
    z.strictObject({ kind: z.literal("state"), state: z.enum(["disabled", "active"]) }),
  ]),
  ids: z.array(uuid).check(z.minLength(1), z.maxLength(jobLimits.items)),
});
export type UserBulkInput = z.infer<typeof userBulkInput>;
