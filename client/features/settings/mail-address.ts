import { isUuid } from "../../../shared/ids.ts";
import { type MailState, mailStates } from "../../../shared/mails.ts";
import { type ListAddress, readChoice, writeSearch } from "../../components/list/list-address.ts";

/** Which mails are listed. */
export interface MailList {
  state: MailState | undefined;
  userId: string | undefined;
}

export const noFilters: MailList = { state: undefined, userId: undefined };

export const mailAddress: ListAddress<MailList> = {
  read(params) {
    const to = params.get("to") ?? "";
    return {
      state: readChoice(params, "state", mailStates),
      userId: isUuid(to) ? to : undefined,
    };
  },
  write: ({ state, userId }) => writeSearch({ state, to: userId }),
};
