import { Building2, Mail, UserRoundCheck, UserRoundCog, UserRoundX } from "lucide-react";
import { useState } from "react";
import type { User } from "../../../shared/users.ts";
import { HowMany, SelectionBar } from "../../components/list/selection/SelectionBar.tsx";
import type { ChosenRows } from "../../components/list/selection/use-chosen-rows.ts";
import { Button } from "../../components/ui/button.tsx";
import { trpcClient } from "../../data/calls/trpc-client.ts";
import type { BulkQuestion } from "./bulk-dialog.ts";
import { statesOfMany } from "./states-of-many.ts";
import { useUserBulk } from "./use-user-bulk.ts";
import { userFilterOf } from "./use-users.ts";
import { BulkDialogs } from "./user-dialogs-part.ts";
import type { UserList } from "./user-list-address.ts";

interface UserSelectionBarProps {
  chosen: ChosenRows<User>;
  /** Those who have come to the list. */
  users: readonly User[];
  list: UserList;
  count: number | undefined;
}

/** What can be done to all who are chosen. */
export function UserSelectionBar({ chosen, users, list, count = 0 }: UserSelectionBarProps) {
  const [asking, setAsking] = useState<BulkQuestion | null>(null);
  const [isEnabling, setEnabling] = useState(false);
  const bulk = useUserBulk();
  const ids = [...chosen.ids];
  const { mayDisable, toEnable, toInvite } = statesOfMany(chosen.ids, users);
  // All of them have room in one line on a phone without their icons.
  const isCrowded = mayDisable && (toEnable.length > 0 || toInvite.length > 0);
  const crowded = isCrowded ? "@max-[28rem]:px-1.5 @max-[28rem]:[&_svg]:hidden" : undefined;
  const enable = async () => {
    if (isEnabling) return;
    setEnabling(true);
    const taken = await bulk(toEnable, { kind: "state", state: "active" });
    setEnabling(false);
    // Who was chosen meanwhile stays so.
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
        {mayDisable && (
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
      {asking && <BulkDialogs asking={asking} {...dialog} />}
    </>
  );
}
