import { CircleCheck, CircleX, LoaderCircle, Send } from "lucide-react";
import type { MailSettings } from "../../../shared/desk.ts";
import { Button } from "../../components/ui/button.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";

/** The mail server, and a test email to the reader. */
export function MailServer() {
  const settings = trpc.mails.settings.useQuery(undefined, { meta: { showsError: true } });
  const utils = trpc.useUtils();
  const test = trpc.mails.sendTest.useMutation({
    meta: { showsError: true },
    onSettled: () => utils.mails.settings.invalidate(),
  });
  if (!settings.data) return settings.isError ? null : <Waiting />;
  const { server, from, replyTo, linksBeginWith } = settings.data;
  return (
    <div className="flex flex-col gap-2">
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        <Fact name="Server">{server ? nameOf(server) : "not set"}</Fact>
        <Fact name="From">{from}</Fact>
        <Fact name="Replies go to">{replyTo ?? "not set"}</Fact>
        {server && (
          <Fact name="Links point to">
            {linksBeginWith ?? "this machine only (BASE_URL isn't set)"}
          </Fact>
        )}
      </dl>
      {server && (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            variant="outline"
            aria-disabled={test.isPending}
            onClick={() => !test.isPending && test.mutate()}
          >
            {test.isPending ? (
              <LoaderCircle className="animate-spin motion-reduce:animate-none" />
            ) : (
              <Send />
            )}
            Send test email
          </Button>
          <div role="status" className="min-w-0 flex-1">
            <TestAnswer test={test} />
          </div>
        </div>
      )}
    </div>
  );
}

/** As high as the settings of a desk with a mail server. */
function Waiting() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-2">
      <Skeleton className="h-5 w-140 max-w-full" />
      <Skeleton className="h-8 w-36 rounded-md pointer-coarse:h-11" />
    </div>
  );
}

function TestAnswer({ test }: { test: ReturnType<typeof trpc.mails.sendTest.useMutation> }) {
  if (test.isPending) return <>Waiting for the mail server (up to 15 seconds)…</>;
  if (test.isError) {
    return <span className="text-danger-text">{readFailure(test.error).message}</span>;
  }
  if (!test.data) return null;
  const { taken, to, answer } = test.data;
  return (
    <p className="flex items-start gap-2 [&>.lucide]:mt-0.5">
      {taken ? <CircleCheck className="text-success" /> : <CircleX className="text-danger-text" />}
      <span className="min-w-0">
        {taken
          ? `The mail server accepted the email to ${to}: `
          : "The mail server refused the email: "}
        <q className="wrap-anywhere">{answer}</q>
      </span>
    </p>
  );
}

function nameOf({ host, port, encrypted, signsIn }: NonNullable<MailSettings["server"]>): string {
  const how = encrypted ? "encrypted" : "encrypted if the server supports it";
  return `${host}, port ${port}, ${how}, ${signsIn ? "with sign-in" : "without sign-in"}`;
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div className="flex min-w-0 gap-1.5">
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}
