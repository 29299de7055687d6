import { CircleCheck, CircleDashed, CircleX, LoaderCircle, PlugZap } from "lucide-react";
import type { TestedStep } from "../../../../shared/mailboxes.ts";
import type { TestMailboxInput } from "../../../../shared/schemas/mailboxes.ts";
import { Button } from "../../../components/ui/button.tsx";
import { readFailure } from "../../../data/errors.ts";
import { trpc } from "../../../data/trpc.ts";

/** Tries the settings of the form, saved or not, and ticks each step. */
export function MailboxTest({ input }: { input: TestMailboxInput }) {
  const test = trpc.mailboxes.test.useMutation({ meta: { showsError: true } });
  const failure = test.error && readFailure(test.error);
  return (
    <div className="flex flex-col gap-2">
      <div>
        <Button
          variant="outline"
          aria-disabled={test.isPending}
          onClick={() => !test.isPending && test.mutate(input)}
        >
          {test.isPending ? (
            <LoaderCircle className="animate-spin motion-reduce:animate-none" />
          ) : (
            <PlugZap />
          )}
          Test connection
        </Button>
      </div>
      <div role="status">
        {test.isPending && <p className="text-muted-foreground">Connecting (up to 45 seconds)…</p>}
        {failure && !test.isPending && (
          <p className="text-danger-text text-sm">
            {failure.fields.map(({ message }) => message).join(" ") || failure.message}
          </p>
        )}
        {test.data && !test.isPending && (
          <ol aria-label="Test" className="flex flex-col gap-1">
            {test.data.map((step) => (
              <Step key={step.step} step={step} />
            ))}
          </ol>
        )}
      </div>
    </div>
  );
}

function Step({ step: { passed, text } }: { step: TestedStep }) {
  return (
    <li className="flex items-start gap-2 [&>.lucide]:mt-0.5">
      {passed === true && <CircleCheck aria-label="Passed" className="text-success" />}
      {passed === false && <CircleX aria-label="Failed" className="text-danger-text" />}
      {passed === null && <CircleDashed aria-label="Not tried" className="text-faint" />}
      <span className={passed === null ? "text-muted-foreground" : "wrap-anywhere min-w-0"}>
        {text}
      </span>
    </li>
  );
}
