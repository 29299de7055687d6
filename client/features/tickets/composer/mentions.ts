import { keepPreviousData } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import type { PersonRef } from "../../../../shared/tickets/vocabulary.ts";
import { closest } from "../../../components/pickers/fits.ts";
import { readFailure } from "../../../data/errors.ts";
import { useViewer } from "../../../data/session/viewer.ts";
import { trpc } from "../../../data/trpc.ts";
import type { CompletionSource } from "./completion.ts";

/** The people whose `@Full Name` is in the text; longer names first, as one can begin another. */
export function mentionedIn(body: string, people: readonly PersonRef[]): PersonRef[] {
  const found: PersonRef[] = [];
  let rest = body;
  for (const person of longestFirst(people)) {
    const mark = `@${person.name}`;
    if (!rest.includes(mark)) continue;
    found.push(person);
    rest = rest.replaceAll(mark, "\0");
  }
  return found;
}

/** The text cut at each mention; those are at the odd places. */
export function cutAtMentions(body: string, people: readonly PersonRef[]): string[] {
  const marks = longestFirst(people).map(({ name }) => `@${name}`);
  const parts: string[] = [];
  let begun = 0;
  for (let at = body.indexOf("@"); at >= 0; at = body.indexOf("@", at + 1)) {
    const mark = marks.find(
      (one) => body.startsWith(one, at) && !/[\p{L}\p{N}]/u.test(body.charAt(at + one.length)),
    );
    if (!mark || at < begun) continue;
    parts.push(body.slice(begun, at), mark);
    begun = at + mark.length;
  }
  return [...parts, body.slice(begun)];
}

function longestFirst(people: readonly PersonRef[]): PersonRef[] {
  return [...people].sort((a, b) => b.name.length - a.name.length);
}

/** The words after each `@`, for names that were not chosen in this browser. */
export function namesToLookUp(body: string): string[] {
  const marks = [...body.matchAll(/@(\p{L}[\p{L}\p{M}'’.-]*(?: \p{L}[\p{L}\p{M}'’.-]*)?)/gu)];
  return [...new Set(marks.map(([, name = ""]) => name))].slice(0, 20);
}

/** The ticket, or for a new ticket the company it will belong to. */
interface MentionScope {
  ticketId?: string;
  companyId?: string | null | undefined;
}

/** Completes people after `@`, and finds who is mentioned when the note is added. */
export function useMentions({ ticketId, companyId }: MentionScope) {
  const viewer = useViewer();
  const utils = trpc.useUtils();
  const seen = useRef(new Map<string, PersonRef>());
  /** The people whose mentions are drawn as chips while the note is written. */
  const [known, setKnown] = useState<readonly PersonRef[]>([]);
  const source = useMemo<CompletionSource>(
    () => ({
      trigger: "@",
      label: "People to mention",
      after: " ",
      nothing: "No one matches.",
      useChoices(query) {
        const found = trpc.tickets.assignees.useQuery(
          { ticketId, companyId, search: query },
          { placeholderData: keepPreviousData, meta: { showsError: true } },
        );
        // Filters the previous answer by the current text, because Enter takes the first.
        const people = found.isPlaceholderData
          ? closest(query, found.data ?? [], ({ name, email }) => [name, email])
          : (found.data ?? []);
        for (const { id, name } of people) seen.current.set(id, { id, name });
        return {
          choices: people
            .filter(({ id }) => id !== viewer.id)
            .slice(0, 8)
            .map(({ id, name, email }) => ({
              id,
              name,
              detail: email ?? undefined,
              insert: `@${name}`,
              onChosen: () => setKnown((before) => [...before, { id, name }]),
            })),
          isWaiting: found.isPending,
          isOffline: found.isError && readFailure(found.error).offline,
        };
      },
    }),
    [ticketId, companyId, viewer.id],
  );

  /** A note begun on another computer names people that were not looked up here. */
  const mentions = useCallback(
    async (body: string): Promise<PersonRef[]> => {
      for (const name of namesToLookUp(body)) {
        const known = [...seen.current.values()].some((person) => person.name.startsWith(name));
        if (known) continue;
        const found = await utils.tickets.assignees
          .fetch({ ticketId, companyId, search: name })
          .catch(() => []);
        for (const person of found) seen.current.set(person.id, person);
      }
      const named = mentionedIn(body, [...seen.current.values()]);
      setKnown((before) => (named.every((one) => before.includes(one)) ? before : named));
      return named;
    },
    [ticketId, companyId, utils],
  );
  return { source, mentions, known };
}
