import { type LiveMessage, streamRhythm } from "../../shared/live.ts";
import type { Actor } from "../actor.ts";
import type { Live } from "./live.ts";

/**
 * What tRPC's own link reads, written without tRPC's producer: that keeps 63 KB for each stream,
 * and a server has thousands of them.
 */
export function streamResponse(
  live: Live,
  session: { id: string; actor: Actor },
  signal: AbortSignal,
): Response {
  let leave = () => {};
  let ping = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (bytes: Uint8Array) => {
        // Who reads nothing any more is cut off, and fetches anew when they come back.
        if ((controller.desiredSize ?? 0) < -mostUnread) close();
        else controller.enqueue(bytes);
      };
      const close = () => {
        leave();
        pings.delete(ping);
        try {
          controller.close();
        } catch {
          // The browser was first.
        }
      };
      ping = () => write(pingBytes);
      pings.add(ping);
      leave = live.open(session, {
        send: (message: LiveMessage) => write(encode(`data: ${JSON.stringify(message)}\n\n`)),
        end() {
          write(returned);
          close();
        },
      });
      write(connected);
      if (signal.aborted) close();
      else signal.addEventListener("abort", close);
    },
    cancel() {
      leave();
      // Else the next ping would be written into a stream that is gone.
      pings.delete(ping);
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-cache, no-transform",
      "X-Accel-Buffering": "no",
    },
  });
}

const mostUnread = 200;
const encoder = new TextEncoder();
const encode = (text: string) => encoder.encode(text);
const connected = encode(
  `event: connected\ndata: ${JSON.stringify({ reconnectAfterInactivityMs: streamRhythm.reconnectAfter })}\n\n`,
);
const pingBytes = encode("event: ping\ndata: \n\n");
const returned = encode("event: return\ndata: \n\n");

/** One clock for all of them. Bun closes what is silent, and a browser knows no dead line from a quiet one. */
const pings = new Set<() => void>();
setInterval(() => {
  for (const ping of pings) ping();
}, streamRhythm.ping).unref();
