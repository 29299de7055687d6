import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { type AppRouter, trpc } from "../trpc.ts";
import { trimToVisible } from "./visible-pages.ts";

/** What something can be news about; acts of one's own and live events name it alike. */
export type Topic =
  | "ticket"
  | "list"
  | "counts"
  | "names"
  | "figures"
  | "drafts"
  | "notifications"
  | "presence"
  | "macros"
  | "views"
  | "users"
  | "companies"
  | "desk"
  | "settings";

type Rooms = AppRouter["_def"]["record"];
/** All calls of a room, or one of them. */
type Calls = {
  [Room in keyof Rooms]: Room | `${Room}.${keyof Rooms[Room] & string}`;
}[keyof Rooms];

/** The one map from what happened to the calls whose answers it makes old. */
const callsAbout: Record<Topic, readonly Calls[]> = {
  ticket: ["tickets.get"],
  list: ["tickets.list", "tickets.count", "tickets.neighbours", "dashboard"],
  counts: ["tickets.viewCounts", "views.counts"],
  names: ["tickets.get", "tickets.list"],
  figures: ["dashboard"],
  macros: ["macros"],
  views: ["views"],
  drafts: ["drafts"],
  notifications: ["notifications"],
  presence: ["presence.lookers"],
  users: ["users"],
  companies: ["companies"],
  desk: ["session.current", "desk"],
  settings: ["tickets", "teams", "tags", "macros", "views"],
};

/** What is on the screen is fetched again, and whatever else is old when it is next looked at. */
export function invalidate(queryClient: QueryClient, ...topics: Topic[]): void {
  void fetchAgain(queryClient, ...topics);
}

/** The same, until it has come. */
export async function fetchAgain(queryClient: QueryClient, ...topics: Topic[]): Promise<void> {
  const ofDrafts = topics.includes("drafts") ? whatAsksForDrafts(queryClient) : [];
  const old = [...keysOf(topics), ...ofDrafts].map((key) => makeOld(queryClient, key));
  if (document.hidden && topics.includes("notifications")) {
    old.push(makeOld(queryClient, inTitle, "active"));
  }
  await Promise.all(old);
}

/** Of a tab that nobody sees the title is seen. */
const inTitle = getQueryKey(trpc.notifications.unreadCount);

/** Also where nobody looks just now: something is shown by this page alone until it has come. */
export async function fetchUnseen(queryClient: QueryClient, ...topics: Topic[]): Promise<void> {
  await Promise.all(keysOf(topics).map((key) => makeOld(queryClient, key, "active")));
}

/**
 * What is on its way may have been read before the page knew better, and would say again what was:
 * that alone is asked for once more.
 */
export function refetchInFlight(queryClient: QueryClient, ...topics: Topic[]): void {
  for (const key of keysOf(topics)) {
    for (const { queryKey } of findInFlight(queryClient, key)) void makeOld(queryClient, queryKey);
  }
}

function keysOf(topics: readonly Topic[]): QueryKey[] {
  return topics.flatMap((topic) => callsAbout[topic]).map((call) => [call.split(".")]);
}

/** Lists of what their reader has begun, and the counts beside the views where one of them is such a list. */
function whatAsksForDrafts(queryClient: QueryClient): QueryKey[] {
  const asks = (said: unknown) => /\bhas:\S*\bdraft\b/.test(JSON.stringify(said) ?? "");
  const cache = queryClient.getQueryCache();
  const lists = cache.findAll({ queryKey: [["tickets"]] }).map(({ queryKey }) => queryKey);
  const views = cache.findAll({ queryKey: getQueryKey(trpc.views.list) });
  const counts = views.some(({ state }) => asks(state.data))
    ? [getQueryKey(trpc.views.counts)]
    : [];
  return [...lists.filter(asks), ...counts];
}

/** Only what this ticket's page shows: news that name a ticket leave other pages alone. */
export function invalidateTicket(queryClient: QueryClient, number: number): void {
  void makeOld(queryClient, getQueryKey(trpc.tickets.get, { number }, "query"));
}

/** Whether whoever is signed in still is. */
export function invalidateSession(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: getQueryKey(trpc.session.current) });
}

/** After a gap: anything may have changed. */
export function invalidateAll(queryClient: QueryClient): void {
  void makeOld(queryClient, []);
}

/** A tab that nobody sees fetches when it is looked at again. */
async function makeOld(
  queryClient: QueryClient,
  queryKey: QueryKey,
  refetchType: "none" | "active" = document.hidden ? "none" : "active",
): Promise<void> {
  if (refetchType === "active") trimToVisible(queryClient, queryKey);
  const isRestarted = (query: Query) =>
    refetchType === "active" && query.isActive() && query.state.data !== undefined;
  const oldOnArrival = findInFlight(queryClient, queryKey)
    .filter((query) => !isRestarted(query))
    .map((query) => makeOldOnArrival(queryClient, query, refetchType));
  await Promise.all([queryClient.invalidateQueries({ queryKey, refetchType }), ...oldOnArrival]);
}

function findInFlight(queryClient: QueryClient, queryKey: QueryKey): Query[] {
  return queryClient.getQueryCache().findAll({ queryKey, fetchStatus: "fetching" });
}

/** An answer that arrives counts as new, also where what it tells of has changed since it was asked for. */
async function makeOldOnArrival(
  queryClient: QueryClient,
  query: Query,
  refetchType: "none" | "active",
): Promise<void> {
  try {
    await query.fetch();
  } catch {
    return;
  }
  if (query.state.isInvalidated) return;
  await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType });
}
