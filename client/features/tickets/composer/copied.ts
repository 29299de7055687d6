import type { ReplyInput } from "../../../../shared/schemas/ticket-acts.ts";
import type { CopiedPerson } from "../../../../shared/tickets/page.ts";

/** What the author of a reply chose about copied people; all are copied by default. */
export interface CopiedChoice {
  /** Addresses left out of this reply. */
  without: readonly string[];
  /** Addresses that are no longer copied. */
  removed: readonly string[];
  added: readonly CopiedPerson[];
  bcc: readonly string[];
}

export const allCopied: CopiedChoice = { without: [], removed: [], added: [], bcc: [] };

export interface CopiedChip extends CopiedPerson {
  /** `left-out`: not on this reply. `added`: with this reply. */
  state: "copied" | "left-out" | "added";
}

export function copiedChips(
  { without, removed, added }: CopiedChoice,
  copied: readonly CopiedPerson[],
): CopiedChip[] {
  const known = new Set(copied.map(({ address }) => address));
  const staying = copied.filter(({ address }) => !removed.includes(address));
  return [
    ...staying.map((person): CopiedChip => {
      const isLeftOut = without.includes(person.address);
      return { ...person, state: isLeftOut ? "left-out" : "copied" };
    }),
    // Someone else may have added them in the meantime.
    ...added
      .filter(({ address }) => !known.has(address))
      .map((person): CopiedChip => ({ ...person, state: "added" })),
  ];
}

/** What a reply is sent with. */
export function copiedInput(
  choice: CopiedChoice,
  copied: readonly CopiedPerson[],
): Pick<ReplyInput, "cc" | "bcc" | "addCopied" | "removeCopied"> {
  const { removed, added, bcc } = choice;
  const chips = copiedChips(choice, copied);
  const cc = chips.filter(({ state }) => state !== "left-out").map(({ address }) => address);
  return {
    ...(chips.length > cc.length && { cc }),
    ...(bcc.length > 0 && { bcc: [...bcc] }),
    ...(added.length > 0 && { addCopied: [...added] }),
    ...(removed.length > 0 && { removeCopied: [...removed] }),
  };
}

/** The choice with this address in Cc or Bcc; one that is copied already is copied again. */
export function addAddress(
  choice: CopiedChoice,
  kind: "cc" | "bcc",
  typed: string,
  copied: readonly CopiedPerson[],
): CopiedChoice {
  const address = typed.trim().toLowerCase();
  const left = dropAddress(choice, address);
  if (kind === "bcc") return { ...left, bcc: [...left.bcc, address] };
  if (copied.some((person) => person.address === address)) return left;
  return { ...left, added: [...left.added, { address, name: "" }] };
}

/** The choice without anything about this address. */
export function dropAddress(choice: CopiedChoice, address: string): CopiedChoice {
  const isOther = (one: string) => one !== address;
  return {
    without: choice.without.filter(isOther),
    removed: choice.removed.filter(isOther),
    added: choice.added.filter((person) => isOther(person.address)),
    bcc: choice.bcc.filter(isOther),
  };
}
