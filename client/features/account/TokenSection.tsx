import { Plus } from "lucide-react";
import { useState } from "react";
import { useShownError } from "../../components/dialogs/use-shown-error.ts";
import { notify } from "../../components/notices.ts";
import { ListSkeleton, Section } from "../../components/Section.tsx";
import { SectionError } from "../../components/table/ListError.tsx";
import { CreateToken } from "../../components/tokens/CreateToken.tsx";
import { TokenList } from "../../components/tokens/TokenList.tsx";
import { TokenSecret } from "../../components/tokens/TokenSecret.tsx";
import { Button } from "../../components/ui/button.tsx";
import { readFailure } from "../../data/errors.ts";
import { useViewer } from "../../data/session/viewer.ts";
import { trpc } from "../../data/trpc.ts";

/** The person's own API tokens. Hidden from customers who can have none. */
export function TokenSection() {
  const utils = trpc.useUtils();
  const { role } = useViewer();
  const tokens = trpc.apiTokens.own.useQuery(undefined, { meta: { showsError: true } });
  const [creating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const settle = () => utils.apiTokens.own.invalidate();
  const create = trpc.apiTokens.create.useMutation({
    meta: { showsError: true },
    onSuccess: (made) => {
      setCreating(false);
      setSecret(made.secret);
    },
    onSettled: settle,
  });
  const { failure, forget } = useShownError(create.error);
  const revoke = trpc.apiTokens.revoke.useMutation({
    meta: { showsError: true },
    onSuccess: () => notify({ kind: "success", message: "Token revoked" }),
    onSettled: settle,
  });
  const listed = tokens.data?.tokens ?? [];
  const isHidden = role === "Customer" && !tokens.data?.allowed && listed.length === 0;
  if (isHidden) return null;
  return (
    <Section
      title="API tokens"
      description="Programs with such a token act as you, within the scopes you choose."
    >
      <div className="flex flex-col items-start gap-3 *:[ul]:self-stretch">
        {tokens.isPending && <ListSkeleton />}
        {tokens.isError && !tokens.data && (
          <SectionError failure={readFailure(tokens.error)} retry={() => void tokens.refetch()} />
        )}
        {tokens.data && listed.length === 0 && (
          <p className="text-muted-foreground">
            You have no tokens.{" "}
            <a href="/node/api/docs" className="underline">
              Read the API docs
            </a>
          </p>
        )}
        {listed.length > 0 && (
          <TokenList
            tokens={listed}
            revoking={{
              isPending: revoke.isPending,
              failure: revoke.error && readFailure(revoke.error),
            }}
            revoke={({ id }, onDone) => revoke.mutate({ id }, { onSuccess: onDone })}
            onCancel={() => revoke.reset()}
          />
        )}
        {tokens.data?.allowed && (
          <Button variant="outline" onClick={() => setCreating(true)}>
            <Plus />
            Create token
          </Button>
        )}
      </div>
      {creating && (
        <CreateToken
          title="Create token"
          description="It acts as you. Changing your role or disabling you ends it."
          role={role}
          isPending={create.isPending}
          failure={failure}
          onCreate={(token) => create.mutate(token)}
          onClose={() => {
            setCreating(false);
            forget();
          }}
        />
      )}
      {secret !== null && <TokenSecret secret={secret} onClose={() => setSecret(null)} />}
    </Section>
  );
}
