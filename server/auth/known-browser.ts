import { sameToken, signature } from "./tokens.ts";

/** `__Host-` keeps other hosts of the domain from planting it; browsers accept the prefix on https only. */
export function knownBrowserCookie(https: boolean): string {
  return https ? "__Host-frontdesk_known" : "frontdesk_known";
}

/** How many accounts one browser is remembered for. */
const remembered = 5;

/** A mark is a signature in base64url. Anything else was not written by this desk and is ignored. */
const markForm = /^[\w-]{43}$/;

function marksIn(cookie: string | undefined): string[] {
  return (cookie ?? "").split("~").filter((mark) => markForm.test(mark));
}

interface Account {
  id: string;
  password_hash: string | null;
}

/**
 * Whether this browser has signed in to the account before. Void after a password change, because the hash is part
 * of what is signed; worth nothing without the password.
 */
export function isKnownBrowser(
  key: Uint8Array,
  cookie: string | undefined,
  account: Account | undefined,
): boolean {
  if (!account?.password_hash) return false;
  const expected = markOf(key, account);
  return marksIn(cookie).some((mark) => sameToken(mark, expected));
}

export function rememberBrowser(
  key: Uint8Array,
  cookie: string | undefined,
  account: Account,
): string {
  const mark = markOf(key, account);
  const others = marksIn(cookie).filter((other) => other !== mark);
  return [mark, ...others].slice(0, remembered).join("~");
}

function markOf(key: Uint8Array, { id, password_hash }: Account): string {
  return signature(key, `known.${id}.${password_hash}`);
}
