import { Link2 } from "lucide-react";
import { useRef, useState } from "react";
import type { NewLinkFor } from "../../../shared/mails.ts";
import { fullName } from "../../../shared/users.ts";
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx";
import { LinkDialog, linkConsequence } from "../../components/people/LinkDialog.tsx";
import { Refusal } from "../../components/Refusal.tsx";
import { Button } from "../../components/ui/button.tsx";
import { ShellCommand } from "../../components/ui/shell-command.tsx";
import { readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";

/** Under a mail that reached nobody: the link that it would have brought, made anew to be handed over. */
export function NewLink({ user, isInvited, onServerOnly }: NewLinkFor) {
  if (onServerOnly) {
    return (
      <p className="mt-3 max-w-[72ch] text-muted-foreground">
        A Super Admin who has had a password gets a link on the server alone:{" "}
        <ShellCommand>npx -y bun run user:link --email {user.email}</ShellCommand>
      </p>
    );
  }
  return <MakeLink user={user} isInvited={isInvited} />;
}

function MakeLink({ user, isInvited }: Omit<NewLinkFor, "onServerOnly">) {
  const make = trpc.users.makeLink.useMutation({ meta: { showsError: true } });
  const [asks, setAsks] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const failure = make.isError ? readFailure(make.error) : null;
  const run = () => make.mutate({ id: user.id }, { onSuccess: () => setAsks(false) });
  const toButton = () => button.current?.focus();
  const refrain = () => {
    setAsks(false);
    make.reset();
    requestAnimationFrame(toButton);
  };
  return (
    <div className="mt-3 flex flex-col items-start gap-2">
      <Button
        ref={button}
        variant="outline"
        aria-disabled={make.isPending}
        onClick={() => {
          if (make.isPending) return;
          // Of an invited person nothing ends by it, so it is made at once.
          if (isInvited) run();
          else setAsks(true);
        }}
      >
        <Link2 />
        Make a new link
      </Button>
      {!asks && <Refusal failure={failure} />}
      {asks && (
        <ConfirmDialog
          title={`Make a new link for ${fullName(user)}?`}
          description={linkConsequence}
          keep="Leave it as it is"
          act="Make link"
          isPending={make.isPending}
          failure={failure}
          onAct={run}
          onClose={refrain}
        />
      )}
      {make.data && (
        <LinkDialog user={user} link={make.data} onClose={make.reset} returnFocus={toButton} />
      )}
    </div>
  );
}
