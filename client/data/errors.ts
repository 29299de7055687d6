import { fallbackMessage, wordsFor } from "../../shared/error-words.ts";
import type { ErrorCode, ErrorDetails, FieldError } from "../../shared/errors.ts";
import type { TicketConflict, TimelineMessage } from "../../shared/tickets/page.ts";
import { notify } from "../components/notices.ts";
import { isPublicPath } from "../pages.ts";
import { findOfflineError } from "./connection.ts";
import { createStore } from "./store.ts";

/** A refused call, as far as a screen needs to know. */
export interface Failure {
  /** Null where the desk did not answer at all, or not as the desk does. */
  code: ErrorCode | null;
  status: number | null;
  /** There is no line to the desk: the bar says so, and it comes by itself once there is. */
  offline: boolean;
  /** Nobody can tell whether the desk did it all the same. */
  isUnknown: boolean;
  message: string;
  fields: FieldError[];
  retryAfterSeconds: number | null;
  conflicts: TicketConflict[];
  cameBetween: TimelineMessage[];
}

/**
 * It was done without a line, so long ago that nobody may mean it any more, or can tell even whether the desk
 * had it.
 */
export class WaitedTooLong extends Error {
  constructor(readonly isUnknown: boolean) {
    super(
      isUnknown
        ? "It waited for more than a day and may have gone through. Check before you repeat it."
        : "It waited for more than 12 hours, and things may have changed.",
    );
  }
}

export function readFailure(error: unknown): Failure {
  const offline = findOfflineError(error);
  if (offline) return { ...failureOf(undefined, offline.message), offline: true };
  if (error instanceof WaitedTooLong) {
    return { ...failureOf(undefined, error.message), isUnknown: error.isUnknown };
  }
  const data = hasData(error) ? error.data : undefined;
  return failureOf(data, data && error instanceof Error ? error.message : null);
}

function failureOf(data: ErrorData | undefined, message: string | null): Failure {
  return {
    code: data?.code ?? null,
    status: data?.httpStatus ?? null,
    offline: false,
    isUnknown: false,
    message: wordsFor(message),
    fields: data?.fields ?? [],
    retryAfterSeconds: data?.retryAfterSeconds || null,
    conflicts: data?.conflicts ?? [],
    cameBetween: data?.cameBetween ?? [],
  };
}

/** What the server says about one field of a form. */
export function fieldMessage(failure: Failure | null, field: string): string | undefined {
  return failure?.fields.find((f) => f.field === field)?.message;
}

/** True from the first 401 until the person is at /login: the alert shows once. */
export const sessionExpired = createStore(false);

/** True while a person signs out: what is refused in those moments is no news to them. */
export const signingOut = createStore(false);

/** Say `meta: { showsError: true }` where a screen shows the error of its call itself. */
export interface CallMeta extends Record<string, unknown> {
  showsError?: boolean;
}

/** The one handler of what queries and mutations throw. */
export function handleCallError(error: unknown, meta: CallMeta | undefined): void {
  const failure = readFailure(error);
  if (isSessionOver(failure)) {
    if (!signingOut.get() && !isPublicPath(location.pathname)) sessionExpired.set(true);
    return;
  }
  if (!meta?.showsError) notifyFailure(failure);
}

/** Without a line: the sentence for all that fails unexplained, and what came of it. */
export function notifyFailure({ offline, message }: Failure): void {
  notify({ kind: "error", ...(offline && { title: fallbackMessage }), message });
}

/** Of what was done where no form shows it: says what was not done, or perhaps not, and why. */
export function notifyError(title: string, failure: Failure, retry?: () => void): void {
  if (isSessionOver(failure)) return;
  const words = failure.fields.map(({ message }) => message).join(" ");
  notify({
    ...{ kind: "error", title: failure.isUnknown ? `Perhaps ${title}` : title },
    message: words || failure.message,
    ...(retry && { action: { label: "Retry", run: retry } }),
  });
}

/** With whom it is about, but where their name holds the word for which all of it would be hidden. */
export function errorReason(name: string, message: string): string {
  const words = `${name}: ${message}`;
  return wordsFor(words) === words ? words : message;
}

/** That is said once, by the session alert. */
export function isSessionOver({ status }: Failure): boolean {
  return status === 401;
}

/** Only what may pass by itself is tried again: no answer at all, or a fault of the server. */
export function canRetry(failureCount: number, error: unknown): boolean {
  const { status, offline } = readFailure(error);
  return failureCount < 2 && !offline && (status === null || status >= 500);
}

interface ErrorData extends Omit<ErrorDetails, "message"> {
  code?: ErrorCode;
  httpStatus?: number;
}

function hasData(error: unknown): error is { data: ErrorData | undefined } {
  return typeof error === "object" && error !== null && "data" in error;
}
