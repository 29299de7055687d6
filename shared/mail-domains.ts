import { companyLimits } from "./companies.ts";

/**
 * The stored form: `acme.test` for `@Acme.test` or `https://www.acme.test/about`; null if it is not a domain.
 */
export function readDomain(typed: string): string | null {
  if (typed.length > longestAddress) return null;
  const [, name = ""] =
    /^(?:[a-z]+:\/\/)?(?:[^@\s/]*@)?(?:www\.)?([^\s/@:?#]+)\.?(?:[/?#:].*)?$/i.exec(typed.trim()) ??
    [];
  const host = asciiOf(name);
  if (host === null || host.length > companyLimits.domain) return null;
  const labels = host.split(".");
  const isLabel = (label: string) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label);
  if (labels.length < 2 || !labels.every(isLabel)) return null;
  return /[a-z]/.test(labels.at(-1) ?? "") ? host : null;
}

/** Longer text is neither an address nor a domain. Parsing it as a URL takes quadratic time. */
export const longestAddress = 254;

/** The Punycode form of a domain. */
export function asciiOf(name: string): string | null {
  if (name.length > longestAddress) return null;
  const url = URL.parse(`ws://${name.toLowerCase().replace(/\.$/, "")}`);
  return url && url.hostname !== "" && url.port === "" ? url.hostname : null;
}

/** Providers where anyone can have an address, so the domain says nothing about the company. */
export function isFreeMail(domain: string): boolean {
  return freeMail.has(domain) || freeMailFamilies.some((family) => family.test(domain));
}

/** Providers with domains in many countries: `yahoo.co.uk`, `hotmail.fr`. */
const freeMailFamilies = [
  /^(yahoo|ymail|hotmail|outlook|live|gmx|yandex)\.([a-z]{2,3}\.)?[a-z]{2,3}$/,
];

const freeMail: ReadonlySet<string> = new Set([
  "126.com",
  "163.com",
  "aim.com",
  "aol.com",
  "bluewin.ch",
  "bol.com.br",
  "btinternet.com",
  "comcast.net",
  "daum.net",
  "duck.com",
  "fastmail.com",
  "fastmail.fm",
  "foxmail.com",
  "free.fr",
  "freenet.de",
  "gmail.com",
  "googlemail.com",
  "hanmail.net",
  "hey.com",
  "home.nl",
  "icloud.com",
  "inbox.com",
  "inbox.lv",
  "interia.pl",
  "kpnmail.nl",
  "laposte.net",
  "libero.it",
  "list.ru",
  "mac.com",
  "mail.com",
  "mail.ee",
  "mail.ru",
  "mailbox.org",
  "me.com",
  "msn.com",
  "naver.com",
  "o2.pl",
  "online.de",
  "orange.fr",
  "pm.me",
  "posteo.de",
  "proton.me",
  "protonmail.ch",
  "protonmail.com",
  "qq.com",
  "rambler.ru",
  "rediffmail.com",
  "rocketmail.com",
  "runbox.com",
  "sapo.pt",
  "seznam.cz",
  "sfr.fr",
  "sina.com",
  "skynet.be",
  "t-online.de",
  "telenet.be",
  "terra.com.br",
  "tiscali.it",
  "tuta.com",
  "tutanota.com",
  "ukr.net",
  "uol.com.br",
  "verizon.net",
  "virgilio.it",
  "wanadoo.fr",
  "web.de",
  "wp.pl",
  "yeah.net",
  "ziggo.nl",
  "zoho.com",
  "zohomail.com",
]);
