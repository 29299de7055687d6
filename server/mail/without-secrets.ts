const maxLength = 1000;

/** More is not even looked at: a mail server may answer with a megabyte. */
const maxRead = 4000;

/**
 * What a mail server said, fit to be stored and read: servers quote addresses, links and what
 * was signed in with.
 */
export function withoutSecrets(words: string, secrets: readonly string[]): string {
  const bare = secrets.reduce(
    (text, secret) => text.replaceAll(secret, "[…]"),
    words.slice(0, maxRead),
  );
  return (
    bare
      .replaceAll(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, "[link]")
      .replaceAll(/[^\s<>@:,;()"']+@[^\s<>@:,;()"']+/g, "[address]")
      .replaceAll(/[A-Za-z0-9_+/=-]{24,}/g, "[…]")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a server may send any byte
      .replaceAll(/[\s\u0000-\u001f\u007f]+/g, " ")
      .trim()
      .slice(0, maxLength)
      .toWellFormed()
  );
}
