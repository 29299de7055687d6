import type { TicketRef } from "./tickets/page.ts";

/** What a webhook can be notified of. */
export const webhookTypes = {
  "ticket.created": "A ticket was created",
  "ticket.updated": "A field of a ticket changed",
  "ticket.merged": "A ticket was merged into another",
  "ticket.rated": "A customer rated a ticket",
  "message.published": "A message became public",
  "note.created": "An internal note was added",
  "person.created": "A user was created",
  "person.updated": "A user changed",
  "person.deleted": "A user was deleted",
  "company.created": "A company was created",
  "company.updated": "A company changed",
} as const;

export type WebhookType = keyof typeof webhookTypes;

export const webhookTypeNames = Object.keys(webhookTypes) as [WebhookType, ...WebhookType[]];

/** `ping` is sent by hand, to one webhook. */
export type WebhookEventType = WebhookType | "ping";

export const webhookContents = {
  ids: "IDs only",
  fields: "Fields of tickets, users and companies",
  messages: "Fields and the text of messages",
} as const;

export type WebhookContent = keyof typeof webhookContents;

export const webhookContentNames = Object.keys(webhookContents) as [
  WebhookContent,
  ...WebhookContent[],
];

export const webhookStates = ["active", "failing", "paused"] as const;
export type WebhookState = (typeof webhookStates)[number];

/** Why a webhook is paused. */
export const pauseReasons = {
  person: "Paused by a Super Admin",
  failing: "Paused after three days without a successful delivery",
  gone: "Paused because the receiver answered 410 Gone",
  restored: "Paused because the workspace was restored from a backup",
} as const;

type PauseReason = keyof typeof pauseReasons;

export const webhookLimits = {
  webhooks: 50,
  name: 60,
  url: 2000,
  headers: 10,
  headerName: 100,
  headerValue: 1000,
} as const;

/** A subscription as a Super Admin sees it. Secrets and the values of headers never leave the server. */
export interface Webhook {
  id: string;
  /** Grows with each change; a change names the version it is based on. */
  version: number;
  name: string;
  url: string;
  types: WebhookType[];
  /** Only events of tickets that match this search; empty for all. */
  query: string;
  /** Of days in the search. */
  timeZone: string;
  content: WebhookContent;
  /** Whether internal notes are sent. */
  notes: boolean;
  headerNames: string[];
  state: WebhookState;
  pausedWhy: PauseReason | null;
  pausedAt: string | null;
  failingSince: string | null;
  createdBy: { id: string; name: string } | null;
  createdAt: string;
  /** Until then, deliveries are also signed with the previous secret. */
  previousSecretUntil: string | null;
  /** The share of successful deliveries in the last 24 hours; null without any. */
  successRate: number | null;
  /** The number of events that wait to be sent. */
  waiting: number;
  lastDelivery: { at: string; status: number | null; error: string | null } | null;
}

/** The secret is in the answer to creating and rotating, and never shown again. */
export interface WebhookWithSecret {
  webhook: Webhook;
  secret: string;
}

export const deliveryStates = ["waiting", "delivered", "skipped", "failed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export interface Delivery {
  id: string;
  /** The `webhook-id` header, equal on every attempt. */
  eventId: string;
  type: string;
  webhook: { id: string; name: string };
  ticket: Pick<TicketRef, "id" | "number"> | null;
  state: DeliveryState;
  attempts: number;
  /** Null unless it waits for its next attempt. */
  nextAttemptAt: string | null;
  status: number | null;
  error: string | null;
  /** The beginning of the receiver's answer. */
  answer: string;
  durationMs: number | null;
  size: number | null;
  sha256: string | null;
  createdAt: string;
  endedAt: string | null;
}

export interface DeliveryPage {
  deliveries: Delivery[];
  nextCursor: string | null;
}

/** The request of a delivery as it would be sent now. */
export interface RenderedRequest {
  url: string;
  headers: { name: string; value: string }[];
  /** Null if it would not be sent, with the reason. */
  body: string | null;
  reason: string | null;
}
