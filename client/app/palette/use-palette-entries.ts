import { History, Search } from "lucide-react";
import { createElement, useDeferredValue, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { can, isStaff } from "../../../shared/access.ts";
import { namesDays } from "../../../shared/search/days.ts";
import { parseQuery } from "../../../shared/search/query.ts";
import { asWords } from "../../../shared/search/words.ts";
import { writeSearch } from "../../components/table/list-address.ts";
import { StatusMark } from "../../components/ticket/StatusMark.tsx";
import { seenBefore, seenLately } from "../../components/ticket/seen-lately.ts";
import { useTicketsFound } from "../../components/ticket/use-tickets-found.ts";
import { readFailure } from "../../data/errors.ts";
import { useTimeZone, useViewer } from "../../data/session/viewer.ts";
import { trpc } from "../../data/trpc.ts";
import { type KeyId, keyHint, thisList } from "../keyboard/keys.ts";
import { actIcons, furtherIcon } from "./act-icons.ts";
import { availableActs, furtherActs } from "./available-acts.ts";
import { foundTickets, guessesLast } from "./guesses-last.ts";
import { type KeyGroup, keyWords, labelAt } from "./key-words.ts";
import type { PaletteEntry, PaletteGroup } from "./palette-entry.ts";
import { placeOfView, placesFor } from "./places.ts";
import { useRecordsFound } from "./use-records-found.ts";

/** Fewer where users and companies stand below, so that all of it is seen at once. */
const shownTickets = { alone: 6, besideRecords: 4 };
const shownSeen = 5;

/** What fits the words typed: acts first, then tickets and records, found as in their lists, then places. */
export function usePaletteEntries(text: string): {
  groups: PaletteGroup[];
  isSearching: boolean;
  /** Why tickets could not be looked for. */
  trouble: string | null;
} {
  const viewer = useViewer();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // As it was when the palette opened: what can be done is about what lay below it.
  const [acts] = useState(availableActs);
  const [further] = useState(furtherActs);
  const search = useDeferredValue(text.trim());
  const language = isStaff(viewer) ? "staff" : "customer";
  const timeZone = useTimeZone();
  // In the middle of an operator it is no query yet.
  const q = parseQuery(search, language).problems.length > 0 ? asWords(search) : search;
  const saved = trpc.views.list.useQuery(undefined, {
    enabled: language === "staff",
    meta: { showsError: true },
  });
  const { found: tickets, instead } = useTicketsFound(
    { q, timeZone, limit: shownTickets[can(viewer, "area.users") ? "besideRecords" : "alone"] },
    { enabled: search.length > 1, meta: { showsError: true } },
  );

  const records = useRecordsFound(search);

  const entriesOf = (group: KeyGroup, about?: string): PaletteEntry[] =>
    acts
      .filter((act) => keyWords[act.id].group === group && act.id !== "help.keys")
      .filter((act) => about === undefined || act.about === about)
      .map(({ id, run, keys }) => ({
        ...{ id, run, keys, label: labelAt(pathname, id) },
        ...iconOf(id),
      }));
  // The ticket or record that is open, what is selected in the list beside it, or both.
  const subjects = [...acts.filter(({ id }) => keyWords[id].group === "Ticket"), ...further]
    .flatMap(({ about }) => about ?? [])
    .filter((about) => about !== thisList);
  const furtherOf = (about?: string): PaletteEntry[] =>
    further
      .filter((act) => act.about === about)
      .map((act) => ({ ...act, id: `${about} ${act.label}`, icon: furtherIcon(act) }));
  const found = (search.length > 1 ? (tickets.data?.tickets ?? []) : []).map(
    ({ id, number, subject, status }): PaletteEntry => ({
      ...{ id, number, label: subject },
      icon: createElement(StatusMark, { status, besideWord: false }),
      run: () => navigate(`/ticket/${number}`),
    }),
  );
  const seen = seenBefore(seenLately.get(), pathname)
    .slice(0, shownSeen)
    .map(
      ({ number, subject }): PaletteEntry => ({
        ...{ id: `seen ${number}`, number, label: subject },
        icon: createElement(History),
        run: () => navigate(`/ticket/${number}`),
      }),
    );
  const shown = instead ?? q;
  if (found.length > 0 && shown) {
    const label = `Show all tickets matching “${shown}”`;
    found.push({
      ...{ id: "search", label, icon: createElement(Search) },
      run: () => {
        const tz = namesDays(shown, language) ? timeZone : undefined;
        navigate(`/ticket/log${writeSearch({ view: "all", q: shown, tz })}`);
      },
    });
  }
  const views = (saved.data?.views ?? []).map(placeOfView);
  const places = [...placesFor(viewer), ...views].map(
    ({ label, icon, to, keys }): PaletteEntry => ({
      ...{ id: `go ${to}`, label, keys: keys && keyHint(keys) },
      icon: icon && createElement(icon),
      run: () => navigate(to),
    }),
  );
  // There is much of it: it stands first only where it is asked for.
  const ofList = {
    heading: thisList,
    entries: fitting([...entriesOf("Users and companies"), ...furtherOf(thisList)], text),
  };
  const groups: PaletteGroup[] = [
    ...[...new Set(subjects)].map((about) => ({
      heading: about,
      entries: fitting([...entriesOf("Ticket", about), ...furtherOf(about)], text),
    })),
    { heading: "Recently viewed", entries: text.trim() === "" ? seen : [] },
    ...(text.trim() === "" ? [] : [ofList]),
    { heading: foundTickets, entries: found },
    ...records.groups,
    { heading: "Everywhere", entries: fitting([...entriesOf("Everywhere"), ...furtherOf()], text) },
    ...(text.trim() === "" ? [ofList] : []),
    { heading: "Go to", entries: fitting(places, text) },
  ];
  return {
    groups: guessesLast(groups, instead !== undefined),
    isSearching: (search.length > 1 && tickets.isPending) || records.isSearching,
    trouble: search.length > 1 && tickets.isError ? readFailure(tickets.error).message : null,
  };
}

function iconOf(id: KeyId): Pick<PaletteEntry, "icon"> {
  const icon = actIcons[id];
  return icon ? { icon: createElement(icon) } : {};
}

/** Each word typed begins a word of the label. */
function fitting(entries: PaletteEntry[], text: string): PaletteEntry[] {
  const typed = wordsOf(text);
  return entries.filter(({ label }) => {
    const words = wordsOf(label);
    return typed.every((begin) => words.some((word) => word.startsWith(begin)));
  });
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
