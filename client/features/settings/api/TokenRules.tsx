import { tokenDays } from "../../../../shared/api-tokens.ts";
import type { DeskDetails } from "../../../../shared/desk.ts";
import { Field } from "../../../components/ui/field.tsx";
import { Label } from "../../../components/ui/label.tsx";
import {
  Select,
  SelectContent,
  SelectItem,
  SelectTrigger,
} from "../../../components/ui/select.tsx";
import { Switch } from "../../../components/ui/switch.tsx";
import { useDesk, useSaveSetting } from "../use-desk.ts";

/** How long tokens can be valid, and whether customers can have any. */
export function TokenRules() {
  const { desk } = useDesk();
  return desk ? <Rules desk={desk} /> : null;
}

function Rules({ desk }: { desk: DeskDetails }) {
  const longest = useSaveSetting("tokenDays", "Token lifetime");
  const customers = useSaveSetting("customerTokens", "Tokens of customers");
  return (
    <section aria-label="Rules for tokens" className="flex flex-col gap-3 border-t pt-4">
      <Field label="New tokens are valid for at most" error={longest.error} className="max-w-60">
        {(control) => (
          <Select
            value={String(desk.tokenDays)}
            onValueChange={(next) =>
              longest.save(tokenDays.find((each) => String(each) === next) ?? null, desk.tokenDays)
            }
          >
            <SelectTrigger {...control} />
            <SelectContent>
              <SelectItem value="null">Any time</SelectItem>
              {tokenDays.map((each) => (
                <SelectItem key={each} value={String(each)}>
                  {each} days
                </SelectItem>
              ))}
            </SelectContent>
          </Select>
        )}
      </Field>
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
