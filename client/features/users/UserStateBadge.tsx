import type { UserState } from "../../../shared/users.ts";
import { Badge } from "../../components/ui/badge.tsx";
import { StateDot } from "../../components/ui/state-dot.tsx";

export const userStateNames: Record<UserState, string> = {
  invited: "Invited",
  active: "Active",
  disabled: "Disabled",
};

export const userStateTones = {
  invited: "warning",
  active: "success",
  disabled: "muted",
} as const satisfies Record<UserState, string>;

/** Active is the usual state and has no badge. */
export function UserStateBadge({ state }: { state: UserState }) {
  if (state === "active") return null;
  return (
    <Badge>
      <StateDot tone={userStateTones[state]} />
      {userStateNames[state]}
    </Badge>
  );
}
