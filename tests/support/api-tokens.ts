import { newApiToken } from "../../server/auth/api-tokens.ts";
import { tokenHash } from "../../server/auth/tokens.ts";
import type { Db } from "../../server/db/database.ts";
import { allTokenScopes, type TokenScope } from "../../shared/api-tokens.ts";

/** A token of a user, with the scopes given or all of them. */
export async function addToken(
  db: Db,
  user: { id: string },
  scopes: readonly TokenScope[] = allTokenScopes,
  expiresAt: Date | null = null,
): Promise<{ id: string; token: string }> {
  const token = newApiToken("personal");
  const id = Bun.randomUUIDv7();
  await db
    .insertInto("api_tokens")
    .values({
      id,
      kind: "personal",
      user_id: user.id,
      name: "A test",
      token_hash: tokenHash(token),
      last_four: token.slice(-4),
      scopes: [...scopes],
      created_by: user.id,
      created_at: new Date(),
      expires_at: expiresAt,
    })
    .execute();
  return { id, token };
}

export interface ApiAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what came over the wire
  body: any;
  headers: Headers;
}

interface ApiCall {
  body?: unknown;
  key?: string;
  headers?: Record<string, string>;
}

/** Calls the API as a program does. */
export function apiClient(url: string, token: string | null) {
  return async (method: string, path: string, call: ApiCall = {}): Promise<ApiAnswer> => {
    const { body, key, headers = {} } = call;
    const response = await fetch(`${url}/node/api/v1${path}`, {
      method,
      headers: {
        ...(token !== null && { Authorization: `Bearer ${token}` }),
        ...(key !== undefined && { "Idempotency-Key": key }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
    return {
      status: response.status,
      body: isJson && text !== "" ? JSON.parse(text) : text,
      headers: response.headers,
    };
  };
}
