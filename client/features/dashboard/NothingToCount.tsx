import { ChartNoAxesColumn } from "lucide-react";
import { Link } from "react-router-dom";
import { can } from "../../../shared/access.ts";
import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { seesEveryTicket, useViewer } from "../../data/session/viewer.ts";

/** Nothing to count yet, and how that begins. */
export function NothingToCount() {
  const viewer = useViewer();
  return (
    <EmptyState
      icon={ChartNoAxesColumn}
      title="No tickets yet"
      className="rounded-lg border bg-card"
      action={
        <>
          <Button asChild>
            <Link to="/ticket/new">New ticket</Link>
          </Button>
          {can(viewer, "area.users") && (
            <Button asChild variant="outline">
              <Link to="/user/log">Invite people</Link>
            </Button>
          )}
        </>
      }
    >
      {seesEveryTicket(viewer)
        ? "Once tickets arrive, you'll see volume, response times and what needs attention."
        : "Figures appear here once your companies have tickets."}
    </EmptyState>
  );
}
