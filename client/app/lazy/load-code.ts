import {
  checkOffline,
  findOfflineError,
  OfflineError,
  offlineMessages,
  offlineSince,
  untilOffline,
  whenOnline,
} from "../../data/connection.ts";

/** Of a place on the page: without a line it waits for it, since a reload would leave nothing. */
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

/** Of what somebody pressed: without a line it fails, however much longer the browser would wait. */
export async function loadNow<T>(load: () => Promise<T>): Promise<T> {
  const line = untilOffline();
  // Without one the browser's own store is asked, which needs no longer.
  const lost = offlineSince.get() === null ? line.signal : AbortSignal.timeout(1_000);
  const refused = new Promise<never>((_, refuse) => {
    lost.onabort = () => refuse(notLoaded());
  });
  return await Promise.race([loadTwice(load), refused]).finally(line.stop);
}

const reloadedAt = "frontdesk.reloaded-at";

/**
 * Where the desk answers with another build, the names of the old files are gone, and one reload
 * fetches the new page. Where that was done a moment ago, or the build is the same, it failed.
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

/** Whether the page that the desk has now names other files than this one. */
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
