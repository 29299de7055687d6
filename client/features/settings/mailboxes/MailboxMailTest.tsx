import { useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, CircleX, LoaderCircle, MailCheck } from "lucide-react";
import { useState } from "react";
import type { StartedMailTest, TestedMailStep } from "../../../../shared/mailboxes.ts";
import { Button } from "../../../components/ui/button.tsx";
import { useMounted } from "../../../components/use-mounted.ts";
import { invalidate } from "../../../data/calls/invalidation.ts";
import { type Failure, readFailure } from "../../../data/errors.ts";
import { trpc } from "../../../data/trpc.ts";

/** Sends a mail to the saved mailbox, waits for it and ticks each step. */
export function MailboxMailTest({ id }: { id: string }) {
  const queryClient = useQueryClient();
  const mounted = useMounted();
  const [steps, setSteps] = useState<readonly TestedMailStep[]>([]);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isRunning, setRunning] = useState(false);
  const send = trpc.mailboxes.sendTest.useMutation({ meta: { showsError: true } });
  const find = trpc.mailboxes.findTest.useMutation({ meta: { showsError: true } });

  const waitFor = async ({ token, plusRefused, steps: [sent] }: StartedMailTest) => {
    let known = { arrived: false, plus: false };
    for (let isOver = false; !isOver && mounted.current; ) {
      const answer = await find.mutateAsync({ id, token, plusRefused, known });
      isOver = answer.isOver;
      known = { arrived: passed(answer.steps, "arrived"), plus: passed(answer.steps, "plus") };
      setSteps(sent ? [sent, ...answer.steps] : answer.steps);
    }
  };
  const run = async () => {
    setRunning(true);
    setFailure(null);
    setSteps([]);
    try {
      const started = await send.mutateAsync({ id });
      setSteps(started.steps);
      if (!started.isOver) await waitFor(started);
    } catch (error) {
      setFailure(readFailure(error));
    }
    setRunning(false);
    // The test stores what it found out, and the mails are received like others.
    invalidate(queryClient, "mailboxes");
  };
  return (
    <div className="flex flex-col gap-2">
      <div>
        <Button
          variant="outline"
          aria-disabled={isRunning}
          onClick={() => !isRunning && void run()}
        >
          {isRunning ? (
            <LoaderCircle className="animate-spin motion-reduce:animate-none" />
          ) : (
            <MailCheck />
          )}
          Send test mail
        </Button>
      </div>
      <div role="status" className="flex flex-col gap-1">
        {failure && (
          <p className="text-danger-text text-sm">
            {failure.fields.map(({ message }) => message).join(" ") || failure.message}
          </p>
        )}
        {isRunning && steps.length === 0 && <p className="text-muted-foreground">Sending…</p>}
        {steps.length > 0 && (
          <ol aria-label="Test mail" className="flex flex-col gap-1">
            {steps.map((step) => (
              <Step key={step.step} step={step} isRunning={isRunning} />
            ))}
          </ol>
        )}
      </div>
    </div>
  );
}

function passed(steps: readonly TestedMailStep[], wanted: TestedMailStep["step"]): boolean {
  return steps.some(({ step, passed }) => step === wanted && passed === true);
}

function Step({ step: { passed, text }, isRunning }: { step: TestedMailStep; isRunning: boolean }) {
  return (
    <li className="flex items-start gap-2 [&>.lucide]:mt-0.5">
      {passed === true && <CircleCheck aria-label="Passed" className="text-success" />}
      {passed === false && <CircleX aria-label="Failed" className="text-danger-text" />}
      {passed === null &&
        (isRunning ? (
          <LoaderCircle
            aria-label="Waiting"
            className="animate-spin text-faint motion-reduce:animate-none"
          />
        ) : (
          <CircleDashed aria-label="Not tried" className="text-faint" />
        ))}
      <span className={passed === null ? "text-muted-foreground" : "wrap-anywhere min-w-0"}>
        {text}
      </span>
    </li>
  );
}
