import { LoaderCircle, Send, Settings2 } from "lucide-react";
import { useState } from "react";
import type { MailSettings } from "../../../shared/desk.ts";
import { Button } from "../../components/ui/button.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { trpc } from "../../data/trpc.ts";
import { MailSettingsDialog, TestAnswer } from "./MailSettingsDialog.tsx";

/** How mail is sent, its settings, and a test email to the reader. */
export function MailServer() {
  const settings = trpc.mails.settings.useQuery(undefined, { meta: { showsError: true } });
  const utils = trpc.useUtils();
  const test = trpc.mails.sendTest.useMutation({
    meta: { showsError: true },
    onSettled: () => utils.mails.settings.invalidate(),
  });
  const [editing, setEditing] = useState(false);
  if (!settings.data) return settings.isError ? null : <Waiting />;
  const { server, from, replyTo, linksBeginWith } = settings.data;
  return (
    <div className="flex flex-col gap-2">
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        <Fact name="Server">{server ? nameOf(server) : "not set"}</Fact>
        <Fact name="From">{from}</Fact>
        <Fact name="Replies go to">{replyTo ?? "not set"}</Fact>
        {server && <Fact name="Links point to">{linksBeginWith ?? "this machine only"}</Fact>}
      </dl>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="outline" onClick={() => setEditing(true)}>
          <Settings2 />
          {server ? "Email settings" : "Set up email"}
        </Button>
        {server && (
          <Button
            variant="outline"
            aria-disabled={test.isPending}
            onClick={() => !test.isPending && test.mutate(undefined)}
          >
            {test.isPending ? (
              <LoaderCircle className="animate-spin motion-reduce:animate-none" />
            ) : (
              <Send />
            )}
            Send test email
          </Button>
        )}
        <div role="status" className="min-w-0 flex-1">
          <TestAnswer test={test} />
        </div>
      </div>
      {editing && <MailSettingsDialog settings={settings.data} onClose={() => setEditing(false)} />}
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
