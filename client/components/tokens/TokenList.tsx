import { KeyRound } from "lucide-react";
import { useRef, useState } from "react";
import type { ApiToken } from "../../../shared/api-tokens.ts";
import type { Failure } from "../../data/errors.ts";
import { ConfirmDialog } from "../dialogs/ConfirmDialog.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Day, TimeAgo } from "../ui/time-ago.tsx";

interface TokenListProps {
  tokens: readonly ApiToken[];
  /** Names the owner of each token, for the list of the whole desk. */
  withOwner?: boolean;
  revoking: { isPending: boolean; failure: Failure | null };
  revoke: (token: ApiToken, onDone: () => void) => void;
  onCancel: () => void;
}

export function TokenList({
  tokens,
  withOwner = false,
  revoking,
  revoke,
  onCancel,
}: TokenListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [asked, setAsked] = useState<ApiToken | null>(null);
  const close = () => {
    setAsked(null);
    onCancel();
  };
  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label="API tokens" className="divide-y rounded-lg border">
        {tokens.map((token) => (
          <TokenRow
            key={token.id}
            token={token}
            withOwner={withOwner}
            onRevoke={() => setAsked(token)}
          />
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          title={`Revoke “${asked.name}”?`}
          description="Programs that use this token stop working immediately. You can't undo this."
          keep="Keep token"
          act="Revoke token"
          destructive
          isPending={revoking.isPending}
          failure={revoking.failure}
          onClose={close}
          onAct={() =>
            revoke(asked, () => {
              close();
              // The button that opened the dialog is removed with its row.
              list.current?.focus();
            })
          }
        />
      )}
    </>
  );
}

interface TokenRowProps {
  token: ApiToken;
  withOwner: boolean;
  onRevoke: () => void;
}

function TokenRow({ token, withOwner, onRevoke }: TokenRowProps) {
  const { name, kind, owner, role, lastFour, scopes, expiresAt, lastUsedAt, ipRanges } = token;
  return (
    <li className="flex items-start gap-3 px-3.5 py-2.5">
      <KeyRound className="mt-0.5 text-muted-foreground" />
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2">
          <bdi className="truncate font-medium">{name}</bdi>
          <span className="font-mono text-muted-foreground text-xs">…{lastFour}</span>
          {withOwner && <Badge>{kind === "app" ? `App · ${role}` : "Personal"}</Badge>}
        </p>
        <p className="text-muted-foreground text-xs">
          {withOwner && kind === "personal" && (
            <>
              <bdi>{owner.name}</bdi> ·{" "}
            </>
          )}
          {expiresAt ? (
            <>
              Expires <Day at={expiresAt} />
            </>
          ) : (
            "Does not expire"
          )}
          {" · "}
          {lastUsedAt ? (
            <>
              last used <TimeAgo at={lastUsedAt} said />
            </>
          ) : (
            "never used"
          )}
          {ipRanges.length > 0 && ` · only from ${ipRanges.join(", ")}`}
        </p>
        <p className="break-words font-mono text-muted-foreground text-xs">{scopes.join(" ")}</p>
      </div>
      <Button
        variant="outline"
        size="sm"
        aria-label={`Revoke token ${name}, ending in ${lastFour}`}
        onClick={onRevoke}
      >
        Revoke
      </Button>
    </li>
  );
}
