import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import type { MailSecurity } from "../../shared/mailboxes.ts";
import type { SecretCell } from "../encryption.ts";
import { isLoopback } from "../loopback.ts";

/** Why no connection to a mail server is made, in words for a Super Admin. */
export class MailHostFailure extends Error {
  /** Trying again cannot help: someone has to change the settings. */
  readonly needsEdit: boolean;

  constructor(words: string, needsEdit: boolean, cause?: unknown) {
    super(words, { cause });
    this.name = "MailHostFailure";
    this.needsEdit = needsEdit;
  }
}

/** One checked address, so that another answer of the name server cannot lead elsewhere. */
export async function resolveMailHost({
  host,
  security,
}: {
  host: string;
  security: MailSecurity;
}): Promise<string> {
  const found = await lookup(host, { all: true }).catch((error) => {
    throw new MailHostFailure(`There is no mail server named ${host}.`, false, error);
  });
  const addresses = found.map(({ address }) => address);
  if (addresses.some(isLinkLocal)) {
    throw new MailHostFailure(
      `${host} is a link-local address, which no mail server can have.`,
      true,
    );
  }
  if (security === "none" && !addresses.every(isLoopback)) {
    throw new MailHostFailure(
      "A password is sent unencrypted only to this machine. Choose TLS or STARTTLS.",
      true,
    );
  }
  // Many servers listen on the IPv4 address of `localhost` alone.
  const [first] = addresses.toSorted((one, other) => isIP(one) - isIP(other));
  if (first === undefined) {
    throw new MailHostFailure(`There is no mail server named ${host}.`, false);
  }
  return first;
}

/** Cloud providers have their metadata service there. */
export function isLinkLocal(address: string): boolean {
  const bare = address.toLowerCase().replace(/^::ffff:(?=\d)/, "");
  return /^169\.254\./.test(bare) || /^fe[89ab][0-9a-f]:/.test(bare) || /^::ffff:a9fe:/.test(bare);
}

/** Where the password of a mail server is stored. */
export function secretCell(serverId: string): SecretCell {
  return { table: "mailbox_servers", column: "secret", id: serverId };
}

/** Hands out an access token of OAuth2: another one than that which a mail server refused. */
export type TokenSource = (refused?: string) => Promise<string>;
