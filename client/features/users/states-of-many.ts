import type { User } from "../../../shared/users.ts";

interface StatesOfMany {
  mayDisable: boolean;
  /** Who would be enabled; nobody where it is not offered. */
  toEnable: readonly string[];
  /** Who would be mailed an invitation. */
  toInvite: readonly string[];
}

/**
 * What many can be made: nobody is disabled twice, enabled who is not disabled, nor invited who has
 * come in. Of those who have
 * not come to the list it is not known.
 */
export function statesOfMany(ids: ReadonlySet<string>, listed: readonly User[]): StatesOfMany {
  const chosen = listed.filter(({ id }) => ids.has(id));
  if (chosen.length < ids.size) {
    return { mayDisable: true, toEnable: [...ids], toInvite: [...ids] };
  }
  const disabled = chosen.filter(({ state }) => state === "disabled");
  return {
    mayDisable: disabled.length < chosen.length,
    toEnable: disabled.map(({ id }) => id),
    toInvite: chosen.filter(({ state }) => state === "invited").map(({ id }) => id),
  };
}
