import {
  createWebhookInput,
  listDeliveriesInput,
  oneDelivery,
  oneWebhook,
  resumeWebhookInput,
  sendAllInput,
  updateWebhookInput,
} from "../../../shared/schemas/webhooks.ts";
import type {
  DeliveryPage,
  RenderedRequest,
  Webhook,
  WebhookWithSecret,
} from "../../../shared/webhooks.ts";
import { doneOnce } from "../../rpc/done-once.ts";
import { type ActingContext, procedureFor, router } from "../../rpc/trpc.ts";
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
import { listWebhooks } from "./queries.ts";

const admin = procedureFor("webhook.write");

export const webhooksRouter = router({
  list: admin.query(({ ctx }): Promise<{ webhooks: Webhook[] }> => listWebhooks(ctx.db, ctx.now)),
  create: doneOnce(
    admin,
    createWebhookInput,
    (ctx, input, requestId): Promise<WebhookWithSecret> =>
      createWebhook(withServices(ctx), input, requestId),
  ),
  update: doneOnce(
    admin,
    updateWebhookInput,
    (ctx, input, requestId): Promise<Webhook> => updateWebhook(withServices(ctx), input, requestId),
  ),
  delete: doneOnce(admin, oneWebhook, (ctx, input, requestId) =>
    deleteWebhook(withServices(ctx), input, requestId),
  ),
  rotateSecret: doneOnce(
    admin,
    oneWebhook,
    (ctx, input, requestId): Promise<WebhookWithSecret> =>
      rotateSecret(withServices(ctx), input, requestId),
  ),
  pause: admin
    .input(oneWebhook)
    .mutation(({ ctx, input }): Promise<Webhook> => pauseWebhook(withServices(ctx), input.id)),
  resume: admin
    .input(resumeWebhookInput)
    .mutation(({ ctx, input }): Promise<Webhook> => resumeWebhook(withServices(ctx), input)),
  ping: doneOnce(admin, oneWebhook, (ctx, input, requestId) =>
    pingWebhook(withServices(ctx), input, requestId),
  ),
  deliveries: admin
    .input(listDeliveriesInput)
    .query(({ ctx, input }): Promise<DeliveryPage> => listDeliveries(ctx, input)),
  request: admin
    .input(oneDelivery)
    .query(({ ctx, input }): Promise<RenderedRequest> => showRequest(withServices(ctx), input.id)),
  sendAgain: admin.input(oneDelivery).mutation(({ ctx, input }) => sendAgain(ctx, input.id)),
  skip: admin.input(oneDelivery).mutation(({ ctx, input }) => skipDelivery(ctx, input.id)),
  sendAll: admin.input(sendAllInput).mutation(({ ctx, input }) => sendAllSince(ctx, input)),
});

function withServices(ctx: ActingContext): WebhookDeps {
  const { encryption, config, desk } = ctx.services;
  return { ...ctx, encryption, config: { ...config, baseUrl: desk.mail.baseUrl } };
}
