/**
 * Which letter of ours is pressed: on a keyboard of another alphabet the one that stands in its
 * place, and Caps Lock makes no other key of it. What is no letter is itself.
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
