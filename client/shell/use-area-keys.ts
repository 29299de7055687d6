import { useNavigate } from "react-router-dom";
import { can } from "../../shared/access.ts";
import { areas } from "../lib/areas.ts";
import { type KeyId, useKeys } from "../lib/keys.ts";
import { useViewer } from "../lib/viewer.ts";

const areaKeys = {
  Tickets: "go.tickets",
  Users: "go.users",
  Company: "go.companies",
  Dashboard: "go.dashboard",
} as const satisfies Record<(typeof areas)[number]["label"], KeyId>;

/** The keys that lead somewhere from anywhere; to an area only those whose role has it. */
export function useAreaKeys(): void {
  const viewer = useViewer();
  const navigate = useNavigate();
  const places = areas
    .filter(({ capability }) => can(viewer, capability))
    .map(({ label, home }) => [areaKeys[label], () => navigate(home)]);
  useKeys(
    {
      ...Object.fromEntries(places),
      "ticket.new": can(viewer, "ticket.open") ? () => navigate("/ticket/new") : undefined,
    },
    { everywhere: true },
  );
}
