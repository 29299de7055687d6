import { useQueryClient } from "@tanstack/react-query";
import type { MailStop } from "../../shared/undelivered.ts";
import { fetchAgain } from "../data/calls/invalidation.ts";
import { useKeyed } from "../data/calls/use-keyed.ts";
import { trpc } from "../data/trpc.ts";
import { notify } from "./notices.ts";
import { Button } from "./ui/button.tsx";
import { ShortDay } from "./ui/time-ago.tsx";

/** Mail to this person came back, so none is sent for a while. */
export function MailStopNote({ userId, stop }: { userId: string; stop: MailStop }) {
  const queryClient = useQueryClient();
  const again = useKeyed(
    trpc.inbound.tryAddressAgain.useMutation({
      meta: { showsError: true },
      onSuccess: () => notify({ kind: "success", message: "Email is sent to this address again" }),
      onSettled: () => fetchAgain(queryClient, "ticket", "users"),
    }),
  );
  return (
    <p role="note" className="wrap-anywhere text-danger-text text-xs">
      Email doesn't reach this address: <bdi>{stop.why}</bdi>. None is sent until{" "}
      <ShortDay at={stop.until} />.{" "}
      <Button
        variant="link"
        size="inline"
        className="text-xs"
        aria-disabled={again.isPending}
        onClick={() => !again.isPending && again.mutate({ userId })}
      >
        Try again
      </Button>
    </p>
  );
}
