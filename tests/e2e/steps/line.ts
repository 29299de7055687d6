import { startProxy } from "../../support/proxy.ts";
import type { TestDesk } from "../browser/desk.ts";
import type { Page } from "../browser/fixtures.ts";

/** What a browser complains of while there is no line, or is cut off. */
export const offline =
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK|ERR_CONNECTION|ERR_SOCKET|ERR_EMPTY|ERR_INCO/;

export const offlineBar = (page: Page) =>
  page.getByText(/^Offline since \d\d:\d\d\. Showing saved data\./);

/** The page through a connection that can be cut without the browser noticing. */
export function byLine(page: Page, desk: TestDesk) {
  const line = startProxy(desk.url.replace("localhost", "127.0.0.1"));
  const origin = line.url.replace("127.0.0.1", "localhost");
  return { line, goTo: (path: string) => page.goto(new URL(path, origin).href) };
}
