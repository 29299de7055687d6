import { LoaderCircle, RotateCw, Send } from "lucide-react";
import { useRef } from "react";
import type { Mail } from "../../../shared/mails.ts";
import { notify } from "../../components/notices.ts";
import { Refusal } from "../../components/Refusal.tsx";
import { Button } from "../../components/ui/button.tsx";
import { newRequestId } from "../../data/calls/request-id.ts";
import { readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";

/** Under a mail that was given up, or that was kept: it waits as a new one does. */
export function TryAgain({ id, to, state }: Pick<Mail, "id" | "to" | "state">) {
  const utils = trpc.useUtils();
  const attempt = trpc.mails.tryAgain.useMutation({ meta: { showsError: true } });
  const isKept = state === "kept";
  const again = isKept ? "" : " again";
  const requestId = useRef(newRequestId());
  const failure = attempt.isError ? readFailure(attempt.error) : null;
  const run = () =>
    attempt.mutate(
      { id, requestId: requestId.current },
      {
        onSuccess: () => {
          requestId.current = newRequestId();
          notify({ kind: "success", message: `The mail to ${to} waits to be sent${again}` });
          void utils.mails.list.invalidate();
        },
      },
    );
  return (
    <div className="mt-3 flex flex-col items-start gap-2">
      <Button
        variant="outline"
        aria-disabled={attempt.isPending}
        onClick={() => !attempt.isPending && run()}
      >
        {attempt.isPending ? (
          <LoaderCircle className="animate-spin motion-reduce:animate-none" />
        ) : isKept ? (
          <Send />
        ) : (
          <RotateCw />
        )}
        {isKept ? "Send now" : "Try again"}
      </Button>
      <Refusal failure={failure} />
    </div>
  );
}
