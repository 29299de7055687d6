import { type MailHeader, mailDomainOf, type Verdict } from "./inbound-mail.ts";

/**
 * What the mail server found about the sender. Only its own topmost result counts: others can be written by
 * anyone. `authservId` is the name it signs with, empty for servers that give none, null if unknown. Without
 * a result the valid DKIM signatures count; a missing one proves nothing, since SPF is unknown then.
 */
export function verdictOf(
  headers: readonly MailHeader[],
  authservId: string | null,
  fromDomain: string,
  signedBy: readonly string[] = [],
): Verdict {
  const results = resultsOf(headers, authservId);
  if (!results) return signedBy.some((domain) => isAligned(domain, fromDomain)) ? "pass" : "none";
  const found = (method: string) => results.methods.filter((each) => each.method === method);
  const [dmarc] = found("dmarc");
  if (dmarc?.result === "pass") return "pass";
  if (dmarc?.result === "fail") return "fail";
  const passes = ({ result, domain }: MethodResult) =>
    result === "pass" && isAligned(domain, fromDomain);
  const [dkim, spf] = [found("dkim"), found("spf")];
  if (dkim.some(passes) || spf.some(passes)) return "pass";
  const failed = ({ result }: MethodResult) => result === "fail" || result === "softfail";
  const bothFail = dkim.length > 0 && spf.length > 0 && [...dkim, ...spf].every(failed);
  return bothFail ? "fail" : "none";
}

/** Whether the mail server that signs with this name has checked the mail. */
export function hasOwnResults(headers: readonly MailHeader[], authservId: string | null): boolean {
  return resultsOf(headers, authservId) !== undefined;
}

function resultsOf(headers: readonly MailHeader[], authservId: string | null) {
  if (authservId === null) return undefined;
  return headers
    .filter(({ name }) => name === "authentication-results")
    .map(({ value }) => readResults(value))
    .find(({ server }) => server === authservId.toLowerCase());
}

/** Enough to act for an agent: DMARC passes, or SPF and DKIM both align. */
export function provesSender(
  headers: readonly MailHeader[],
  authservId: string | null,
  fromDomain: string,
): boolean {
  const results = resultsOf(headers, authservId);
  if (!results) return false;
  const passes = (method: string) =>
    results.methods.some(
      (each) =>
        each.method === method && each.result === "pass" && isAligned(each.domain, fromDomain),
    );
  const dmarc = results.methods.find(({ method }) => method === "dmarc");
  if (dmarc) return dmarc.result === "pass";
  return passes("spf") && passes("dkim");
}

/** The server that signs this Authentication-Results, empty if it names none; null without the header. */
export function authservIdOf(results: string | null): string | null {
  return results === null ? null : readResults(results).server;
}

interface MethodResult {
  method: string;
  result: string;
  domain: string;
}

function readResults(value: string): { server: string; methods: MethodResult[] } {
  let text = value.slice(0, 8_000);
  for (let depth = 0; depth < 5; depth += 1) text = text.replace(/\([^()]*\)/g, " ");
  const parts = text.split(";").map((part) => part.trim());
  const hasServer = !parts[0]?.includes("=");
  const server = hasServer ? (parts[0]?.split(/\s/)[0] ?? "").toLowerCase() : "";
  const methods = (hasServer ? parts.slice(1) : parts).flatMap((part) => {
    const [, method, result] = /^(dmarc|dkim|spf)\s*=\s*(\w+)/i.exec(part) ?? [];
    if (method === undefined || result === undefined) return [];
    const property =
      method.toLowerCase() === "spf"
        ? /smtp\.(?:mailfrom|mfrom)\s*=\s*"?([^\s";]+)/i
        : /header\.(?:d|i|from)\s*=\s*"?([^\s";]+)/i;
    const domain = mailDomainOf(property.exec(part)?.[1] ?? "").replace(/^<|>$/g, "");
    return [{ method: method.toLowerCase(), result: result.toLowerCase(), domain }];
  });
  return { server, methods };
}

function isAligned(domain: string, from: string): boolean {
  if (!domain.includes(".") || !from.includes(".")) return false;
  return domain === from || from.endsWith(`.${domain}`) || domain.endsWith(`.${from}`);
}
