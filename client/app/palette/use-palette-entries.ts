import { keepPreviousData } from "@tanstack/react-query";
import {
  ArrowLeft,
  Bookmark,
  Building2,
  CheckCheck,
  ChevronDown,
  ChevronUp,
  CircleCheck,
  CircleDot,
  History,
  ListFilter,
  LockKeyhole,
  type LucideIcon,
  Moon,
  Pencil,
  Plus,
  Reply,
  Search,
  SignalHigh,
  Tag,
  UserRound,
  UserRoundCheck,
  X,
} from "lucide-react";
import { createElement, type ReactNode, useDeferredValue, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { can, isStaff, type Role } from "../../../shared/access.ts";
import type { SavedView } from "../../../shared/saved-views.ts";
import { completeAt, mostCompletions, putIn } from "../../../shared/search/complete.ts";
import { namesDays } from "../../../shared/search/days.ts";
import type { Language } from "../../../shared/search/operators.ts";
import { parseQuery } from "../../../shared/search/query.ts";
import { asWords, withPrefix } from "../../../shared/search/words.ts";
import { customerViews, ticketViews, viewNames } from "../../../shared/tickets/vocabulary.ts";
import { fullName } from "../../../shared/users.ts";
import { writeSearch } from "../../components/table/list-address.ts";
import { StatusMark } from "../../components/ticket/StatusMark.tsx";
import { seenBefore, seenLately } from "../../components/ticket/seen-lately.ts";
import { useTicketsFound } from "../../components/ticket/use-tickets-found.ts";
import { customerViewNames, viewIcons } from "../../components/ticket/views.ts";
import { Avatar } from "../../components/ui/avatar.tsx";
import { readFailure } from "../../data/errors.ts";
import { useTimeZone, useViewer } from "../../data/session/viewer.ts";
import { trpc } from "../../data/trpc.ts";
import type { PageName, SettingsTab } from "../../pages.ts";
import {
  allLayers,
  type ExtraAction,
  type KeyId,
  keyHint,
  keyTable,
  thisList,
} from "../keyboard/keys.ts";
import { accountPagesOf, areasOf } from "../navigation/areas.ts";
import { personIcons } from "../person-icons.ts";
import { type KeyGroup, keyWords, labelAt } from "./key-words.ts";
import type { PaletteEntry, PaletteGroup } from "./palette-entry.ts";

/** Fewer when users and companies follow below, so that everything is visible. */
const shownTickets = { alone: 6, besideRecords: 4 };
const shownSeen = 5;

/** Everything that matches the text: actions first, then tickets and records, then pages. */
export function usePaletteEntries(text: string): {
  groups: PaletteGroup[];
  isSearching: boolean;
  /** Why tickets could not be searched. */
  trouble: string | null;
} {
  const viewer = useViewer();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // Read when the palette opens: the actions concern what was on screen then.
  const [acts] = useState(availableActions);
  const [further] = useState(extraActions);
  const search = useDeferredValue(text.trim());
  const language = isStaff(viewer) ? "staff" : "customer";
  const timeZone = useTimeZone();
  // A half-typed operator is not a valid query yet; its words are searched.
  const q = parseQuery(search, language).problems.length > 0 ? asWords(search) : search;
  const saved = trpc.views.list.useQuery(undefined, {
    enabled: language === "staff",
    meta: { showsError: true },
  });
  const shownAtMost = shownTickets[can(viewer, "area.users") ? "besideRecords" : "alone"];
  // More than are shown, so that words as they were typed come first.
  const { found: tickets, instead } = useTicketsFound(
    { q: q && withPrefix(q), timeZone },
    { enabled: search.length > 1, meta: { showsError: true } },
  );

  const records = useRecordsFound(search);
  const completions = useCompletions(text, language);

  const entriesOf = (group: KeyGroup, about?: string): PaletteEntry[] =>
    acts
      .filter((act) => keyWords[act.id].group === group && act.id !== "help.keys")
      .filter((act) => about === undefined || act.about === about)
      .map(({ id, run, keys }) => ({
        id,
        run,
        keys,
        label: labelAt(pathname, id),
        ...iconOf(id),
      }));
  // The open ticket or record, the list's selection, or both.
  const subjects = [...acts.filter(({ id }) => keyWords[id].group === "Ticket"), ...further]
    .flatMap(({ about }) => about ?? [])
    .filter((about) => about !== thisList);
  const furtherOf = (about?: string): PaletteEntry[] =>
    further
      .filter((act) => act.about === about)
      .map((act) => ({ ...act, id: `${about} ${act.label}`, icon: furtherIcon(act) }));
  const shownFound = search.length > 1 ? (tickets.data?.tickets ?? []) : [];
  const found = shownFound.slice(0, shownAtMost).map(
    ({ id, number, subject, status }): PaletteEntry => ({
      id,
      number,
      label: subject,
      icon: createElement(StatusMark, { status, besideWord: false }),
      run: () => navigate(`/ticket/${number}`),
    }),
  );
  const seen = seenBefore(seenLately.get(), pathname)
    .slice(0, shownSeen)
    .map(
      ({ number, subject }): PaletteEntry => ({
        id: `seen ${number}`,
        number,
        label: subject,
        icon: createElement(History),
        run: () => navigate(`/ticket/${number}`),
      }),
    );
  const shown = instead ?? q;
  if (found.length > 0 && shown) {
    const label = `Show all tickets matching “${shown}”`;
    found.push({
      id: "search",
      label,
      icon: createElement(Search),
      run: () => {
        const tz = namesDays(shown, language) ? timeZone : undefined;
        navigate(`/ticket/log${writeSearch({ view: "all", q: shown, tz })}`);
      },
    });
  }
  const views = (saved.data?.views ?? []).map(placeOfView);
  const places = [...placesFor(viewer), ...views].map(
    ({ label, icon, to, keys }): PaletteEntry => ({
      id: `go ${to}`,
      label,
      keys: keys && keyHint(keys),
      icon: icon && createElement(icon),
      run: () => navigate(to),
    }),
  );
  // These are many: they come first only when searched for.
  const ofList = {
    heading: thisList,
    entries: fitting([...entriesOf("Users and companies"), ...furtherOf(thisList)], text),
  };
  const groups: PaletteGroup[] = [
    ...[...new Set(subjects)].map((about) => ({
      heading: about,
      entries: fitting([...entriesOf("Ticket", about), ...furtherOf(about)], text),
    })),
    ...(completions.isValue ? [completions.group] : []),
    { heading: "Recently viewed", entries: text.trim() === "" ? seen : [] },
    ...(text.trim() === "" ? [] : [ofList]),
    { heading: foundTickets, entries: found },
    ...records.groups,
    { heading: "Everywhere", entries: fitting([...entriesOf("Everywhere"), ...furtherOf()], text) },
    ...(text.trim() === "" ? [ofList] : []),
    { heading: "Go to", entries: fitting(places, text) },
    ...(completions.isValue ? [] : [completions.group]),
  ];
  return {
    groups: guessesLast(groups, instead !== undefined),
    isSearching: (search.length > 1 && tickets.isPending) || records.isSearching,
    trouble: search.length > 1 && tickets.isError ? readFailure(tickets.error).message : null,
  };
}

function iconOf(id: KeyId): Pick<PaletteEntry, "icon"> {
  const icon = actionIcons[id];
  return icon ? { icon: createElement(icon) } : {};
}

/** Entries whose label has a word starting with each word typed. */
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

/** The icons of the buttons that do the same. */
const actionIcons: Partial<Record<KeyId, LucideIcon>> = {
  "list.search": Search,
  "record.new": Plus,
  "record.edit": Pencil,
  "record.leave": ArrowLeft,
  "record.close": X,
  "ticket.new": Plus,
  "ticket.reply": Reply,
  "ticket.note": LockKeyhole,
  "ticket.assign": UserRound,
  "ticket.take": UserRoundCheck,
  "ticket.status": CircleDot,
  "ticket.priority": SignalHigh,
  "ticket.tags": Tag,
  "ticket.resolve": CircleCheck,
  "ticket.resolveNext": CheckCheck,
  "ticket.snooze": Moon,
  "ticket.leave": ArrowLeft,
  "ticket.next": ChevronDown,
  "ticket.previous": ChevronUp,
};

function furtherIcon({ icon, mark }: ExtraAction): ReactNode {
  return mark ?? (icon && createElement(icon));
}

interface AvailableAction {
  id: KeyId;
  run: () => void;
  about?: string | undefined;
  /** The shortcut; undefined where that key currently does something else. */
  keys: string | undefined;
}

/** The shortcuts that are active now, in the table's order. */
function availableActions(): AvailableAction[] {
  const layers = allLayers().map((layer) => layer());
  const taken = new Set<string>();
  return (Object.keys(keyTable) as KeyId[]).flatMap((id) => {
    const acts = layers.find((layer) => layer[id] !== undefined);
    if (!acts) return [];
    const keys = taken.has(keyTable[id]) ? undefined : keyHint(id);
    taken.add(keyTable[id]);
    const run = acts[id];
    return run ? [{ id, run, about: acts.about, keys }] : [];
  });
}

/** Actions without a shortcut, found by name only. */
function extraActions(): (ExtraAction & { about: string | undefined })[] {
  return allLayers().flatMap((layer) => {
    const { about, further = [] } = layer();
    return further.map((act) => ({ ...act, about }));
  });
}

const foundTickets = "Tickets";

/**
 * Removes empty groups. Tickets found by a spelling suggestion come after everything that matches the typed
 * text.
 */
export function guessesLast(groups: readonly PaletteGroup[], areGuessed: boolean): PaletteGroup[] {
  const shown = groups.filter(({ entries }) => entries.length > 0);
  const isGuess = ({ heading }: PaletteGroup) => areGuessed && heading === foundTickets;
  return [...shown.filter((group) => !isGuess(group)), ...shown.filter(isGuess)];
}

interface Place {
  label: string;
  to: string;
  icon: LucideIcon | undefined;
  keys?: KeyId;
}

/** The settings page itself opens on the first tab. */
const settings: Record<Exclude<SettingsTab, "desk">, string> = {
  teams: "Teams",
  tags: "Tags",
  macros: "Macros",
  mailboxes: "Mailboxes",
  mail: "Mail",
  api: "API",
  "sign-in": "Sign-in rules",
};

/** Further entries of a page, under the page's icon. */
const pagesWithin: Partial<Record<PageName, Omit<Place, "icon">[]>> = {
  dashboard: [
    { label: "Dashboard: today", to: "/dashboard/log?period=today" },
    { label: "Dashboard: last 7 days", to: "/dashboard/log?period=7d" },
    { label: "Dashboard: last 90 days", to: "/dashboard/log?period=90d" },
  ],
  settings: Object.entries(settings).map(([tab, label]) => ({ label, to: `/settings/${tab}` })),
};

/** The built-in views, named as in the viewer's list. */
function viewsOf(viewer: { role: Role }): Place[] {
  const mine = isStaff(viewer) ? ticketViews : customerViews;
  const names = isStaff(viewer) ? viewNames : customerViewNames;
  return mine.map((view) => ({
    label: withNoun(names[view] ?? viewNames[view]),
    to: `/ticket/log?view=${view}`,
    icon: viewIcons[view],
  }));
}

/** Adds the noun, except to a name that already is a sentence. */
function withNoun(name: string): string {
  return name === customerViewNames.pending ? name : `${name} tickets`;
}

/** A saved view with its whole list in the address. */
function placeOfView({ id, name, q, timeZone, sort, descending }: SavedView): Place {
  const dir = descending === null ? undefined : descending ? "desc" : "asc";
  const list = { view: "all", q, tz: timeZone ?? undefined, saved: id };
  const to = `/ticket/log${writeSearch({ ...list, sort: sort ?? undefined, dir })}`;
  return { label: name, to, icon: Bookmark };
}

/** Every page in this person's menus, and what belongs to it. */
export function placesFor(viewer: { role: Role }): Place[] {
  const ownPlaces = accountPagesOf(viewer).map((place) => ({
    ...place,
    icon: personIcons[place.page],
    keys: undefined,
  }));
  return [...areasOf(viewer), ...ownPlaces].flatMap(({ page, label, home, icon, keys }) => [
    { label, to: home, icon, ...(keys && { keys }) },
    ...(page === "tickets" ? viewsOf(viewer) : []),
    ...(pagesWithin[page] ?? []).map((place) => ({ ...place, icon })),
  ]);
}

/** Operators and their values at the end of the text, as the search box completes them. */
function useCompletions(text: string, language: Language) {
  const typed = completeAt(text, text.length, language);
  const { span, asks } = typed;
  const isValue = /[:,]$/.test(text.slice(0, span.start));
  const isTyped = span.end > span.start || isValue;
  const q = useDeferredValue(text);
  const names = trpc.tickets.complete.useQuery(
    { q, at: q.length },
    {
      enabled: isValue && asks !== null && q === text,
      placeholderData: keepPreviousData,
      meta: { showsError: true },
    },
  );
  const known = new Set(typed.options.map((option) => option.text));
  const answered = isValue && asks && q === text ? (names.data?.options ?? []) : [];
  const options = isTyped
    ? [...typed.options, ...answered.filter((option) => !known.has(option.text))]
    : [];
  const entries = options.slice(0, mostCompletions).map(
    (option): PaletteEntry => ({
      id: `complete ${option.text}`,
      label: option.label,
      hint: option.says,
      icon: createElement(ListFilter),
      completes: putIn(text, span, option).text,
      run: () => {},
    }),
  );
  return { isValue, group: { heading: "Filter tickets", entries } };
}

const shownRecords = { users: 3, companies: 2 };

/** A few matching users and companies, for those with access to their lists. */
function useRecordsFound(search: string): { groups: PaletteGroup[]; isSearching: boolean } {
  const viewer = useViewer();
  const navigate = useNavigate();
  const asks = (area: "area.users" | "area.companies") => ({
    enabled: search.length > 1 && can(viewer, area),
    // The tickets above already show the error.
    meta: { showsError: true } as const,
  });
  const users = trpc.users.list.useQuery({ search, limit: shownRecords.users }, asks("area.users"));
  const companies = trpc.companies.list.useQuery(
    { search, limit: shownRecords.companies },
    asks("area.companies"),
  );
  const people = users.data?.users ?? [];
  return {
    isSearching: users.isLoading || companies.isLoading,
    groups: [
      {
        heading: "Users",
        entries: people.map((user) => ({
          id: user.id,
          label: fullName(user),
          hint: user.email,
          icon: createElement(Avatar, { id: user.id, name: fullName(user), size: "xs" }),
          run: () => navigate(`/user/${user.id}`),
        })),
      },
      {
        heading: "Companies",
        entries: (companies.data?.companies ?? []).map(({ id, name, domains, state }) => ({
          id,
          label: name,
          hint: state === "archived" ? "archived" : (domains[0] ?? ""),
          icon: createElement(Building2),
          run: () => navigate(`/company/${id}`),
        })),
      },
    ],
  };
}
