import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import type { TicketDetails } from "../../../shared/tickets/page.ts";
import { type AppRouter, trpc } from "../trpc.ts";
import { trimToVisible } from "./visible-pages.ts";

/** What a change is about; mutations and live events use the same topics. */
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
  | "mail"
  | "mailboxes"
  | "held"
  | "webhooks"
  | "settings";

type Rooms = AppRouter["_def"]["record"];
/** All calls of a router, or one of them. */
type Calls = {
  [Room in keyof Rooms]: Room | `${Room}.${keyof Rooms[Room] & string}`;
}[keyof Rooms];

/** Which cached answers each topic makes stale. */
const callsAbout: Record<Topic, readonly Calls[]> = {
  ticket: ["tickets.get", "inbound.heldOn"],
  list: ["tickets.list", "tickets.count", "tickets.neighbours", "dashboard"],
  counts: ["tickets.viewCounts", "views.counts"],
  names: ["tickets.get", "tickets.list"],
  figures: ["dashboard"],
  macros: ["macros"],
  views: ["views"],
  drafts: ["drafts"],
  notifications: ["notifications"],
  presence: ["presence.lookers"],
  users: ["users", "tickets.person"],
  companies: ["companies"],
  desk: ["session.current", "desk"],
  mail: ["mails"],
  mailboxes: ["mailboxes"],
  held: ["mailboxes.held", "mailboxes.heldCount"],
  webhooks: ["webhooks"],
  settings: ["tickets", "teams", "tags", "macros", "views", "mailboxes"],
};

/** Refetches what is on screen; everything else stale is refetched when it is next shown. */
export function invalidate(queryClient: QueryClient, ...topics: Topic[]): void {
  void fetchAgain(queryClient, ...topics);
}

/** The same, and resolves once the answers have arrived. */
export async function fetchAgain(queryClient: QueryClient, ...topics: Topic[]): Promise<void> {
  const ofDrafts = topics.includes("drafts") ? whatAsksForDrafts(queryClient) : [];
  const old = [...keysOf(topics), ...ofDrafts].map((key) => makeOld(queryClient, key));
  if (document.hidden && topics.includes("notifications")) {
    old.push(makeOld(queryClient, inTitle, "active"));
  }
  await Promise.all(old);
}

/** A hidden tab still shows the unread count in its title. */
const inTitle = getQueryKey(trpc.notifications.unreadCount);

/** Refetches hidden queries too, for data that so far only this page has. */
export async function fetchUnseen(queryClient: QueryClient, ...topics: Topic[]): Promise<void> {
  await Promise.all(keysOf(topics).map((key) => makeOld(queryClient, key, "active")));
}

/** Refetches only what is in flight: those answers may have been read before the change. */
export function refetchInFlight(queryClient: QueryClient, ...topics: Topic[]): void {
  for (const key of keysOf(topics)) {
    for (const { queryKey } of findInFlight(queryClient, key)) void makeOld(queryClient, queryKey);
  }
}

function keysOf(topics: readonly Topic[]): QueryKey[] {
  return topics.flatMap((topic) => callsAbout[topic]).map((call) => [call.split(".")]);
}

/** Lists filtered by the reader's own drafts, and the view counts where a view uses that filter. */
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

/**
 * Only the queries of this ticket's page; news about one ticket leave other pages alone. A page that has this version
 * already is up to date.
 */
export function invalidateTicket(queryClient: QueryClient, number: number, version?: number): void {
  const queryKey = getQueryKey(trpc.tickets.get, { number }, "query");
  const shown = queryClient.getQueryData<TicketDetails>(queryKey)?.staff?.version;
  if (version !== undefined && shown !== undefined && shown >= version) return;
  void makeOld(queryClient, queryKey);
  // A held mail changes nothing of the ticket but this.
  void makeOld(queryClient, getQueryKey(trpc.inbound.heldOn));
}

/** Checks whether the session is still valid. */
export function invalidateSession(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: getQueryKey(trpc.session.current) });
}

/** After a gap in the stream: anything may have changed. */
export function invalidateAll(queryClient: QueryClient): void {
  void makeOld(queryClient, []);
}

/** Hidden tabs refetch when they become visible. */
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

/** Marks an answer in flight as stale when it arrives, since it may predate the change. */
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
