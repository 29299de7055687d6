/** What a file may be, for the server's door and the client's buttons. */
export const fileLimits = {
  bytes: 25 * 1024 * 1024,
  name: 200,
  /** What somebody may have uploaded and not sent. */
  unsent: 50,
  unsentBytes: 500 * 1024 * 1024,
  /** At once, by one person on one server. */
  arriving: 10,
} as const;

/** Shown in the page where the bytes are one of these; all else is a download. */
const inlineImageTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;
export type InlineImageType = (typeof inlineImageTypes)[number];

export function isInlineImage(type: string): type is InlineImageType {
  return inlineImageTypes.some((known) => known === type);
}

/** `invoice.pdf` of whatever somebody called it: no path, nothing unseen, not too long. */
export function cleanFileName(given: string): string {
  const last = given.toWellFormed().normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const seen = last.replace(unseen, "").replace(/\s+/g, " ").trim();
  const name = seen.replace(/^\.+$/, "");
  return name === "" ? "file" : shorten(name);
}

/** Control characters, and those that make a name read other than it is. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Co}\ufffd]/gu;

/** Keeps how it ends, by which people and programs know what it is. */
function shorten(name: string): string {
  if (name.length <= fileLimits.name) return name;
  const ending = /\.[^.\s]{1,16}$/u.exec(name)?.[0] ?? "";
  const kept = name.slice(0, fileLimits.name - ending.length);
  // Half of a pair of surrogates is no character.
  return `${kept.replace(/[\ud800-\udbff]$/, "").trimEnd()}${ending}`;
}
