import { Plus, X } from "lucide-react";
import { useId, useState } from "react";
import { type UserCompany, userLimits } from "../../../shared/users.ts";
import { CompanyChoices } from "../../components/pickers/CompanySelect.tsx";
import { Button } from "../../components/ui/button.tsx";
import { Checkbox } from "../../components/ui/checkbox.tsx";
import type { ControlProps } from "../../components/ui/field.tsx";
import { IconButton } from "../../components/ui/icon-button.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "../../components/ui/popover.tsx";

interface CompanyPickerProps {
  control: ControlProps;
  companies: UserCompany[];
  /** Whether the user can be given access to all tickets of a company. */
  withAccess: boolean;
  onChange: (companies: UserCompany[]) => void;
}

/** The companies of a user, and a search for more. */
export function CompanyPicker({ control, companies, withAccess, onChange }: CompanyPickerProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className="flex flex-col gap-1.5">
      {companies.length > 0 && (
        <ul aria-label="Companies" className="divide-y rounded-md border">
          {companies.map((company) => (
            <Company
              key={company.id}
              company={company}
              withAccess={withAccess}
              onAccess={(seesAllTickets) =>
                onChange(
                  companies.map((each) =>
                    each.id === company.id ? { ...each, seesAllTickets } : each,
                  ),
                )
              }
              onRemove={() => onChange(companies.filter(({ id }) => id !== company.id))}
            />
          ))}
        </ul>
      )}
      <Popover open={open} onOpenChange={setOpen}>
        <PopoverTrigger asChild>
          <Button
            variant="outline"
            size="sm"
            className="self-start aria-invalid:border-destructive"
            disabled={companies.length >= userLimits.companies}
            {...control}
            aria-label="Add company"
          >
            <Plus />
            Add company
          </Button>
        </PopoverTrigger>
        <PopoverContent aria-label="Add company" className="w-72 p-2">
          <CompanyChoices
            without={companies.map(({ id }) => id)}
            onChoose={(company) => {
              if (company) onChange([...companies, { ...company, seesAllTickets: false }]);
              setOpen(false);
            }}
          />
        </PopoverContent>
      </Popover>
    </div>
  );
}

interface CompanyProps {
  company: UserCompany;
  withAccess: boolean;
  onAccess: (seesAllTickets: boolean) => void;
  onRemove: () => void;
}

function Company({ company, withAccess, onAccess, onRemove }: CompanyProps) {
  const id = useId();
  return (
    // On a phone the name and its remove button share the first line.
    <li className="grid min-h-9 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-1 pr-1 pl-2.5 shell:flex">
      <span
        dir="auto"
        data-hint={company.name}
        data-hint-cut=""
        className="min-w-24 flex-1 truncate text-left"
      >
        {company.name}
      </span>
      {withAccess && (
        <span className="col-span-2 row-start-2 flex items-center gap-2 pb-1 shell:pb-0">
          <Checkbox
            id={id}
            checked={company.seesAllTickets}
            aria-describedby={`${id}-company`}
            onCheckedChange={(checked) => onAccess(checked === true)}
          />
          <label htmlFor={id} className="text-sm">
            Sees all company tickets
          </label>
          <span id={`${id}-company`} className="sr-only">
            {company.name}
          </span>
        </span>
      )}
      <IconButton
        label={`Remove ${company.name}`}
        size="icon-xs"
        className="col-start-2 row-start-1"
        onClick={onRemove}
      >
        <X />
      </IconButton>
    </li>
  );
}
