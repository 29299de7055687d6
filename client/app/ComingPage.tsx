import { useLocation } from "react-router-dom";
import { NotLoaded } from "../components/ui/not-loaded.tsx";
import { offlineSince } from "../data/connection.ts";
import { useStore } from "../data/store.ts";
import { useHoldsKeys } from "./keyboard/held-keys.ts";
import { areaAt } from "./navigation/areas.ts";
import { usePage } from "./navigation/page.ts";
import { PageSkeleton } from "./PageSkeleton.tsx";

/** Shown while a page's code loads: its title and skeleton. */
export function ComingPage() {
  const { pathname } = useLocation();
  const offline = useStore(offlineSince) !== null;
  usePage(areaAt(pathname)?.label ?? "Loading");
  useHoldsKeys();
  return offline ? <NotLoaded /> : <PageSkeleton />;
}
