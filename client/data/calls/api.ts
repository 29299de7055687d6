import type { ErrorCode } from "../../../shared/errors.ts";
import type { Viewer } from "../../../shared/users.ts";
import { findOfflineError, OfflineError, offlineMessages } from "../connection.ts";
import { send } from "./send.ts";

/** An error of a REST route, with the same data as a tRPC error. */
export class ApiError extends Error {
  readonly data: { code: ErrorCode; httpStatus: number; retryAfterSeconds?: number } | undefined;

  constructor(message: string, data: ApiError["data"]) {
    super(message);
    this.name = "ApiError";
    this.data = data;
  }
}

/** Signing in and out are plain routes, because they set cookies. */
export async function login(credentials: { email: string; password: string }): Promise<Viewer> {
  const { user } = await ask<{ user: Viewer }>("/node/auth/login", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(credentials),
  });
  return user;
}

export async function logout(): Promise<void> {
  try {
    await ask<{ success: true }>("/node/auth/logout");
  } catch (error) {
    // A POST, although it only reads: the mutation's message would be wrong here.
    throw findOfflineError(error) ? new OfflineError(offlineMessages.notSent) : error;
  }
}

interface Refusal {
  code?: ErrorCode;
  message?: string;
  retryAfterSeconds?: number;
}

async function ask<Body>(address: string, init?: RequestInit): Promise<Body> {
  const answer = await send(address, init);
  if (answer.ok) return answer.json();
  const body: Refusal = await answer.json().catch(() => ({}));
  const retryAfterSeconds = body.retryAfterSeconds ?? Number(answer.headers.get("Retry-After"));
  throw new ApiError(
    body.message ?? "",
    body.code && { code: body.code, httpStatus: answer.status, retryAfterSeconds },
  );
}
