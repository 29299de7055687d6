import { LoaderCircle, RotateCw } from "lucide-react";
import { useRef } from "react";
import type { Mail } from "../../shared/mails.ts";
import { newRequestId } from "../lib/calls/request-id.ts";
import { readFailure } from "../lib/errors.ts";
import { notify } from "../lib/notices.ts";
import { trpc } from "../lib/trpc.ts";
import { Refusal } from "../parts/Refusal.tsx";
import { Button } from "../ui/button.tsx";

/** Under a mail that was given up: it waits as a new one does. */
export function TryAgain({ id, to }: Pick<Mail, "id" | "to">) {
  const utils = trpc.useUtils();
  const again = trpc.mails.tryAgain.useMutation({ meta: { showsError: true } });
  const requestId = useRef(newRequestId());
  const failure = again.isError ? readFailure(again.error) : null;
  const run = () =>
    again.mutate(
      { id, requestId: requestId.current },
      {
        onSuccess: () => {
          requestId.current = newRequestId();
          notify({ kind: "success", message: `The mail to ${to} waits to be sent again` });
          void utils.mails.list.invalidate();
        },
      },
    );
  return (
    <div className="mt-3 flex flex-col items-start gap-2">
      <Button
        variant="outline"
        aria-disabled={again.isPending}
        onClick={() => !again.isPending && run()}
      >
        {again.isPending ? (
          <LoaderCircle className="animate-spin motion-reduce:animate-none" />
        ) : (
          <RotateCw />
        )}
        Try again
      </Button>
      <Refusal failure={failure} />
    </div>
  );
}
