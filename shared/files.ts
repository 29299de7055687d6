/** Limits of files, for the server's checks and the client's forms. */
export const fileLimits = {
  bytes: 25 * 1024 * 1024,
  name: 200,
  /** The maximum number of uploaded files that are not sent yet. */
  unsent: 50,
  unsentBytes: 500 * 1024 * 1024,
  /** Concurrent uploads per person and server. */
  arriving: 10,
} as const;

/** Displayed in the page if the bytes have one of these types; all others are downloads. */
const inlineImageTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;
export type InlineImageType = (typeof inlineImageTypes)[number];

export function isInlineImage(type: string): type is InlineImageType {
  return inlineImageTypes.some((known) => known === type);
}

/** A safe file name: without a path and invisible characters, and not too long. */
export function cleanFileName(given: string): string {
  const last = given.toWellFormed().normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const seen = last.replace(unseen, "").replace(/\s+/g, " ").trim();
  const name = seen.replace(/^\.+$/, "");
  return name === "" ? "file" : shorten(name);
}

/** Control characters, and those that make a name look different. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Co}\ufffd]/gu;

/** Preserves the file extension. */
function shorten(name: string): string {
  if (name.length <= fileLimits.name) return name;
  const ending = /\.[^.\s]{1,16}$/u.exec(name)?.[0] ?? "";
  const kept = name.slice(0, fileLimits.name - ending.length);
  // Removes half of a surrogate pair.
  return `${kept.replace(/[\ud800-\udbff]$/, "").trimEnd()}${ending}`;
}
