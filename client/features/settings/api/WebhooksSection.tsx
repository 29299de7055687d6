import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { useState } from "react";
import type { Webhook } from "../../../../shared/webhooks.ts";
import { CopyField } from "../../../components/dialogs/CopyField.tsx";
import { ListError } from "../../../components/table/ListError.tsx";
import { Button } from "../../../components/ui/button.tsx";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogFooter,
} from "../../../components/ui/dialog.tsx";
import { EmptyState } from "../../../components/ui/empty-state.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { readFailure } from "../../../data/errors.ts";
import { trpc } from "../../../data/trpc.ts";
import { WebhookCard } from "./WebhookCard.tsx";
import { WebhookDialog } from "./WebhookDialog.tsx";

/** No live event reports deliveries. */
const refetchMs = 10_000;

interface ShownSecret {
  secret: string;
  title: string;
}

/** The addresses that are notified of events. */
export function WebhooksSection() {
  const webhooks = trpc.webhooks.list.useQuery(undefined, {
    meta: { showsError: true },
    refetchInterval: refetchMs,
  });
  const [editing, setEditing] = useState<Webhook | "new" | null>(null);
  const [shown, setShown] = useState<ShownSecret | null>(null);
  const listed = webhooks.data?.webhooks ?? [];
  const create = (
    <Button onClick={() => setEditing("new")}>
      <Plus />
      New webhook
    </Button>
  );
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1 className="font-semibold text-base">Webhooks</h1>
          <p className="text-muted-foreground">
            Notify other programs when tickets, users or companies change.
          </p>
        </div>
        {listed.length > 0 && create}
      </div>
      {webhooks.isPending && <Loading />}
      {webhooks.isError && !webhooks.data && (
        <ListError failure={readFailure(webhooks.error)} retry={() => void webhooks.refetch()} />
      )}
      {webhooks.data && listed.length === 0 && (
        <EmptyState icon={WebhookIcon} title="No webhooks yet" action={create}>
          A webhook posts each event to an address of yours, signed and in order.
        </EmptyState>
      )}
      {listed.length > 0 && (
        <ul className="flex flex-col gap-3">
          {listed.map((webhook) => (
            <li key={webhook.id}>
              <WebhookCard
                webhook={webhook}
                onEdit={() => setEditing(webhook)}
                onSecret={(secret) => setShown({ secret, title: "New secret" })}
              />
            </li>
          ))}
        </ul>
      )}
      {editing && (
        <WebhookDialog
          webhook={editing === "new" ? null : editing}
          onClose={() => setEditing(null)}
          onCreated={(secret) => setShown({ secret, title: "Webhook created" })}
        />
      )}
      {shown && <WebhookSecret {...shown} onClose={() => setShown(null)} />}
    </>
  );
}

/** Shown only this once: the server never sends it to a browser again. */
function WebhookSecret({ title, secret, onClose }: ShownSecret & { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={title}
        description="Copy this secret now. You won't see it again."
        className="max-w-130"
      >
        <CopyField
          noun="secret"
          value={secret}
          hint="Receivers verify each delivery with it, as described by Standard Webhooks."
        />
        <DialogFooter>
          <DialogClose asChild>
            <Button>Done</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

function Loading() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-3">
      {["a", "b"].map((key) => (
        <div key={key} className="flex flex-col gap-2 rounded-lg border p-3.5">
          <Skeleton className="w-40" />
          <Skeleton className="w-72 max-w-full" />
          <Skeleton className="w-56 max-w-full" />
        </div>
      ))}
    </div>
  );
}
