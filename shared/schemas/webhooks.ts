import * as z from "zod/mini";
import { pageLimit } from "../paging.ts";
import {
  deliveryStates,
  webhookContentNames,
  webhookLimits,
  webhookTypeNames,
} from "../webhooks.ts";
import { atMost, line, pageDirection, uuid } from "./text.ts";
import { queryText } from "./tickets.ts";
import { timeZone } from "./time-zone.ts";

/** The value of an existing header is not sent back to the browser: null leaves it unchanged. */
const header = z.strictObject({
  name: z
    .string()
    .check(
      atMost(webhookLimits.headerName),
      z.regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, { error: "This isn't a valid header name." }),
    ),
  value: z.nullable(
    z.string().check(
      atMost(webhookLimits.headerValue),
      z.regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, {
        error: "Use printable ASCII characters.",
      }),
    ),
  ),
});

const fields = {
  name: line(webhookLimits.name),
  url: z.string().check(z.trim(), z.minLength(1), atMost(webhookLimits.url)),
  types: z
    .array(z.enum(webhookTypeNames))
    .check(z.minLength(1, { error: "Choose an event." }), z.maxLength(webhookTypeNames.length)),
  query: queryText,
  timeZone,
  content: z.enum(webhookContentNames),
  notes: z.boolean(),
  headers: z.array(header).check(z.maxLength(webhookLimits.headers)),
};

export const createWebhookInput = z.strictObject({
  ...fields,
  query: z._default(fields.query, ""),
  timeZone: z._default(fields.timeZone, "UTC"),
  notes: z._default(fields.notes, false),
  headers: z._default(fields.headers, []),
});
export type CreateWebhookInput = z.infer<typeof createWebhookInput>;

/** `version`: the one that the changes are based on; without it they apply to the current settings. */
export const webhookPatch = z.extend(z.partial(z.strictObject(fields)), {
  version: z.optional(z.int()),
});
export const updateWebhookInput = z.extend(webhookPatch, { id: uuid });
export type UpdateWebhookInput = z.infer<typeof updateWebhookInput>;

export const oneWebhook = z.strictObject({ id: uuid });

/** `send`: whether events that were collected during the pause are sent. */
export const resumeWebhookInput = z.strictObject({ id: uuid, send: z.boolean() });

export const listDeliveriesInput = z.strictObject({
  webhookId: z.optional(uuid),
  state: z.optional(z.enum(deliveryStates)),
  ticketNumber: z.optional(z.int().check(z.minimum(1))),
  cursor: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
  direction: pageDirection,
  limit: z._default(z.int().check(z.minimum(1), z.maximum(pageLimit.max)), pageLimit.default),
});
export type ListDeliveriesInput = z.infer<typeof listDeliveriesInput>;

export const oneDelivery = z.strictObject({ id: uuid });

export const sendAllInput = z.strictObject({
  webhookId: uuid,
  since: z.iso.datetime(),
});
export type SendAllInput = z.infer<typeof sendAllInput>;
