import { type FormEvent, type ReactNode, useId, useState } from "react";
import type { Role } from "../../../shared/access.ts";
import {
  scopesOfRole,
  type TokenDays,
  type TokenScope,
  tokenDays,
  tokenLimits,
  tokenScopes,
} from "../../../shared/api-tokens.ts";
import { type Failure, fieldMessage } from "../../data/errors.ts";
import { Refusal } from "../Refusal.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { Dialog, DialogContent, FormFooter } from "../ui/dialog.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { TextField } from "../ui/text-field.tsx";

export interface NewToken {
  name: string;
  scopes: TokenScope[];
  days: TokenDays | null;
}

interface CreateTokenProps {
  title: string;
  description: string;
  /** The role the token acts with, which decides the scopes it can have. */
  role: Role;
  /** Further fields, such as the role of an app. */
  children?: ReactNode;
  isPending: boolean;
  failure: Failure | null;
  onCreate: (token: NewToken) => void;
  onClose: () => void;
}

export function CreateToken(props: CreateTokenProps) {
  const { title, description, role, children, isPending, failure, onCreate, onClose } = props;
  const [name, setName] = useState("");
  const [days, setDays] = useState<NewToken["days"]>(90);
  const [chosen, setChosen] = useState<TokenScope[]>(["tickets:read"]);
  const offered = scopesOfRole(role);
  const scopes = offered.filter((scope) => chosen.includes(scope));
  const isReady = name.trim() !== "" && scopes.length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !isPending) onCreate({ name: name.trim(), scopes, days });
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={title} description={description} className="max-w-130">
        <form onSubmit={submit} noValidate className="flex flex-col gap-4">
          <TextField
            label="Name"
            hint="What uses it, such as “Nightly report”."
            error={failure && fieldMessage(failure, "name")}
            dir="auto"
            maxLength={tokenLimits.name}
            value={name}
            onType={setName}
          />
          {children}
          <SelectField
            label="Expires"
            error={failure && fieldMessage(failure, "days")}
            value={String(days)}
            options={[...tokenDays.map(String), "null"]}
            nameOf={(each) => (each === "null" ? "Never" : `In ${each} days`)}
            onChange={(next) => setDays(tokenDays.find((each) => String(each) === next) ?? null)}
          />
          <Scopes
            offered={offered}
            chosen={scopes}
            onChange={(scope, checked) =>
              setChosen(checked ? [...chosen, scope] : chosen.filter((each) => each !== scope))
            }
          />
          <Refusal failure={failure} />
          <FormFooter act="Create token" isPending={isPending} disabled={!isReady} />
        </form>
      </DialogContent>
    </Dialog>
  );
}

interface ScopesProps {
  offered: readonly TokenScope[];
  chosen: readonly TokenScope[];
  onChange: (scope: TokenScope, checked: boolean) => void;
}

function Scopes({ offered, chosen, onChange }: ScopesProps) {
  const id = useId();
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">Scopes</legend>
      <ul className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {offered.map((scope) => (
          <li key={scope} className="flex items-start gap-2">
            <Checkbox
              id={`${id}-${scope}`}
              className="mt-0.5"
              checked={chosen.includes(scope)}
              onCheckedChange={(checked) => onChange(scope, checked === true)}
            />
            <label htmlFor={`${id}-${scope}`} className="min-w-0">
              <span className="block">{tokenScopes[scope]}</span>
              <span className="font-mono text-muted-foreground text-xs">{scope}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
