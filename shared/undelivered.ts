/** Why a mail was not delivered, as mail servers report it: when they refuse it, or later in a bounce. */

export interface DeliveryFailure {
  /** The enhanced status code, such as 5.1.1; empty if the server named none. */
  code: string;
  /** In a few words. */
  text: string;
  /** It is not delivered, however often it is tried. */
  isPermanent: boolean;
  /** And no other mail to the address will be. */
  isAddressUseless: boolean;
}

/** Mail to an address came back, so none about a ticket is sent to it until then. */
export interface MailStop {
  until: string;
  /** Such as `no such mailbox (5.1.1)`. */
  why: string;
}

/** What a bounce says of one recipient. */
export interface ReportedRecipient {
  /** As we wrote it, and where it ended: a forwarded mail bounces at another address. */
  addresses: string[];
  /** In lower case: failed, delayed, delivered, relayed or expanded; empty if unknown. */
  action: string;
  status: string;
  diagnostic: string;
}

/** What a bounce says, with the Message-IDs of the mail that came back, the most certain first. */
export interface BounceReport {
  returned: string[];
  recipients: ReportedRecipient[];
}

/** Null for a recipient that got the mail. */
export function failureOf(recipient: ReportedRecipient): DeliveryFailure | null {
  const { action, status, diagnostic } = recipient;
  if (["delivered", "relayed", "expanded"].includes(action)) return null;
  const code = chooseCode(codeIn(status), codeIn(diagnostic));
  if (code.startsWith("2")) return null;
  const failure = failureFor(code, diagnostic);
  // A server that is still trying reports 4.x.x, and some that gave up do so too.
  if (action !== "delayed") return failure;
  return {
    ...failure,
    text: `not yet, ${failure.text}`,
    isPermanent: false,
    isAddressUseless: false,
  };
}

/** Of a mail server that refused a mail for good, in its own words. */
export function refusalOf(answer: string): DeliveryFailure {
  return { ...failureFor(codeIn(answer), answer), isPermanent: true };
}

/** `no such mailbox (5.1.1)` */
export function failureWords({ code, text }: Pick<DeliveryFailure, "code" | "text">): string {
  return code === "" ? text : `${text} (${code})`;
}

function failureFor(code: string, diagnostic: string): DeliveryFailure {
  const isPermanent = !code.startsWith("4");
  // A server that does not know us refuses all addresses.
  if (/\brelay(ing)?\b/i.test(diagnostic)) {
    return {
      code,
      text: "the mail server refused to relay it",
      isPermanent,
      isAddressUseless: false,
    };
  }
  const text = wordsOf(code) ?? (fewWordsOf(diagnostic) || "the mail server refused it");
  return { code, text, isPermanent, isAddressUseless: useless.test(code) };
}

/** Codes 5.1.7 and 5.1.8 are about our own address. */
const useless = /^5\.(1\.(?!7$|8$)\d+|2\.1|4\.4|7\.(1|129|133))$/;

function codeIn(words: string): string {
  return /(?:^|[^\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(words)?.[1] ?? "";
}

/** Many servers report 5.0.0 and say more in their words. */
function chooseCode(status: string, diagnostic: string): string {
  const isVague = status === "" || /^\d\.0\.0$/.test(status);
  return isVague && diagnostic !== "" ? diagnostic : status;
}

const wordsOfCodes: [code: RegExp, words: string][] = [
  [/^5\.1\.(1|10)$/, "no such mailbox"],
  [/^5\.1\.2$/, "no such domain"],
  [/^5\.1\.3$/, "the address is not valid"],
  [/^5\.1\.6$/, "the mailbox has moved"],
  [/^5\.1\.[78]$/, "the mail server doesn't accept our address"],
  [/^5\.2\.1$/, "the mailbox is disabled"],
  [/^[45]\.2\.2$/, "the mailbox is full"],
  [/^[45]\.(2|3)\.[34]$/, "the mail is too large"],
  [/^5\.4\.4$/, "the domain has no mail server"],
  [/^[45]\.4\.6$/, "the mail went in a circle"],
  [/^[45]\.4\.7$/, "the mail server gave up after several attempts"],
  [/^4\.4\.\d+$/, "the mail server doesn't answer"],
  [/^5\.7\.(129|133)$/, "the recipient accepts mail from colleagues only"],
  [/^5\.7\.(9|2\d)$/, "the mail server could not verify that we sent it"],
  [/^[45]\.7\.\d+$/, "the mail server refused it"],
];

function wordsOf(code: string): string | null {
  return wordsOfCodes.find(([pattern]) => pattern.test(code))?.[1] ?? null;
}

/** Without the kind of server and line breaks. */
function fewWordsOf(diagnostic: string): string {
  return diagnostic
    .replace(/^[\w-]+\s*;/, "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 300)
    .toWellFormed();
}
