import { sameToken, signature } from "./tokens.ts";

export const knownBrowserCookie = "frontdesk_known";

/** How many accounts one browser is remembered for. */
const remembered = 5;

interface Account {
  id: string;
  password_hash: string | null;
}

/**
 * Says that this browser has signed in to an account before. Void after a password change,
 * because the hash is part of what is signed; worth nothing without the password.
 */
export function isKnownBrowser(
  key: Uint8Array,
  cookie: string | undefined,
  account: Account | undefined,
): boolean {
  if (!cookie || !account?.password_hash) return false;
  const expected = markOf(key, account);
  return cookie.split("~").some((mark) => sameToken(mark, expected));
}

export function rememberBrowser(
  key: Uint8Array,
  cookie: string | undefined,
  account: Account,
): string {
  const mark = markOf(key, account);
  const others = (cookie?.split("~") ?? []).filter((other) => other && other !== mark);
  return [mark, ...others].slice(0, remembered).join("~");
}

function markOf(key: Uint8Array, { id, password_hash }: Account): string {
  return signature(key, `known.${id}.${password_hash}`);
}
