import {
  checkOffline,
  findOfflineError,
  OfflineError,
  offlineMessages,
  offlineSince,
  untilOffline,
  whenOnline,
} from "../../data/connection.ts";

/** For a component of the page: when offline, waits for the connection, since a reload would show nothing. */
export async function loadPatiently<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await loadTwice(load);
    } catch (error) {
      if (!findOfflineError(error)) throw error;
      await whenOnline();
    }
  }
}

/**
 * For something the user clicked: when offline, fails immediately instead of waiting for the browser's
 * timeout.
 */
export async function loadNow<T>(load: () => Promise<T>): Promise<T> {
  const line = untilOffline();
  // When offline, only the browser's cache can answer, which is fast.
  const lost = offlineSince.get() === null ? line.signal : AbortSignal.timeout(1_000);
  const refused = new Promise<never>((_, refuse) => {
    lost.onabort = () => refuse(notLoaded());
  });
  return await Promise.race([loadTwice(load), refused]).finally(line.stop);
}

/** Loads code once what is drawn now is on screen. A hidden tab draws nothing, and does not wait. */
export async function loadAfterPaint<T>(load: () => Promise<T>): Promise<T> {
  if (!document.hidden) {
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
  }
  return await load();
}

const reloadedAt = "frontdesk.reloaded-at";

/**
 * After a new build the old file names no longer exist, and one reload fetches the new page. If it reloaded a
 * moment ago, or the build is the same, loading has failed.
 */
async function loadTwice<T>(load: () => Promise<T>): Promise<T> {
  const again = async () => {
    if (await checkOffline()) throw notLoaded();
    return await load();
  };
  try {
    return await load().catch(again);
  } catch (error) {
    if (await checkOffline()) throw notLoaded();
    const before = Number(sessionStorage.getItem(reloadedAt));
    if (Date.now() - before < 60_000 || !(await isOtherBuild())) throw error;
    sessionStorage.setItem(reloadedAt, String(Date.now()));
    location.reload();
    return new Promise(() => undefined);
  }
}

/** Whether the server's current page names other files than this one. */
async function isOtherBuild(): Promise<boolean> {
  const page = await fetch("/login", { cache: "no-store" }).then(
    (answer) => answer.text(),
    () => null,
  );
  const own = [...document.querySelectorAll<HTMLScriptElement>("script[src]")];
  return page !== null && own.some((script) => !page.includes(script.getAttribute("src") ?? ""));
}

function notLoaded(): OfflineError {
  return new OfflineError(offlineMessages.notLoaded);
}
