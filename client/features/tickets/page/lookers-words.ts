import type { Looker } from "../../../../shared/live.ts";

/** `Samuel Okafor is looking`; who types is named before those who only look. */
export function presenceWords(others: readonly Looker[]): string {
  const typing = others.filter((other) => other.typing);
  const named = typing.length > 0 ? typing : others;
  if (named.length === 0) return "";
  const verb = named.length === 1 ? "is" : "are";
  return `${nameWords(others)} ${verb} ${typing.length > 0 ? "typing" : "looking"}`;
}

export function nameWords(others: readonly Looker[]): string {
  const typing = others.filter((other) => other.typing);
  const names = (typing.length > 0 ? typing : others).map(({ name }) => name);
  const [first = "", second, ...rest] = names;
  if (second === undefined) return first;
  return rest.length === 0 ? `${first} and ${second}` : `${first} and ${rest.length + 1} others`;
}
