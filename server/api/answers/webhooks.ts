import * as z from "zod/mini";
import {
  type Delivery,
  deliveryStates,
  pauseReasons,
  type RenderedRequest,
  type Webhook,
  webhookContentNames,
  webhookStates,
  webhookTypeNames,
} from "../../../shared/webhooks.ts";
import { id, maybeTime, number, ref, text, time } from "./common.ts";

const status = z.nullable(number);
const reasons = Object.keys(pauseReasons) as (keyof typeof pauseReasons)[];

/** The secret and the values of headers are not in it. */
export const webhook = z.strictObject({
  id,
  version: number,
  name: text,
  url: text,
  types: z.array(z.enum(webhookTypeNames)),
  query: text,
  timeZone: text,
  content: z.enum(webhookContentNames),
  notes: z.boolean(),
  headerNames: z.array(text),
  state: z.enum(webhookStates),
  pausedWhy: z.nullable(z.enum(reasons)),
  pausedAt: maybeTime,
  failingSince: maybeTime,
  createdBy: z.nullable(ref),
  createdAt: time,
  previousSecretUntil: maybeTime,
  successRate: z.nullable(z.number()),
  waiting: number,
  lastDelivery: z.nullable(z.strictObject({ at: time, status, error: z.nullable(text) })),
});

export const delivery = z.strictObject({
  id,
  eventId: id,
  type: text,
  webhook: ref,
  ticket: z.nullable(z.strictObject({ id, number })),
  state: z.enum(deliveryStates),
  attempts: number,
  nextAttemptAt: maybeTime,
  status,
  error: z.nullable(text),
  answer: text,
  durationMs: z.nullable(number),
  size: z.nullable(number),
  sha256: z.nullable(text),
  createdAt: time,
  endedAt: maybeTime,
});

export const deliveryRequest = z.strictObject({
  url: text,
  headers: z.array(z.strictObject({ name: text, value: text })),
  body: z.nullable(text),
  reason: z.nullable(text),
});

export const webhookForApi = (found: Webhook): z.infer<typeof webhook> => found;
export const deliveryForApi = (found: Delivery): z.infer<typeof delivery> => found;
export const requestForApi = (found: RenderedRequest): z.infer<typeof deliveryRequest> => found;
