import { useState } from "react";
import { type MailboxDetails, mailInPath } from "../../../../shared/mailboxes.ts";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog.tsx";
import { Section } from "../../../components/Section.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { TextField } from "../../../components/ui/text-field.tsx";
import { trpc } from "../../../data/trpc.ts";

/** Where a provider posts the mailbox's mail, and the key that it shows. */
export function MailboxWebhook({ mailbox }: { mailbox: MailboxDetails }) {
  const { id, hasKey } = mailbox;
  const [isAsking, setAsking] = useState(false);
  const utils = trpc.useUtils();
  const makeKey = trpc.mailboxes.makeKey.useMutation({
    meta: { showsError: true },
    onSuccess: () => {
      setAsking(false);
      void utils.mailboxes.get.invalidate({ id });
    },
  });
  const key = makeKey.data?.key;
  const url = `${location.origin}${mailInPath(id)}`;
  return (
    <Section title="Webhook" description="What to enter at your mail provider.">
      <div className="flex flex-col items-start gap-5">
        <Shown
          label="Address"
          value={url}
          hint="The raw mail as message/rfc822, in the form field body-mime or email, or in JSON as RawEmail."
        />
        {key && (
          <>
            <Shown label="Key" value={key} hint="Copy it now. It is not shown again." />
            <Shown
              label="Address with the key"
              value={url.replace("://", `://mail:${key}@`)}
              hint="For providers that only take an address. Others send the key as a Bearer token."
            />
          </>
        )}
        {!key && hasKey && <p className="text-muted-foreground">A key was made.</p>}
        <Button
          variant={hasKey ? "outline" : "default"}
          aria-disabled={makeKey.isPending}
          onClick={() => (hasKey ? setAsking(true) : !makeKey.isPending && makeKey.mutate({ id }))}
        >
          {hasKey ? "Make new key" : "Make key"}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Make a new key?"
          description="The key before stops working now. Until you enter the new one at your provider, its mails are refused."
          keep="Keep key"
          act="Make new key"
          destructive
          call={makeKey}
          onAct={() => makeKey.mutate({ id })}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  );
}

function Shown({ label, value, hint }: { label: string; value: string; hint: string }) {
  return (
    <TextField
      label={label}
      hint={hint}
      className="w-full"
      readOnly
      value={value}
      inputClassName="font-mono text-xs"
      onFocus={({ target }) => target.select()}
    />
  );
}
