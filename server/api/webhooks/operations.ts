import * as z from "zod/mini";
import {
  createWebhookInput,
  listDeliveriesInput,
  oneWebhook,
  resumeWebhookInput,
  sendAllInput,
  webhookPatch,
} from "../../../shared/schemas/webhooks.ts";
import { id, nextCursor, number, success, text } from "../answers/common.ts";
import {
  delivery,
  deliveryForApi,
  deliveryRequest,
  requestForApi,
  webhook,
  webhookForApi,
} from "../answers/webhooks.ts";
import { type ApiDeps, operation } from "../operation.ts";
import { cursor, limit } from "../paging.ts";
import {
  createWebhook,
  deleteWebhook,
  pauseWebhook,
  pingWebhook,
  resumeWebhook,
  rotateSecret,
  updateWebhook,
  type WebhookDeps,
} from "./commands.ts";
import {
  listDeliveries,
  sendAgain,
  sendAllSince,
  showRequest,
  skipDelivery,
} from "./deliveries.ts";
import { findWebhook, listWebhooks } from "./queries.ts";

const common = {
  tag: "Webhooks",
  scope: "webhooks:write",
  capability: "webhook.write",
} as const;

const oneAnswer = z.strictObject({ success, webhook });
const withSecret = z.strictObject({ success, webhook, secret: text });
const onlyId = z.strictObject({ success, id });

export const webhookOperations = [
  operation({
    ...common,
    id: "listWebhooks",
    method: "GET",
    path: "/webhooks",
    summary: "List all webhooks by name.",
    answer: z.strictObject({ success, webhooks: z.array(webhook) }),
    run: async ({ db, now }) => ({
      webhooks: (await listWebhooks(db, now)).webhooks.map(webhookForApi),
    }),
  }),
  operation({
    ...common,
    id: "createWebhook",
    method: "POST",
    path: "/webhooks",
    summary:
      "Create a webhook. Its secret is only in this answer. With notes, the token needs the scope notes:read.",
    keyed: true,
    body: createWebhookInput,
    refusals: [409],
    status: 201,
    answer: withSecret,
    async run(deps, { body, requestId }) {
      const { webhook, secret } = await createWebhook(withServices(deps), body, requestId);
      return { webhook: webhookForApi(webhook), secret };
    },
  }),
  operation({
    ...common,
    id: "getWebhook",
    method: "GET",
    path: "/webhooks/{id}",
    summary: "Get a webhook.",
    params: oneWebhook,
    refusals: [404],
    answer: oneAnswer,
    run: async ({ db, now }, { params }) => ({
      webhook: webhookForApi(await findWebhook(db, params.id, now)),
    }),
  }),
  operation({
    ...common,
    id: "updateWebhook",
    method: "PATCH",
    path: "/webhooks/{id}",
    summary:
      "Change a webhook. headers replaces the whole list; a value of null leaves the header as it is. With version, a change by someone else since is a conflict.",
    params: oneWebhook,
    body: webhookPatch,
    refusals: [404, 409],
    answer: oneAnswer,
    run: async (deps, { params, body, requestId }) => ({
      webhook: webhookForApi(
        await updateWebhook(withServices(deps), { ...params, ...body }, requestId),
      ),
    }),
  }),
  operation({
    ...common,
    id: "deleteWebhook",
    method: "DELETE",
    path: "/webhooks/{id}",
    summary: "Delete a webhook, its waiting events and its deliveries.",
    params: oneWebhook,
    refusals: [404],
    answer: onlyId,
    run: (deps, { params, requestId }) => deleteWebhook(withServices(deps), params, requestId),
  }),
  operation({
    ...common,
    id: "rotateWebhookSecret",
    method: "POST",
    path: "/webhooks/{id}/rotate-secret",
    summary: "Get a new secret. For 24 hours, deliveries are signed with the previous one too.",
    keyed: true,
    params: oneWebhook,
    refusals: [404, 409],
    answer: withSecret,
    async run(deps, { params, requestId }) {
      const { webhook, secret } = await rotateSecret(withServices(deps), params, requestId);
      return { webhook: webhookForApi(webhook), secret };
    },
  }),
  operation({
    ...common,
    id: "pauseWebhook",
    method: "POST",
    path: "/webhooks/{id}/pause",
    summary: "Pause a webhook. Its events are collected for seven days.",
    params: oneWebhook,
    refusals: [404],
    answer: oneAnswer,
    run: async (deps, { params }) => ({
      webhook: webhookForApi(await pauseWebhook(withServices(deps), params.id)),
    }),
  }),
  operation({
    ...common,
    id: "resumeWebhook",
    method: "POST",
    path: "/webhooks/{id}/resume",
    summary: "Resume a webhook. The collected events are sent in order, or skipped.",
    params: oneWebhook,
    body: z.pick(resumeWebhookInput, { send: true }),
    refusals: [404],
    answer: oneAnswer,
    run: async (deps, { params, body }) => ({
      webhook: webhookForApi(await resumeWebhook(withServices(deps), { ...params, ...body })),
    }),
  }),
  operation({
    ...common,
    id: "pingWebhook",
    method: "POST",
    path: "/webhooks/{id}/ping",
    summary: "Send a test event of the type ping.",
    keyed: true,
    params: oneWebhook,
    refusals: [404, 409],
    answer: z.strictObject({ success, eventId: id }),
    run: (deps, { params, requestId }) => pingWebhook(withServices(deps), params, requestId),
  }),
  operation({
    ...common,
    id: "sendEventsAgain",
    method: "POST",
    path: "/webhooks/{id}/send-again",
    summary:
      "Send all events again that failed or were skipped since a time, up to 10,000. isAll is false if there are more.",
    params: oneWebhook,
    body: z.pick(sendAllInput, { since: true }),
    refusals: [404],
    answer: z.strictObject({ success, count: number, isAll: z.boolean() }),
    run: (deps, { params, body }) => sendAllSince(deps, { webhookId: params.id, ...body }),
  }),
  operation({
    ...common,
    id: "listDeliveries",
    method: "GET",
    path: "/deliveries",
    summary: "List the deliveries of the last 30 days, newest first.",
    query: z.strictObject({
      webhookId: listDeliveriesInput.shape.webhookId,
      state: listDeliveriesInput.shape.state,
      ticketNumber: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
      limit,
      cursor,
    }),
    answer: z.strictObject({ success, deliveries: z.array(delivery), nextCursor }),
    async run(deps, { query }) {
      const found = await listDeliveries(deps, query);
      return { deliveries: found.deliveries.map(deliveryForApi), nextCursor: found.nextCursor };
    },
  }),
  operation({
    ...common,
    id: "getDeliveryRequest",
    method: "GET",
    path: "/deliveries/{id}/request",
    summary: "Get the request of a delivery as it would be sent now, without secrets.",
    params: oneWebhook,
    refusals: [404],
    answer: z.strictObject({ success, request: deliveryRequest }),
    run: async (deps, { params }) => ({
      request: requestForApi(await showRequest(withServices(deps), params.id)),
    }),
  }),
  operation({
    ...common,
    id: "sendDeliveryAgain",
    method: "POST",
    path: "/deliveries/{id}/send-again",
    summary: "Send the event of a delivery again; one that waits is sent now.",
    params: oneWebhook,
    refusals: [404],
    answer: onlyId,
    run: (deps, { params }) => sendAgain(deps, params.id),
  }),
  operation({
    ...common,
    id: "skipDelivery",
    method: "POST",
    path: "/deliveries/{id}/skip",
    summary: "Skip an event that waits. Later events of the same ticket no longer wait for it.",
    params: oneWebhook,
    refusals: [404],
    answer: onlyId,
    run: (deps, { params }) => skipDelivery(deps, params.id),
  }),
];

function withServices(deps: ApiDeps): WebhookDeps {
  const { encryption, config, desk } = deps.services;
  return { ...deps, encryption, config: { ...config, baseUrl: desk.mail.baseUrl } };
}
