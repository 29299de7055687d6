import * as z from "zod/mini";
import { canonicalAddress, mailAddress } from "../mail-address.ts";
import {
  acceptsChoices,
  afterStoringChoices,
  backlogChoices,
  mailboxLimits,
  mailOutcomes,
  mailSecurities,
  oauthGrants,
  oauthProviders,
  receivesChoices,
  senderNameChoices,
  sendsChoices,
} from "../mailboxes.ts";
import { pageLimit } from "../paging.ts";
import { day } from "./dashboard.ts";
import { atMost, line, notFarOver, pageDirection, paragraph, storable, uuid } from "./text.ts";
import { timeZone } from "./time-zone.ts";

const address = z.string().check(
  notFarOver(mailboxLimits.address),
  z.trim(),
  z.overwrite((typed) => canonicalAddress(typed).toLowerCase()),
  atMost(mailboxLimits.address),
  z.refine((text) => mailAddress.test(text), { error: "This isn't an email address." }),
);

export const host = z.string().check(
  notFarOver(mailboxLimits.host),
  z.trim(),
  z.toLowerCase(),
  atMost(mailboxLimits.host),
  z.refine((text) => /^[a-z0-9](?:[a-z0-9.:-]*[a-z0-9])?$/.test(text), {
    error: "Enter the name of the mail server, such as imap.example.com.",
  }),
);

const domain = z.string().check(
  z.trim(),
  z.toLowerCase(),
  atMost(mailboxLimits.host),
  z.refine((text) => /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,63}$/.test(text), {
    error: "Enter domains such as acme.com.",
  }),
);

const certificate = z.nullable(
  paragraph(mailboxLimits.certificate).check(
    z.refine((text) => /^-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----$/.test(text), {
      error: "Paste the certificate in PEM form, with its BEGIN and END lines.",
    }),
  ),
);

const webAddress = z.string().check(
  z.trim(),
  atMost(mailboxLimits.url),
  z.refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""), {
    error: "Enter an address that begins with https://.",
  }),
);

const oauth = z.strictObject({
  provider: z.enum(oauthProviders),
  grant: z.enum(oauthGrants),
  authUrl: z.union([z.literal(""), webAddress]),
  tokenUrl: webAddress,
  scopes: line(mailboxLimits.scopes, 0),
  clientId: line(mailboxLimits.clientId),
  secretExpiresOn: z.nullable(day),
});

/** Sent as typed: a space at its end can belong to it. */
export const password = z.string().check(z.minLength(1), atMost(mailboxLimits.password), storable);

const clientSecret = z
  .string()
  .check(z.trim(), z.minLength(1), atMost(mailboxLimits.clientSecret), storable);

const fields = {
  name: line(mailboxLimits.name),
  address,
  aliases: z.array(address).check(z.maxLength(mailboxLimits.aliases)),
  receives: z.enum(receivesChoices),
  host: z.union([z.literal(""), host]),
  port: z.int().check(z.minimum(1), z.maximum(65_535)),
  security: z.enum(mailSecurities),
  login: line(mailboxLimits.login, 0),
  oauth: z.nullable(oauth),
  certificate,
  folder: line(mailboxLimits.folder),
  teamId: z.nullable(uuid),
  companyId: z.nullable(uuid),
  accepts: z.enum(acceptsChoices),
  domains: z.array(domain).check(z.maxLength(mailboxLimits.domains)),
  formsWriteHere: z.boolean(),
  joinsWithoutVerdict: z.boolean(),
  alwaysOwnTicket: z.boolean(),
  afterStoring: z.enum(afterStoringChoices),
  moveTo: z.nullable(line(mailboxLimits.folder)),
  authservId: z.nullable(line(200)),
  senderName: z.enum(senderNameChoices),
  signature: paragraph(mailboxLimits.signature, 0),
  acknowledges: z.boolean(),
  quotes: z.boolean(),
  plusArrives: z.boolean(),
  isDefault: z.boolean(),
  sends: z.enum(sendsChoices),
  outHost: z.union([z.literal(""), host]),
  outPort: z.int().check(z.minimum(1), z.maximum(65_535)),
  outSecurity: z.enum(mailSecurities),
  outLogin: line(mailboxLimits.login, 0),
};

export const createMailboxInput = z.strictObject({
  fields: z.strictObject(fields),
  password: z.optional(password),
  outPassword: z.optional(password),
  clientSecret: z.optional(clientSecret),
  backlogDays: z.union(backlogChoices.map((days) => z.literal(days))),
});

/** Without a password the stored one stays. `base` is what the person saw. */
export const updateMailboxInput = z.strictObject({
  id: uuid,
  set: z.partial(z.strictObject(fields)),
  base: z.partial(z.strictObject(fields)),
  password: z.optional(password),
  outPassword: z.optional(password),
  clientSecret: z.optional(clientSecret),
});

/** `origin`: where the person sees the workspace, for the way back without BASE_URL. */
export const signInMailboxInput = z.strictObject({ id: uuid, origin: webAddress });
export type SignInMailboxInput = z.infer<typeof signInMailboxInput>;

export const oneMailboxInput = z.strictObject({ id: uuid });
export const pauseMailboxInput = z.strictObject({ id: uuid, paused: z.boolean() });

/** A form that is not saved yet, or a stored mailbox with the changes of its form. */
export const testMailboxInput = z.strictObject({
  id: z.optional(uuid),
  host,
  port: fields.port,
  security: fields.security,
  login: fields.login,
  certificate: fields.certificate,
  folder: fields.folder,
  password: z.optional(password),
});

/** The mails of a test, and which of them were found before. */
export const findTestMailInput = z.strictObject({
  id: uuid,
  token: uuid,
  plusRefused: z.nullable(z.string().check(atMost(1000))),
  known: z.strictObject({ arrived: z.boolean(), plus: z.boolean() }),
});
export type FindTestMailInput = z.infer<typeof findTestMailInput>;

export const receivedDaysInput = z.strictObject({ timeZone });

const page = {
  cursor: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
  direction: pageDirection,
  limit: z._default(z.int().check(z.minimum(1), z.maximum(pageLimit.max)), pageLimit.default),
};

export const listReceivedInput = z.strictObject({
  mailboxId: z.optional(uuid),
  day: z.optional(day),
  outcome: z.optional(z.enum(mailOutcomes)),
  timeZone,
  ...page,
});

export const listHeldInput = z.strictObject(page);

export type ListReceivedInput = z.infer<typeof listReceivedInput>;
export type ListHeldInput = z.infer<typeof listHeldInput>;
export type CreateMailboxInput = z.infer<typeof createMailboxInput>;
export type UpdateMailboxInput = z.infer<typeof updateMailboxInput>;
export type TestMailboxInput = z.infer<typeof testMailboxInput>;
