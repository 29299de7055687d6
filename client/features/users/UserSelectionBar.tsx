import { Building2, Mail, UserRoundCheck, UserRoundCog, UserRoundX } from "lucide-react";
import { useEffect, useState } from "react";
import type { User } from "../../../shared/users.ts";
import { HowMany, SelectionBar } from "../../components/table/selection/SelectionBar.tsx";
import type { ChosenRows } from "../../components/table/selection/use-chosen-rows.ts";
import { Button } from "../../components/ui/button.tsx";
import { lazyDialog } from "../../components/ui/lazy-dialog.tsx";
import { trpcClient } from "../../data/calls/trpc-client.ts";
import type { BulkQuestion } from "./BulkUserDialogs.tsx";

import { useUserBulk } from "./use-user-bulk.ts";
import { type UserList, userFilterOf } from "./user-list.ts";

const BulkUserDialogs = lazyDialog(() => import("./lazy-dialogs.ts"), "BulkUserDialogs");

interface UserSelectionBarProps {
  chosen: ChosenRows<User>;
  /** The users loaded in the list. */
  users: readonly User[];
  list: UserList;
  count: number | undefined;
}

/** The actions for all selected users. */
export function UserSelectionBar({ chosen, users, list, count = 0 }: UserSelectionBarProps) {
  const [asking, setAsking] = useState<BulkQuestion | null>(null);
  const [isEnabling, setEnabling] = useState(false);
  const bulk = useUserBulk();
  useEffect(() => void BulkUserDialogs.preload(), []);
  const ids = [...chosen.ids];
  const { canDisable, toEnable, toInvite } = selectionStates(chosen.ids, users);
  // Without icons, all buttons fit in one line on a phone.
  const isCrowded = canDisable && (toEnable.length > 0 || toInvite.length > 0);
  const crowded = isCrowded ? "@max-[28rem]:px-1.5 @max-[28rem]:[&_svg]:hidden" : undefined;
  const enable = async () => {
    if (isEnabling) return;
    setEnabling(true);
    const taken = await bulk(toEnable, { kind: "state", state: "active" });
    setEnabling(false);
    // Users selected in the meantime stay selected.
    if (taken) chosen.drop(ids);
  };
  const asked = asking === "invite" ? toInvite : ids;
  const dialog = {
    count: asked.length,
    leftOut: ids.length - asked.length,
    onClose: () => setAsking(null),
    onRun: async (act: Parameters<typeof bulk>[1]) => {
      const taken = await bulk(asked, act);
      if (taken) {
        setAsking(null);
        chosen.drop(ids);
      }
    },
  };
  const fetchAll = async () => {
    const { ids } = await trpcClient.users.ids.query(userFilterOf(list));
    return { ids, more: count > ids.length };
  };
  if (ids.length === 0) return null;
  return (
    <>
      <SelectionBar
        lead={
          <HowMany
            size={ids.length}
            count={count}
            all={{ fetch: fetchAll, choose: chosen.choose }}
          />
        }
        onClear={chosen.clear}
      >
        <Button variant="outline" size="sm" className={crowded} onClick={() => setAsking("role")}>
          <UserRoundCog />
          Set role
        </Button>
        <Button
          variant="outline"
          size="sm"
          className={crowded}
          onClick={() => setAsking("company")}
        >
          <Building2 />
          Company
        </Button>
        {toInvite.length > 0 && (
          <Button
            variant="outline"
            size="sm"
            className={crowded}
            onClick={() => setAsking("invite")}
          >
            <Mail />
            Invite
          </Button>
        )}
        {toEnable.length > 0 && (
          <Button
            variant="outline"
            size="sm"
            className={crowded}
            aria-disabled={isEnabling}
            onClick={() => void enable()}
          >
            <UserRoundCheck />
            Enable
          </Button>
        )}
        {canDisable && (
          <Button
            variant="destructive-outline"
            size="sm"
            className={crowded}
            onClick={() => setAsking("disable")}
          >
            <UserRoundX />
            Disable
          </Button>
        )}
      </SelectionBar>
      {asking && <BulkUserDialogs asking={asking} {...dialog} />}
    </>
  );
}

interface SelectionStates {
  canDisable: boolean;
  /** The users that can be enabled. Empty: the button is hidden. */
  toEnable: readonly string[];
  /** The users that can be sent an invitation. */
  toInvite: readonly string[];
}

/** Which actions apply to the selected users. If some are not loaded, all actions are offered. */
export function selectionStates(
  ids: ReadonlySet<string>,
  listed: readonly User[],
): SelectionStates {
  const chosen = listed.filter(({ id }) => ids.has(id));
  if (chosen.length < ids.size) {
    return { canDisable: true, toEnable: [...ids], toInvite: [...ids] };
  }
  const disabled = chosen.filter(({ state }) => state === "disabled");
  return {
    canDisable: disabled.length < chosen.length,
    toEnable: disabled.map(({ id }) => id),
    toInvite: chosen.filter(({ state }) => state === "invited").map(({ id }) => id),
  };
}
