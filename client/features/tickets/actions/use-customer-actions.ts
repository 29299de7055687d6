import { useRef, useState } from "react";
import type { Act } from "../../../../server/once.ts";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import { notify } from "../../../components/notices.ts";
import { newRequestId } from "../../../data/calls/request-id.ts";
import { readFailure, tellRefused } from "../../../data/errors.ts";
import { sendOrWait } from "../../../data/offline-queue.ts";
import { useViewer } from "../../../data/session/viewer.ts";
import { reopening } from "../list/customer-status.ts";
import { type Change, showOpenAgain, showSolved } from "./changes.ts";
import { addPending, dropPending } from "./optimistic.ts";
import { useTicketCache } from "./ticket-cache.ts";

export interface Rated {
  rating: "good" | "bad";
  comment: string;
}

interface CustomerAct {
  callOf: (requestId: string) => Pick<Act<"solve" | "reopen" | "rate">, "call" | "input">;
  show: Change["show"];
  done: string;
}

/** What a requester says of their ticket. It acts on what stands, so nothing can conflict. */
export function useCustomerActs({ id, number, status }: TicketDetails) {
  const cache = useTicketCache();
  const [busy, setBusy] = useState(false);
  const isBusy = useRef(false);
  const { id: personId } = useViewer();

  const act = async (wanted: CustomerAct, requestId = newRequestId()): Promise<boolean> => {
    if (isBusy.current) return false;
    isBusy.current = true;
    setBusy(true);
    addPending({
      requestId,
      ticketId: id,
      change: { patch: {}, show: wanted.show, done: () => wanted.done },
    });
    try {
      const whose = { personId, what: `#${number}` };
      const answer = await sendOrWait({ ...wanted.callOf(requestId), ...whose }, id);
      cache.keep(answer.ticket);
      notify({ kind: "success", message: wanted.done });
      return true;
    } catch (error) {
      const failure = readFailure(error);
      void cache.refresh(number);
      tellRefused(`#${number} was not changed`, failure, () => void act(wanted, requestId));
      return false;
    } finally {
      dropPending(requestId);
      isBusy.current = false;
      setBusy(false);
    }
  };

  return {
    busy,
    solve: () =>
      void act({
        callOf: (requestId) => ({ call: "solve", input: { requestId, id } }),
        show: showSolved,
        done: "Thank you. This ticket is solved.",
      }),
    reopen: () =>
      void act({
        callOf: (requestId) => ({ call: "reopen", input: { requestId, id } }),
        show: (ticket) => showOpenAgain(ticket, personId),
        done: reopening(status).done,
      }),
    rate: (rated: Rated) =>
      act({
        callOf: (requestId) => ({ call: "rate", input: { requestId, id, ...rated } }),
        show: (ticket) => ticket,
        done: "Thank you for telling us.",
      }),
  };
}
