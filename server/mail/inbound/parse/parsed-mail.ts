import type { MailHead } from "../../../../shared/inbound-mail.ts";
import type { CalendarCard } from "../../../../shared/tickets/page.ts";
import type { BounceReport } from "../../../../shared/undelivered.ts";

/** What the child process found in a mail. It travels between processes as JSON. */
export interface ParsedMail extends MailHead {
  /** The Date header as written. */
  date: string | null;
  /** Its time, if it can be read. */
  sentAt: string | null;
  /** What the author wrote. */
  text: string;
  /** The same as safe HTML. Images of the mail are named by `cid:`. */
  html: string;
  /** The quoted part below. */
  restText: string | null;
  restHtml: string | null;
  /** Images on other servers, which are not loaded. */
  remoteImages: number;
  files: ParsedFile[];
  /** Domains whose DKIM signature is valid, if it had to be checked here. */
  signedBy: string[];
  /** With S/MIME or PGP, which is not checked. */
  isSigned: boolean;
  isForward: boolean;
  calendar: CalendarCard | null;
  /** Null unless a mail server reports that it did not deliver a mail. */
  bounce: BounceReport | null;
}

/** What the child process is asked to do. */
export interface ParseJob {
  path: string;
  signatures: SignatureCheck | null;
}

/** Of a mail that reached us without a mail server of ours, which would have checked its sender. */
export interface SignatureCheck {
  /** Unless this server's results are in the mail after all. */
  authservId: string | null;
  /** Name servers, `address:port`; those of the system by default. */
  dnsServers?: readonly string[];
}

export interface ParsedFile {
  path: string;
  size: number;
  sha256: string;
  name: string;
  /** As the mail claims it; the bytes decide. */
  type: string;
  /** Set if the HTML shows it at this content id. */
  contentId: string | null;
}
