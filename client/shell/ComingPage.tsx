import { useLocation } from "react-router-dom";
import { areaAt } from "../lib/areas.ts";
import { useHoldsKeys } from "../lib/held-keys.ts";
import { offlineSince } from "../lib/online.ts";
import { usePage } from "../lib/page.tsx";
import { useStore } from "../lib/store.ts";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { PageSkeleton } from "./PageSkeleton.tsx";

/** A page whose code is on its way: its name and its shape are there at once. */
export function ComingPage() {
  const { pathname } = useLocation();
  const offline = useStore(offlineSince) !== null;
  usePage(areaAt(pathname)?.label ?? "Loading");
  useHoldsKeys();
  return offline ? <NotLoaded /> : <PageSkeleton />;
}
