import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { invalidateAll, invalidateSession } from "../calls/invalidation.ts";
import { loadPatiently } from "../../app/lazy/load-code.ts";
import { tellDraftsMoved } from "../drafts/moved.ts";
import { sessionExpired } from "../errors.ts";
import { forgetLine, tellLine } from "../offline/online.ts";
import { useViewer } from "../session/viewer.ts";
import { useStore } from "../store.ts";
import { createNewsTaker } from "./news.ts";
import type { LiveReport } from "./stream.ts";
import { lifeOf } from "./worker-life.ts";

/** After a gap every browser would come at the same moment. */
const spreadMs = 2_000;

/** A sign-out in another tab is told by that tab, without an alert: it gets there first. */
const signOutMs = 1_000;

/** What others do appears on this page: asked for once, by the shell. */
export function useLiveEvents(): void {
  const queryClient = useQueryClient();
  const { id } = useViewer();
  // Its end ends the stream; whoever signs in again in another tab has another one here too.
  const isOver = useStore(sessionExpired);
  useEffect(() => {
    if (isOver) return;
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const later = (ms: number, act: () => void) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        act();
      }, ms);
      timers.add(timer);
    };
    const news = createNewsTaker(queryClient);
    const leave = joinLive(`frontdesk-live-${id}`, (report) => {
      if (report.kind === "ready") news.take(report.news);
      else if (report.kind === "news") news.take(report.news, report.listsEveryMs);
      else hear(queryClient, report, later);
    });
    return () => {
      leave();
      news.stop();
      forgetLine();
      for (const timer of timers) clearTimeout(timer);
    };
  }, [queryClient, id, isOver]);
}

function hear(
  queryClient: QueryClient,
  report: LiveReport,
  later: (ms: number, act: () => void) => void,
): void {
  switch (report.kind) {
    case "line":
      tellLine(report.up);
      break;
    case "resync":
      later(Math.random() * spreadMs, () => {
        invalidateAll(queryClient);
        tellDraftsMoved();
      });
      break;
    case "session-ended":
      tellLine(true);
      // The answer says whether to raise the alert: a stream cannot tell who signed out.
      later(signOutMs, () => invalidateSession(queryClient));
  }
}

function joinLive(name: string, tell: (report: LiveReport) => void): () => void {
  const worker = workerAddress();
  return worker && "SharedWorker" in window
    ? joinWorker(worker, name, tell)
    : joinLater(name, tell);
}

/** One worker for each person: who signs in next hears nothing of what was before. */
function joinWorker(address: string, name: string, tell: (report: LiveReport) => void) {
  let port: MessagePort | null = null;
  let left = new AbortController();
  const join = () => {
    if (port) return;
    port = new SharedWorker(address, { name }).port;
    port.onmessage = ({ data }: MessageEvent<LiveReport>) => tell(data);
    left = new AbortController();
    // Whoever says something is there.
    const watch = () => whenWorkerIsGone(lifeOf(name, address), left.signal, joinAnother);
    port.addEventListener("message", watch, { once: true });
  };
  const leave = () => {
    left.abort();
    port?.postMessage("leave");
    port?.close();
    port = null;
  };
  const joinAnother = () => {
    leave();
    join();
    tell({ kind: "resync" });
  };
  // A page that the browser only puts aside comes back, and has missed what moved meanwhile.
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    join();
    tell({ kind: "resync" });
  };
  join();
  addEventListener("pagehide", leave);
  addEventListener("pageshow", comeBack);
  return () => {
    removeEventListener("pagehide", leave);
    removeEventListener("pageshow", comeBack);
    leave();
  };
}

/** It ends with the tab that has it in its process, where that crashes: nobody says so. */
function whenWorkerIsGone(life: string, left: AbortSignal, act: () => void): void {
  if (!("locks" in navigator)) return;
  const options = { mode: "shared", signal: left } as const;
  navigator.locks.request(life, options, () => left.aborted || act()).catch(() => {});
}

function joinLater(name: string, tell: (report: LiveReport) => void): () => void {
  let hasLeft = false;
  let leave = () => {};
  void loadPatiently(loadFallback).then(({ joinWithoutWorker }) => {
    if (!hasLeft) leave = joinWithoutWorker(name, tell);
  });
  return () => {
    hasLeft = true;
    leave();
  };
}

/** Built apart: what it alone needs of the stream's library would come with every first page. */
function loadFallback(): Promise<typeof import("./fallback.ts")> {
  const address = addressOf("live-fallback");
  if (address) return import(address);
  if (process.env.NODE_ENV !== "production") return import("./fallback.ts");
  throw new Error("The page names no script for the stream of news");
}

function workerAddress(): string | null {
  return addressOf("live-worker");
}

/** The page that hot reload serves names none. */
function addressOf(script: string): string | null {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${script}"]`);
  return meta?.content.startsWith("/") ? meta.content : null;
}
