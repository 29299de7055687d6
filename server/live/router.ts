import type { LiveMessage } from "../../shared/live.ts";
import { router, signedInProcedure } from "../rpc/trpc.ts";

export const liveRouter = router({
  // No ids and no cursor: what was missed is fetched again, never asked for by a number.
  // app.ts answers whoever is signed in by a leaner stream of the same form; this is its contract,
  // and refuses the others.
  events: signedInProcedure.subscription(async function* ({
    ctx,
    signal,
  }): AsyncGenerator<LiveMessage> {
    const { actor, sessionId } = ctx;
    const waiting: LiveMessage[] = [];
    let ended = false;
    let wake = () => {};
    const leave = ctx.services.live.open(
      { id: sessionId, actor },
      {
        send(message) {
          waiting.push(message);
          wake();
        },
        end() {
          ended = true;
          wake();
        },
      },
    );
    signal?.addEventListener("abort", () => wake());
    try {
      while (!signal?.aborted) {
        const next = waiting.shift();
        if (next) yield next;
        else if (ended) return;
        else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    } finally {
      leave();
    }
  }),
});
