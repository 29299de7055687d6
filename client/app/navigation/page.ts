import { useLayoutEffect } from "react";
import { createStore } from "../../data/store.ts";

interface Crumb {
  label: string;
  to?: string;
}

export const breadcrumb = createStore<readonly Crumb[]>([]);
/** The server renders it into the page. */
export const deskName = createStore(globalThis.document?.title || "Frontdesk");

/** The unread count as the bell shows it; empty when there is none. */
export const unreadNews = createStore("");

/** The element in the top bar where a page renders its search box. */
export const searchSlot = createStore<HTMLElement | null>(null);

/**
 * Sets the breadcrumb, such as `Tickets / All open`, and the document title. A layout effect, so that a page
 * hidden behind a loading one sets them again when it is shown.
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

/** Sets the document title of a page outside the shell. */
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

/** The document title: the unread count, then the breadcrumb from the most specific. */
export function titleOf(trail: readonly string[], unread: string): string {
  const place = trail.join(" · ");
  return unread === "" ? place : `(${unread}) ${place}`;
}
