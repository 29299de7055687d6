import { useLayoutEffect } from "react";
import { createStore } from "../../data/store.ts";

interface Crumb {
  label: string;
  to?: string;
}

export const breadcrumb = createStore<readonly Crumb[]>([]);
/** The server has put it into the page. */
export const deskName = createStore(globalThis.document?.title || "Frontdesk");

/** How much of what came for this person is unread, as the bell says it; empty where nothing is. */
export const unreadNews = createStore("");

/** Where the top bar lets a page put its search box. */
export const searchSlot = createStore<HTMLElement | null>(null);

/**
 * Says where the person is: `Tickets / All open` in the top bar, and the document's title. A page that
 * was hidden by another one on its way says so again as it is shown, which only such effects hear of.
 */
export function usePage(...crumbs: readonly (string | Crumb)[]): void {
  const key = JSON.stringify(crumbs);
  useLayoutEffect(() => {
    const trail = (JSON.parse(key) as (string | Crumb)[]).map((crumb) =>
      typeof crumb === "string" ? { label: crumb } : crumb,
    );
    breadcrumb.set(trail);
    return setTitle(trail.map(({ label }) => label).reverse());
  }, [key]);
}

/** The same for pages outside the shell. */
export function useTitle(title: string): void {
  useLayoutEffect(() => setTitle([title]), [title]);
}

function setTitle(parts: string[]): () => void {
  const show = () => {
    document.title = titleOf([...parts, deskName.get()], unreadNews.get());
  };
  show();
  const leave = [deskName, unreadNews].map((store) => store.subscribe(show));
  return () => {
    for (const end of leave) end();
  };
}

/** What a tab is called: where one is in it, behind how much of what came is unread. */
export function titleOf(trail: readonly string[], unread: string): string {
  const place = trail.join(" · ");
  return unread === "" ? place : `(${unread}) ${place}`;
}
