/**
 * The Latin letter at the pressed position, also on other alphabets' layouts and with Caps Lock on. Keys that
 * are not letters are returned unchanged.
 */
export function letterOf({
  key,
  code,
  shiftKey,
}: Pick<KeyboardEvent, "key" | "code" | "shiftKey">): string {
  const isForeign = key.length === 1 && key > "\x7f";
  const letter = isForeign ? /^Key([A-Z])$/.exec(code)?.[1] : /^[A-Za-z]$/.exec(key)?.[0];
  if (!letter) return key;
  return shiftKey ? letter.toUpperCase() : letter.toLowerCase();
}
