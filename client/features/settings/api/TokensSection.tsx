import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { tokenDays } from "../../../../shared/api-tokens.ts";
import type { DeskDetails } from "../../../../shared/desk.ts";
import { type CompanyScope, companyScopes, scopeWords } from "../../../../shared/users.ts";
import { useShownError } from "../../../components/dialogs/use-shown-error.ts";
import { notify } from "../../../components/notices.ts";
import { CompanySelect } from "../../../components/pickers/CompanySelect.tsx";
import { ListSkeleton } from "../../../components/Section.tsx";
import { ListError } from "../../../components/table/ListError.tsx";
import { CreateToken, type NewToken } from "../../../components/tokens/CreateToken.tsx";
import { TokenList } from "../../../components/tokens/TokenList.tsx";
import { TokenSecret } from "../../../components/tokens/TokenSecret.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { EmptyState } from "../../../components/ui/empty-state.tsx";
import { Label } from "../../../components/ui/label.tsx";
import { SelectField } from "../../../components/ui/select-field.tsx";
import { Switch } from "../../../components/ui/switch.tsx";
import { fieldMessage, readFailure } from "../../../data/errors.ts";
import { trpc } from "../../../data/trpc.ts";
import { useDesk, useSaveSetting } from "../use-desk.ts";

/** The tokens of all people and apps. */
export function TokensSection() {
  const utils = trpc.useUtils();
  const tokens = trpc.apiTokens.all.useQuery(undefined, { meta: { showsError: true } });
  const [creating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const revoke = trpc.apiTokens.revokeAny.useMutation({
    meta: { showsError: true },
    onSuccess: () => notify({ kind: "success", message: "Token revoked" }),
    onSettled: () => utils.apiTokens.all.invalidate(),
  });
  const listed = tokens.data?.tokens ?? [];
  const create = (
    <Button onClick={() => setCreating(true)}>
      <Plus />
      Create app token
    </Button>
  );
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1 className="font-semibold text-base">Tokens</h1>
          <p className="text-muted-foreground">
            Programs use tokens to read and change tickets. People create their own under Profile.{" "}
            <a href="/node/api/docs" className="underline">
              Read the API docs
            </a>
          </p>
        </div>
        {listed.length > 0 && create}
      </div>
      {tokens.isPending && <ListSkeleton />}
      {tokens.isError && !tokens.data && (
        <ListError failure={readFailure(tokens.error)} retry={() => void tokens.refetch()} />
      )}
      {tokens.data && listed.length === 0 && (
        <EmptyState icon={KeyRound} title="No tokens yet" action={create}>
          An app token has its own name, role and company scope, and outlives the people who use it.
        </EmptyState>
      )}
      {listed.length > 0 && (
        <TokenList
          tokens={listed}
          withOwner
          revoking={{
            isPending: revoke.isPending,
            failure: revoke.error && readFailure(revoke.error),
          }}
          revoke={({ id }, onDone) => revoke.mutate({ id }, { onSuccess: onDone })}
          onCancel={() => revoke.reset()}
        />
      )}
      <TokenRules />
      {creating && (
        <CreateAppToken
          onClose={() => setCreating(false)}
          onCreated={(made) => {
            setCreating(false);
            setSecret(made);
          }}
        />
      )}
      {secret !== null && <TokenSecret secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}

interface CreateAppTokenProps {
  onClose: () => void;
  onCreated: (secret: string) => void;
}

function CreateAppToken({ onClose, onCreated }: CreateAppTokenProps) {
  const utils = trpc.useUtils();
  const [role, setRole] = useState<"Agent" | "Super Admin">("Agent");
  const [companyScope, setScope] = useState<CompanyScope>("all");
  const [company, setCompany] = useState<{ id: string; name: string } | null>(null);
  const create = trpc.apiTokens.createApp.useMutation({
    meta: { showsError: true },
    onSuccess: ({ secret }) => onCreated(secret),
    onSettled: () => utils.apiTokens.all.invalidate(),
  });
  const { failure } = useShownError(create.error);
  const isAgent = role === "Agent";
  const submit = (token: NewToken) =>
    create.mutate({
      ...token,
      role,
      ...(isAgent && { companyScope }),
      companyIds: isAgent && companyScope === "assigned" && company ? [company.id] : [],
    });
  return (
    <CreateToken
      title="Create app token"
      description="The app writes under its own name. Its token works until it expires or is revoked."
      role={role}
      isPending={create.isPending}
      failure={failure}
      onCreate={submit}
      onClose={onClose}
    >
      <SelectField
        label="Role"
        value={role}
        options={["Agent", "Super Admin"]}
        nameOf={(each) => each}
        onChange={setRole}
      />
      {isAgent && (
        <SelectField
          label="Company scope"
          error={failure && fieldMessage(failure, "companyScope")}
          value={companyScope}
          options={companyScopes}
          nameOf={(each) => scopeWords[each]}
          onChange={setScope}
        />
      )}
      {isAgent && companyScope === "assigned" && (
        <CompanySelect
          value={company}
          onChange={setCompany}
          error={failure && fieldMessage(failure, "companies")}
        />
      )}
    </CreateToken>
  );
}

/** How long tokens can be valid, and whether customers can have any. */
function TokenRules() {
  const { desk } = useDesk();
  return desk ? <Rules desk={desk} /> : null;
}

function Rules({ desk }: { desk: DeskDetails }) {
  const longest = useSaveSetting("tokenDays", "Token lifetime");
  const customers = useSaveSetting("customerTokens", "Tokens of customers");
  return (
    <section aria-label="Rules for tokens" className="flex flex-col gap-3 border-t pt-4">
      <SelectField
        label="New tokens are valid for at most"
        error={longest.error}
        className="max-w-60"
        value={String(desk.tokenDays)}
        options={["null", ...tokenDays.map(String)]}
        nameOf={(days) => (days === "null" ? "Any time" : `${days} days`)}
        onChange={(next) =>
          longest.save(tokenDays.find((each) => String(each) === next) ?? null, desk.tokenDays)
        }
      />
      <div className="flex min-h-8 items-center gap-3 pointer-coarse:min-h-11">
        <Switch
          id="customer-tokens"
          checked={desk.customerTokens}
          onCheckedChange={(on) => customers.save(on, desk.customerTokens)}
        />
        <Label htmlFor="customer-tokens">Customers can create tokens</Label>
      </div>
      {customers.error && <p className="text-danger-text text-xs">{customers.error}</p>}
    </section>
  );
}
