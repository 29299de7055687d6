import { useNavigate } from "react-router-dom";
import { can } from "../../shared/access.ts";
import { useViewer } from "../data/session/viewer.ts";
import { useKeys } from "./keyboard/keys.ts";
import { areasOf } from "./navigation/areas.ts";

/** The keys that lead somewhere from anywhere; to an area only those whose role has it. */
export function useAreaKeys(): void {
  const viewer = useViewer();
  const navigate = useNavigate();
  const areas = areasOf(viewer).map(({ keys, home }) => [keys, () => navigate(home)] as const);
  useKeys(
    {
      ...Object.fromEntries(areas),
      "ticket.new": can(viewer, "ticket.open") ? () => navigate("/ticket/new") : undefined,
    },
    { everywhere: true },
  );
}
