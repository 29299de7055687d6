import { clientErrorMessages, fallbackMessage, wordsFor } from "./client-error-messages.ts";
import { jobLimits } from "./jobs.ts";

const trpcCodes = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  405: "METHOD_NOT_SUPPORTED",
  408: "TIMEOUT",
  409: "CONFLICT",
  412: "PRECONDITION_FAILED",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  422: "UNPROCESSABLE_CONTENT",
  429: "TOO_MANY_REQUESTS",
  500: "INTERNAL_SERVER_ERROR",
  503: "SERVICE_UNAVAILABLE",
} as const;

type Status = keyof typeof trpcCodes;

interface CatalogueEntry<S extends Status = Status> {
  status: S;
  trpc: (typeof trpcCodes)[S];
  message: string;
}

function error<S extends Status>(status: S, message: string): CatalogueEntry<S> {
  return { status, trpc: trpcCodes[status], message };
}

/** An error whose message is built from parameters, which the code that throws it has to give. */
function errorWithParams<S extends Status, Params>(
  status: S,
  message: string,
  describe: (params: Params) => string,
): CatalogueEntry<S> & { describe: (params: Params) => string } {
  return { ...error(status, message), describe };
}

/** An error that can be thrown with a more specific message. */
function errorWithMessage<S extends Status>(
  status: S,
  message: string,
): CatalogueEntry<S> & { hasOwnMessage: true } {
  return { ...error(status, message), hasOwnMessage: true };
}

/**
 * The one catalogue of errors: code → HTTP status, tRPC code, the words people see.
 * No message can contain the word "http": the client would show the fallback instead.
 */
export const errorCatalogue = {
  // Any request
  invalid_input: errorWithMessage(400, "Some fields aren't valid."),
  invalid_json: errorWithMessage(400, "The body of the request isn't valid JSON."),
  invalid_text: error(400, "The text contains unsupported characters."),
  invalid_cursor: error(400, "This page link is no longer valid. Reload the list."),
  too_many: error(
    400,
    `You can change at most ${jobLimits.items.toLocaleString("en")} at a time. Filter the list first.`,
  ),
  hourly_limit: errorWithParams(
    429,
    "You've reached an hourly limit. Try again later.",
    whyLimited,
  ),
  forbidden: errorWithMessage(403, "Your role doesn't allow this."),
  forgery: error(403, "The X-XSRF-TOKEN header is missing or doesn't match the XSRF-TOKEN cookie."),
  foreign_origin: error(
    403,
    "This request came from another site. If this is your desk's address, set BASE_URL.",
  ),
  not_found: error(404, "This doesn't exist, or you don't have access to it."),
  method_not_allowed: error(405, "This address doesn't support that method."),
  changed_meanwhile: error(409, "Someone else changed this. Your changes are still here."),
  request_reused: errorWithMessage(
    409,
    "This request ID was already used for another action. Use a new one.",
  ),
  body_broken: error(408, "The request was cut off. Send it again."),
  too_large: errorWithMessage(413, "The request is too large."),
  wrong_media_type: errorWithMessage(415, "Send the body as application/json."),
  unexpected: error(500, fallbackMessage),
  unavailable: error(503, "The server is busy. Try again in a few seconds."),

  // Sessions, passwords and links
  not_signed_in: error(401, "Please sign in."),
  session_expired: error(401, clientErrorMessages.session_expired),
  wrong_credentials: error(401, "Wrong email or password."),
  too_many_attempts: error(429, "Too many attempts. Wait a moment and try again."),
  password_length: error(400, clientErrorMessages.password_length),
  password_common: error(400, "This password is too common. Choose another."),
  password_wrong: error(400, "The previous password is wrong."),
  link_spent: error(400, "This link has expired or was already used. Ask for a new one."),
  ticket_link_ended: error(
    400,
    "This link no longer works. Use the one in the newest email about this ticket, or sign in.",
  ),
  already_set_up: error(409, "This desk already has a Super Admin. Sign in instead."),

  // API tokens
  token_invalid: error(401, "This token isn't valid, or it has expired or was revoked."),
  scope_missing: errorWithMessage(403, "This token lacks the scope for this call."),
  idempotency_key_missing: error(400, "Send a new UUID in the header Idempotency-Key."),
  rate_limited: error(429, "This token made too many requests. Wait a moment and try again."),
  version_changed: error(412, "The ticket has another version now. Read it again."),
  tokens_not_allowed: error(403, "Customers can't create tokens here."),
  too_many_tokens: error(409, "You've reached the limit of tokens. Revoke one first."),
  token_too_long: errorWithParams(
    400,
    "Tokens can't be valid for that long here.",
    ({ most }: { most: number }) => `Tokens can be valid for at most ${most} days here.`,
  ),

  // Tickets and saved views
  illegal_move: errorWithParams(409, "This status change isn't possible.", whyNotMoved),
  ticket_closed: error(409, "This ticket is closed. Its conversation has ended."),
  ticket_conflict: error(409, "Someone else changed this. Your text is safe."),
  came_between: error(409, "New messages arrived while you were writing. Nothing was sent."),
  already_released: errorWithMessage(409, "The reply was already sent and can't be undone."),
  undo_too_late: errorWithMessage(409, "This can no longer be undone."),
  out_of_scope: errorWithMessage(409, "That person can't see this ticket."),
  is_spam: errorWithMessage(409, "This ticket is marked as spam. Mark it as not spam first."),
  is_merged: errorWithMessage(409, "This ticket was merged into another one."),
  not_mergeable: errorWithMessage(
    409,
    "These two tickets can't be merged. You can link them instead.",
  ),
  merge_asks: errorWithMessage(
    409,
    "These tickets have different requesters. Each will see the other's conversation.",
  ),
  already_rated: error(409, "You already rated this."),
  search_too_slow: error(
    422,
    "This search took too long and was stopped. Add a word or a filter, or use fewer phrases.",
  ),
  too_many_searches: error(
    429,
    "You already have other searches running. Wait a moment and try again.",
  ),
  too_many_drafts: error(
    409,
    "You have 500 unsent drafts. Send or clear some of them, then try again.",
  ),
  view_name_taken: error(409, "You already have a view with this name. Choose another name."),
  too_many_views: error(409, "You've reached the limit of saved views. Delete one first."),
  too_many_shared_views: error(
    409,
    "The limit of shared views is reached. Keep this one private, or stop sharing another.",
  ),

  // Users and companies
  scope_for_agents_only: error(400, "Only agents have a company scope."),
  unknown_company: errorWithMessage(400, "One of the companies doesn't exist."),
  email_taken: error(409, "Another user already has this email address."),
  email_unusable: error(
    409,
    "A customer with this email address can't be added here. Ask a Super Admin.",
  ),
  user_conflict: error(409, "Someone else changed this user. Your changes are still here."),
  not_yourself: error(409, "You can't delete, disable or demote yourself."),
  already_accepted: error(409, "This user has no pending invitation."),
  link_by_mail_only: error(
    409,
    "Email is set up, so links are sent by email and can't be copied here.",
  ),
  link_by_shell_only: error(
    409,
    "A link for anyone who was ever a Super Admin is made on the server only: bun run user:link.",
  ),
  address_needs_active: error(
    409,
    "Enable this user first. A change of their address must be confirmed by email.",
  ),
  company_name_taken: error(409, "Another company already has this name."),
  domain_taken: error(409, "An email domain can belong to one company only."),
  company_archived: errorWithParams(
    409,
    "This company is archived. You can read its tickets but not open new ones.",
    ({ name }: { name: string }) => `${name} is archived. You can't open new tickets there.`,
  ),
  company_conflict: errorWithMessage(
    409,
    "Someone else changed this company. Your changes are still here.",
  ),
  company_in_use: error(
    409,
    "This company has tickets, a mailbox or merged companies. Archive it instead.",
  ),
  companies_not_mergeable: errorWithParams(
    409,
    "These two companies can't be merged.",
    whyNotMergeable,
  ),

  // Settings, teams and the mail server
  name_taken: errorWithMessage(409, "This name is already used."),
  team_has_tickets: errorWithParams(
    409,
    "Tickets belong to this team. Choose the team that gets them, or no team.",
    ({ tickets }: { tickets: string }) =>
      tickets === "1"
        ? "1 ticket belongs to this team. Choose the team that gets it, or no team."
        : `${tickets} tickets belong to this team. Choose the team that gets them, or no team.`,
  ),
  no_mail_server: error(409, "No mail server is set up. Set one up on Settings > Email."),

  // Exports by token
  export_running: error(409, "Another export of yours is still running. Wait until it has ended."),
  export_not_ready: error(409, "This export has no file yet. Its state says why."),

  // Webhooks and secrets
  too_many_webhooks: error(409, "You've reached the limit of webhooks. Delete one first."),
  secret_key_unavailable: error(
    503,
    "The server has no key to encrypt secrets. Ask the person who runs it to set SECRET_KEY.",
  ),
  secret_unreadable: error(
    409,
    "A stored secret can't be read, because the server's key has changed. Enter the secret again.",
  ),

  // Files
  mail_key_wrong: error(401, "The key of the mailbox is missing or wrong."),
  mail_missing: error(400, "The body has no mail in it."),
  mail_too_large: error(413, "A mail can be up to 60 MB."),
  file_empty: error(400, clientErrorMessages.file_empty),
  file_too_large: error(413, clientErrorMessages.file_too_large),
  photo_too_large: error(
    413,
    "Photos can have up to 50 megapixels, so that their location can be removed.",
  ),
  too_many_uploads: error(
    429,
    "You have too many unsent files. Send or remove some, then try again.",
  ),
  upload_broken: error(408, "The upload was interrupted. Nothing was saved. Try again."),
  storage_full: error(503, "The server has no space left for files. This file wasn't saved."),
  storage_unavailable: error(503, "The file storage isn't responding. Try again in a moment."),
};

interface Limited {
  use: keyof typeof limitedWords;
  most: number;
  retryAfterSeconds: number;
}

const limitedWords = {
  messages: ["message", "messages"],
  tickets: ["new ticket", "new tickets"],
  uploads: ["MB of files", "MB of files"],
  invitations: ["invitation or password link", "invitations and password links"],
  repliesByLink: ["reply", "replies"],
} as const;

function whyLimited({ use, most, retryAfterSeconds }: Limited): string {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const when = minutes === 1 ? "in a minute" : `in ${minutes} minutes`;
  const what = `${most.toLocaleString("en")} ${limitedWords[use][most === 1 ? 0 : 1]}`;
  return `You've reached the limit of ${what} an hour. Try again ${when}.`;
}

type NotMoved = { from: string; to: string; opensByItself?: boolean } | { ratingDays: number };

function whyNotMoved(params: NotMoved): string {
  if ("ratingDays" in params) {
    return `You can rate a ticket for ${params.ratingDays} days after it was resolved.`;
  }
  const words = `A ticket can't change from ${params.from} to ${params.to}.`;
  return params.opensByItself ? `${words} It opens when an agent is assigned or replies.` : words;
}

type NotMergeable =
  | { why: "itself" | "not-merging" | "stopped" | "on-their-way" | "long-notes" }
  | { why: "was-merged" | "has-merged" | "archived" | "leaving"; name: string }
  | { why: "taking"; name: string; coming: string }
  | { why: "many-domains"; most: number };

function whyNotMergeable(params: NotMergeable): string {
  switch (params.why) {
    case "itself":
      return "Choose another company.";
    case "not-merging":
      return "This company isn't being merged.";
    case "stopped":
      return "The merge was stopped.";
    case "on-their-way":
      return "This company is being merged into another one. Stop that merge first.";
    case "long-notes":
      return "The notes of both companies together are too long. Shorten them first.";
    case "was-merged":
      return `${params.name} was already merged.`;
    case "has-merged":
      return `${params.name} was merged into another company.`;
    case "archived":
      return `${params.name} is archived and can't get new tickets.`;
    case "leaving":
      return `${params.name} is already being merged into another company.`;
    case "taking":
      return `${params.coming} is being merged into ${params.name}. Wait until that is done.`;
    case "many-domains":
      return `Together they have more than ${params.most} email domains. Remove some first.`;
  }
}

type Catalogue = typeof errorCatalogue;
export type ErrorCode = keyof Catalogue;

export interface FieldError {
  field: string;
  message: string;
}

/** Data sent to the client with an error code. Modules add theirs by declaration merging. */
export interface Carried {
  too_many_attempts: { retryAfterSeconds: number };
  hourly_limit: { retryAfterSeconds: number };
  too_many_uploads: { retryAfterSeconds?: number };
  too_many_searches: { retryAfterSeconds: number };
  rate_limited: { retryAfterSeconds: number };
  unavailable: { retryAfterSeconds?: number };
}

type AnyOf<T> = T extends unknown ? { [Key in keyof T]?: T[Key] } : never;
type AllOf<T> = (T extends unknown ? (each: T) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** What REST and tRPC answers hold next to the code and the message. */
export type ErrorDetails = { fields?: FieldError[] } & AllOf<AnyOf<Carried[keyof Carried]>>;

type Words<Code extends ErrorCode> = Catalogue[Code] extends {
  describe: (params: infer Params) => string;
}
  ? { params: Params }
  : Catalogue[Code] extends { hasOwnMessage: true }
    ? { message?: string }
    : unknown;

/** What is required and allowed when this code is thrown. */
type DetailsOf<Code extends ErrorCode> = Code extends unknown
  ? { fields?: FieldError[] } & Words<Code> & (Code extends keyof Carried ? Carried[Code] : unknown)
  : never;

type Given<Code extends ErrorCode> =
  object extends DetailsOf<Code>
    ? [details?: DetailsOf<Code>, options?: ErrorOptions]
    : [details: DetailsOf<Code>, options?: ErrorOptions];

/** The one error our own code throws. Anything else is unexpected, and its message is only logged. */
export class AppError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code;
  readonly details: ErrorDetails;

  constructor(code: Code, ...[given, options]: Given<Code>) {
    const { message, params, ...details }: Loose = given ?? {};
    super(withoutHttp(code, message ?? messageOf(code, params)), options);
    this.name = "AppError";
    this.code = code;
    this.details = details;
  }
}

/** An error caused by one field, which gets the message of the code. */
export function refuseField<Code extends ErrorCode>(
  code: Code,
  field: string,
  ...[given, options]: Given<Code>
): AppError<Code> {
  const { message } = new AppError(code, ...([given] as Given<Code>));
  const details = { ...given, fields: [{ field, message }] };
  return new AppError(code, ...([details, options] as unknown as Given<Code>));
}

/** Invalid input that the input's schema can't detect. */
export function refuseInput(field: string, message: string): AppError {
  return new AppError("invalid_input", { fields: [{ field, message }] });
}

type Loose = ErrorDetails & { message?: string; params?: unknown };

function messageOf(code: ErrorCode, params: unknown): string {
  const entry: { message: string; describe?: (params: never) => string } = errorCatalogue[code];
  return params !== undefined && entry.describe ? entry.describe(params as never) : entry.message;
}

/** A name in a message can contain "http". Then the general message is used. */
function withoutHttp(code: ErrorCode, message: string): string {
  return wordsFor(message) === message ? message : errorCatalogue[code].message;
}
