import { useLocation } from "react-router-dom";
import { useHoldsKeys } from "../lib/keys/held-keys.ts";
import { offlineSince } from "../lib/line/online.ts";
import { areaAt } from "../lib/place/areas.ts";
import { usePage } from "../lib/place/page.ts";
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
