import { shareLiveStream } from "./share.ts";

/**
 * A browser gives an origin six connections: with a stream in each, the seventh tab would never
 * load. So this shared worker holds the one stream of all tabs.
 */
const share = shareLiveStream();

addEventListener("connect", (event) => {
  const [port] = (event as MessageEvent).ports;
  if (!port) return;
  const leave = share.join((report) => port.postMessage(report));
  // The one thing a tab has to say is that it goes.
  port.onmessage = leave;
  port.addEventListener("close", leave);
});
