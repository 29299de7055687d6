import { shareLiveStream } from "./share.ts";
import { lifeOf } from "./worker-life.ts";

/**
 * A browser gives an origin six connections: with a stream in each, the seventh tab would never
 * load. So this shared worker holds the one stream of all tabs.
 */
const share = shareLiveStream();

// On plain http there is no such lock, and no tab that waits for it.
if ("locks" in navigator) {
  void navigator.locks.request(lifeOf(self.name, location.pathname), () => new Promise(() => {}));
}

addEventListener("connect", (event) => {
  const [port] = (event as MessageEvent).ports;
  if (!port) return;
  const leave = share.join((report) => port.postMessage(report));
  // The one thing a tab has to say is that it goes.
  port.onmessage = leave;
  port.addEventListener("close", leave);
});
