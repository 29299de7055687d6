import { Compass } from "lucide-react";
import { Link } from "react-router-dom";
import { Button } from "../components/ui/button.tsx";
import { EmptyState } from "../components/ui/empty-state.tsx";
import { useViewer } from "../data/session/viewer.ts";
import { homeOf } from "./navigation/areas.ts";
import { usePage } from "./navigation/page.ts";

/** Shown for unknown addresses and for pages the role has no access to; both look the same. */
export function NotFoundPage() {
  const viewer = useViewer();
  usePage("Not found");
  return (
    <EmptyState
      icon={Compass}
      title="Page not found"
      heading="h1"
      action={
        <Button asChild variant="outline">
          <Link to={homeOf(viewer)}>Back to the start page</Link>
        </Button>
      }
    >
      This page doesn't exist, or you don't have access to it.
    </EmptyState>
  );
}
