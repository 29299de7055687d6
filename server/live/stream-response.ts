import { type LiveMessage, streamRhythm } from "../../shared/live.ts";
import type { Actor } from "../access/actor.ts";
import type { Live } from "./live.ts";

/**
 * Writes the format of tRPC's own link. tRPC's producer takes 63 KB per stream, and a server has
 * thousands.
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
        // A browser that stopped reading is disconnected and reloads its data later.
        if ((controller.desiredSize ?? 0) < -mostUnread) close();
        else controller.enqueue(bytes);
      };
      const close = () => {
        leave();
        pings.delete(ping);
        try {
          controller.close();
        } catch {
          // The browser closed it first.
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
      // Otherwise the next ping would be written to a closed stream.
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

/** One timer for all streams. Bun closes idle connections, and browsers cannot tell dead from quiet ones. */
const pings = new Set<() => void>();
setInterval(() => {
  for (const ping of pings) ping();
}, streamRhythm.ping).unref();
