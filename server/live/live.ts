import { can, isStaff } from "../../shared/access.ts";
import {
  type LiveMessage,
  type LiveNews,
  listsEveryMs,
  type RecentNews,
} from "../../shared/live.ts";
import type { Actor } from "../access/actor.ts";
import { companiesSeenWhole, sightOf } from "../access/scope.ts";
import { readOpenSessions } from "../auth/sessions.ts";
import type { Db } from "../db/database.ts";
import type { Log } from "../log.ts";
import { reasonOf } from "../reason-of.ts";
import type { ReadEvent } from "./event-reader.ts";
import { type EventReader, replayWindowSeconds, startEventReader } from "./event-reader.ts";

export interface Live {
  /** A stream of one browser. It ends with its session or its server, or when the browser leaves. */
  open(session: { id: string; actor: Actor }, sink: Sink): () => void;
  /** How many streams are open. */
  readonly size: number;
  reader: EventReader;
  /** Asks every browser to reconnect later and ends the streams. */
  stop(): Promise<void>;
}

interface Sink {
  send(message: LiveMessage): void;
  end(): void;
}

interface Stream {
  sessionId: string;
  audience: Audience;
  /** The round in which its session was last checked. */
  checked: number;
  sink: Sink;
}

const checkEveryMs = 5_000;
/** Tabs share a stream; a browser that cannot share has one per tab. */
const streamsPerSession = 20;
/** More news than this at once: the browser reloads its data instead. */
const newsAtOnce = 500;

export function startLive(options: {
  url: string;
  db: Db;
  log: Log;
  now: () => Date;
  /** The desk's settings changed, or may have. */
  onDeskChange: () => Promise<void>;
  pollMs?: number;
}): Live {
  const { url, db, log, now, onDeskChange, pollMs } = options;
  const streams = new Set<Stream>();
  let recent: { at: number; events: ReadEvent[] }[] = [];
  let lastGap = Number.NEGATIVE_INFINITY;
  let rounds = 0;
  let stopped = false;

  const reader = startEventReader({
    url,
    log,
    pollMs,
    onEvents(events) {
      rememberRecent(events);
      const affected = affectedBy(events);
      if (affected.size > 0) {
        void check([...streams].filter(({ audience }) => affected.has(audience.userId)));
      }
      const sendAll = () => {
        for (const stream of streams) sendNews(stream, events, streams.size);
      };
      // Browsers ask immediately: by then this server must have the new settings.
      if (events.some(({ topic }) => topic === "desk")) void onDeskChange().then(sendAll);
      else sendAll();
    },
    onGap() {
      recent = [];
      lastGap = performance.now();
      void onDeskChange();
      for (const stream of streams) send(stream, { kind: "resync" });
    },
  });
  const timer = setInterval(() => void check([...streams]), checkEveryMs);

  function rememberRecent(events: ReadEvent[]): void {
    recent = recent.filter(({ at }) => isRecent(at));
    recent.push({ at: performance.now(), events });
  }

  /** Null: too many, or some were missed. */
  function recentNewsFor(audience: Audience): RecentNews[] | null {
    if (isRecent(lastGap)) return null;
    const now = performance.now();
    const news = recent.flatMap(({ at, events }) =>
      newsOf(events, audience).map((item) => ({ ...item, ageMs: Math.floor(now - at) })),
    );
    return news.length > newsAtOnce ? null : news;
  }

  function changedRecently(userId: string): boolean {
    return recent.some(({ events }) => affectedBy(events).has(userId));
  }

  /** Checks sessions in one statement: which ended, and whose permissions changed. */
  async function check(checked: Stream[]): Promise<void> {
    if (checked.length === 0) return;
    rounds += 1;
    const round = rounds;
    const ids = new Set(checked.map(({ sessionId }) => sessionId));
    try {
      const open = await readOpenSessions(db, [...ids], now());
      for (const stream of checked) {
        // A later check has already answered.
        if (stream.checked > round) continue;
        stream.checked = round;
        const actor = open.get(stream.sessionId);
        if (!actor) end(stream, { kind: "session-ended" });
        else applyPermissions(stream, audienceFor(actor));
      }
    } catch (error) {
      log.warn("live.sessions-unread", { reason: reasonOf(error) });
    }
  }

  function applyPermissions(stream: Stream, audience: Audience): void {
    if (seesTheSame(stream.audience, audience)) return;
    stream.audience = audience;
    send(stream, { kind: "resync" });
  }

  function end(stream: Stream, last: LiveMessage): void {
    if (!streams.delete(stream)) return;
    stream.sink.send(last);
    stream.sink.end();
  }

  /** The oldest: a browser that lost its connection is back before the server notices the loss. */
  function endOldest(sessionId: string): void {
    const own = [...streams].filter((stream) => stream.sessionId === sessionId);
    for (const stream of own.slice(0, -streamsPerSession)) end(stream, { kind: "too-many" });
  }

  function open(session: { id: string; actor: Actor }, sink: Sink): () => void {
    const { id: sessionId, actor } = session;
    const own: Stream = { sessionId, audience: audienceFor(actor), checked: 0, sink };
    let left = false;
    void reader.started.then(() => {
      if (left) return;
      streams.add(own);
      if (stopped) return end(own, { kind: "server-ends" });
      const news = recentNewsFor(own.audience);
      send(own, { kind: "ready", news: news ?? [] });
      if (!news) send(own, { kind: "resync" });
      endOldest(sessionId);
      // The permissions were read before this.
      if (changedRecently(actor.id)) void check([own]);
    });
    return () => {
      left = true;
      streams.delete(own);
    };
  }

  return {
    open,
    reader,
    get size() {
      return streams.size;
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      for (const open of [...streams]) end(open, { kind: "server-ends" });
      await reader.stop();
    },
  };
}

/** People whose sessions or permissions may have changed. */
function affectedBy(events: readonly ReadEvent[]): Set<string> {
  const access = events.filter(({ topic }) => topic === "access");
  return new Set(access.flatMap(({ peopleIds }) => peopleIds));
}

/** A page may have read its data before this. */
function isRecent(at: number): boolean {
  return performance.now() - at < replayWindowSeconds * 1000;
}

function sendNews(stream: Stream, events: ReadEvent[], streams: number): void {
  const news = newsOf(events, stream.audience);
  if (news.length > newsAtOnce) send(stream, { kind: "resync" });
  else if (news.length > 0) send(stream, newsMessage(news, streams));
}

export function newsMessage(news: LiveNews[], streams: number): LiveMessage {
  const everyMs = listsEveryMs(streams);
  return { kind: "news", news, ...(everyMs > listsEveryMs() ? { listsEveryMs: everyMs } : {}) };
}

function newsOf(events: ReadEvent[], audience: Audience): LiveNews[] {
  return events.map((event) => newsFor(event, audience)).filter((news) => news !== null);
}

function send(stream: Stream, message: LiveMessage): void {
  stream.sink.send(message);
}

/** The owner of a stream, with what is needed to filter events. */
export interface Audience {
  userId: string;
  staff: boolean;
  isSuperAdmin: boolean;
  seesAll: boolean;
  /** The companies whose every ticket they see. */
  companies: ReadonlySet<string>;
}

const nothing: ReadonlySet<string> = new Set();

export function audienceFor(actor: Actor): Audience {
  const companies = companiesSeenWhole(actor);
  return {
    userId: actor.id,
    staff: isStaff(actor),
    isSuperAdmin: can(actor, "user.read"),
    seesAll: sightOf(actor) === "all",
    companies: companies.length > 0 ? new Set(companies) : nothing,
  };
}

export function seesTheSame(one: Audience, other: Audience): boolean {
  return (
    one.staff === other.staff &&
    one.isSuperAdmin === other.isSuperAdmin &&
    one.seesAll === other.seesAll &&
    one.companies.size === other.companies.size &&
    [...one.companies].every((id) => other.companies.has(id))
  );
}

/**
 * What a person is sent about an event; null: nothing. A customer gets public events only, and never
 * a version. A ticket that left someone's scope is sent once, as gone.
 */
export function newsFor(event: ReadEvent, reader: Audience): LiveNews | null {
  const { topic, subjectId, number } = event;
  if (topic === "access") return null;
  if (topic === "users" || topic === "companies") return reader.isSuperAdmin ? { topic } : null;
  if (topic === "desk") return { topic };
  if (topic === "settings" || topic === "macros" || topic === "views" || topic === "held") {
    return reader.staff ? { topic } : null;
  }
  if (topic === "notifications" || topic === "drafts") {
    return event.peopleIds.includes(reader.userId) ? { topic } : null;
  }
  if (subjectId === null) return null;
  const sees = seesTicket(reader, event.companyId === null ? [] : [event.companyId], event.people);
  if (topic === "presence") return reader.staff && sees ? { topic, id: subjectId } : null;
  if (number === null) return null;
  const told = { topic, id: subjectId, number } as const;
  if (!sees) {
    return seesTicket(reader, event.companyIds, event.peopleIds) ? { ...told, gone: true } : null;
  }
  if (reader.staff) return { ...told, version: event.version ?? undefined };
  const named = event.audience === "person" && event.peopleIds.includes(reader.userId);
  return event.audience === "everyone" || named ? told : null;
}

function seesTicket(
  { userId, staff, seesAll, companies }: Audience,
  companyIds: readonly string[],
  peopleIds: readonly string[],
): boolean {
  if (seesAll) return true;
  if (companyIds.some((id) => companies.has(id))) return true;
  return !staff && peopleIds.includes(userId);
}
