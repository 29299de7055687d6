import { shareLiveStream } from "./share.ts";
import { lifeOf } from "./worker-life.ts";

/**
 * A browser gives an origin six connections: with a stream in each, the seventh tab would never
 * load. So this shared worker holds the one stream of all tabs.
 */
const share = shareLiveStream();

/** Settles once tabs can tell when the worker ends; on plain http, where there are no locks, at once. */
const known = new Promise<void>((settle) => {
  if (!("locks" in navigator)) return settle();
  const hold = () => {
    settle();
    return new Promise(() => {});
  };
  navigator.locks.request(lifeOf(self.name, location.pathname), hold).catch(() => settle());
});

addEventListener("connect", async (event) => {
  const [port] = (event as MessageEvent).ports;
  if (!port) return;
  // A tab that heard of it earlier would get the lock, and take it for gone.
  await known;
  const leave = share.join((report) => port.postMessage(report));
  // The one thing a tab has to say is that it goes.
  port.onmessage = leave;
  port.addEventListener("close", leave);
});
