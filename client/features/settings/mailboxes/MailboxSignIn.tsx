import { LogIn } from "lucide-react";
import { useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import { type MailboxDetails, oauthName } from "../../../../shared/mailboxes.ts";
import { notify } from "../../../components/notices.ts";
import { Button } from "../../../components/ui/button.tsx";
import { trpc } from "../../../data/trpc.ts";

/** For a mailbox whose provider a person signs in with. */
export function MailboxSignIn({ mailbox }: { mailbox: MailboxDetails }) {
  const { id, state, fields } = mailbox;
  const signIn = trpc.mailboxes.signIn.useMutation({
    meta: { showsError: true },
    onSuccess: ({ url }) => location.assign(url),
  });
  const { oauth } = fields;
  if (oauth?.grant !== "code") return null;
  const name = oauthName(oauth);
  const isNeeded = state === "sign-in" || state === "rejected";
  const isUnderWay = signIn.isPending || signIn.isSuccess;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        variant={isNeeded ? "default" : "outline"}
        aria-disabled={isUnderWay}
        onClick={() => !isUnderWay && signIn.mutate({ id, origin: location.origin })}
      >
        <LogIn />
        {state === "sign-in" ? `Sign in with ${name}` : `Sign in with ${name} again`}
      </Button>
    </div>
  );
}

const results: Record<string, Parameters<typeof notify>[0]> = {
  done: { kind: "success", message: "Signed in" },
  failed: { kind: "error", message: "Couldn't sign in. Recent events say why." },
  expired: {
    kind: "error",
    message: "This sign-in is no longer valid. Open the mailbox and sign in again.",
  },
};

/** After the provider sent the person back. */
export function useSignInResult(): void {
  const [params, setParams] = useSearchParams();
  const result = params.get("sign-in");
  useEffect(() => {
    if (result === null) return;
    const notice = results[result];
    if (notice) notify(notice);
    setParams(
      (before) => {
        before.delete("sign-in");
        return before;
      },
      { replace: true },
    );
  }, [result, setParams]);
}
