import type { PaletteGroup } from "./palette-entry.ts";

export const foundTickets = "Tickets";

/**
 * The groups that have something. Tickets found by another word than was typed, which may have been
 * meant, stand behind all that begins as it was typed.
 */
export function guessesLast(groups: readonly PaletteGroup[], areGuessed: boolean): PaletteGroup[] {
  const shown = groups.filter(({ entries }) => entries.length > 0);
  const isGuess = ({ heading }: PaletteGroup) => areGuessed && heading === foundTickets;
  return [...shown.filter((group) => !isGuess(group)), ...shown.filter(isGuess)];
}
