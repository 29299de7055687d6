import { type ReactNode, useId } from "react";
import { Checkbox } from "../../components/ui/checkbox.tsx";

interface TicksProps {
  legend: ReactNode;
  hint: string;
  choices: readonly { id: string; name: string; hint: string }[];
  ticked: ReadonlySet<string>;
  onTick: (ticked: ReadonlySet<string>) => void;
}

export function Ticks({ legend, hint, choices, ticked, onTick }: TicksProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={`${id}-hint`} className="flex min-w-0 flex-col gap-1">
      <legend className="pb-1 font-medium text-sm">{legend}</legend>
      <ul className="max-h-40 overflow-y-auto rounded-md border px-3 py-1">
        {choices.map((choice) => (
          <li key={choice.id}>
            <label
              htmlFor={`${id}-${choice.id}`}
              className="flex min-h-8 items-center gap-2.5 pointer-coarse:min-h-11"
            >
              <Checkbox
                id={`${id}-${choice.id}`}
                checked={ticked.has(choice.id)}
                onCheckedChange={(on) => {
                  const next = new Set(ticked);
                  if (on === true) next.add(choice.id);
                  else next.delete(choice.id);
                  onTick(next);
                }}
              />
              <bdi className="truncate">{choice.name}</bdi>
              <span className="text-faint text-xs">{choice.hint}</span>
            </label>
          </li>
        ))}
      </ul>
      <p id={`${id}-hint`} className="text-muted-foreground text-xs">
        {hint}
      </p>
    </fieldset>
  );
}
