import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog.tsx";
import { formatNumber } from "../../../components/format/format.ts";
import { notify } from "../../../components/notices.ts";
import { SelectField } from "../../../components/ui/select-field.tsx";
import { invalidate } from "../../../data/calls/invalidation.ts";
import { trpc } from "../../../data/trpc.ts";

const periods = { "1": "The last hour", "24": "The last 24 hours", "168": "The last 7 days" };
type Period = keyof typeof periods;
const periodNames = Object.keys(periods) as Period[];

interface SendAllProps {
  webhook: { id: string; name: string };
  onClose: () => void;
}

/** Asks for a period and sends again what failed or was skipped in it. */
export function SendAll({ webhook, onClose }: SendAllProps) {
  const [period, setPeriod] = useState<Period>("24");
  const queryClient = useQueryClient();
  const send = trpc.webhooks.sendAll.useMutation({
    meta: { showsError: true },
    onSuccess: ({ count, isAll }) => {
      notify({ kind: "success", message: sentAgain(count, isAll) });
      onClose();
    },
    onSettled: () => invalidate(queryClient, "webhooks"),
  });
  const run = () => {
    const since = new Date(Date.now() - Number(period) * 60 * 60_000).toISOString();
    send.mutate({ webhookId: webhook.id, since });
  };
  return (
    <ConfirmDialog
      title={`Send all to ${webhook.name} again?`}
      description="Sends all events that failed or were skipped since then. Receivers recognise an event they already have by its ID."
      keep="Cancel"
      act="Send all"
      call={send}
      onAct={run}
      onClose={onClose}
    >
      <SelectField
        label="Since"
        value={period}
        options={periodNames}
        nameOf={(name) => periods[name]}
        onChange={setPeriod}
      />
    </ConfirmDialog>
  );
}

function sentAgain(count: number, isAll: boolean): string {
  if (count === 0) return "No events failed or were skipped in this time";
  const events = `${formatNumber(count)} ${count === 1 ? "event is" : "events are"} sent again`;
  return isAll ? events : `${events}. Repeat this for the rest.`;
}
