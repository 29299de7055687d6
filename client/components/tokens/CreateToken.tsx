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
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { Select, SelectContent, SelectItem, SelectTrigger } from "../ui/select.tsx";

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
          <Field
            label="Name"
            hint="What uses it, such as “Nightly report”."
            error={failure && fieldMessage(failure, "name")}
          >
            {(control) => (
              <Input
                {...control}
                dir="auto"
                maxLength={tokenLimits.name}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          {children}
          <Field label="Expires" error={failure && fieldMessage(failure, "days")}>
            {(control) => (
              <Select
                value={String(days)}
                onValueChange={(next) =>
                  setDays(tokenDays.find((each) => String(each) === next) ?? null)
                }
              >
                <SelectTrigger {...control} />
                <SelectContent>
                  {tokenDays.map((each) => (
                    <SelectItem key={each} value={String(each)}>
                      In {each} days
                    </SelectItem>
                  ))}
                  <SelectItem value="null">Never</SelectItem>
                </SelectContent>
              </Select>
            )}
          </Field>
          <Scopes
            offered={offered}
            chosen={scopes}
            onChange={(scope, checked) =>
              setChosen(checked ? [...chosen, scope] : chosen.filter((each) => each !== scope))
            }
          />
          <Refusal failure={failure} />
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit" disabled={!isReady} aria-disabled={isPending}>
              Create token
            </Button>
          </DialogFooter>
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
