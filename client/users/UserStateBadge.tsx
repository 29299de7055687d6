import type { UserState } from "../../shared/users.ts";
import { Badge, StateDot } from "../ui/badge.tsx";

export const userStateNames: Record<UserState, string> = {
  invited: "Invited",
  active: "Active",
  disabled: "Disabled",
};

/** Active is what one expects, so only the others are said. */
export function UserStateBadge({ state }: { state: UserState }) {
  if (state === "active") return null;
  return (
    <Badge>
      <StateDot tone={state === "invited" ? "warning" : "muted"} />
      {userStateNames[state]}
    </Badge>
  );
}
