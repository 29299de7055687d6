import { randomToken, sameToken, signature } from "./tokens.ts";

export interface AntiForgery {
  issue(boundTo: string): string;
  isValid(value: string | undefined, boundTo: string): boolean;
  accepts(cookie: string | undefined, header: string | undefined, boundTo: string): boolean;
}

/** What the value is bound to before sign-in. */
export const anonymous = "anon";

/**
 * The double-submit cookie: random, and signed together with its session, so that a value planted by a neighbouring
 * site matches no session.
 */
export function createAntiForgery(key: Uint8Array): AntiForgery {
  const sign = (random: string, boundTo: string) => signature(key, `${random}.${boundTo}`);

  function isValid(value: string | undefined, boundTo: string): boolean {
    const [random, signed, ...rest] = value?.split(".") ?? [];
    if (!random || !signed || rest.length > 0) return false;
    return sameToken(signed, sign(random, boundTo));
  }

  return {
    issue(boundTo) {
      const random = randomToken();
      return `${random}.${sign(random, boundTo)}`;
    },
    isValid,
    accepts(cookie, header, boundTo) {
      if (!cookie || !header || !sameToken(cookie, header)) return false;
      return isValid(cookie, boundTo);
    },
  };
}
