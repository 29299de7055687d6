import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { isStaff } from "../../../../shared/access.ts";
import { namesDays } from "../../../../shared/search/days.ts";
import type { OperatorName } from "../../../../shared/search/operators.ts";
import { ChoiceList } from "../../../components/pickers/ChoiceList.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { useTimeZone, useViewer } from "../../../data/session/viewer.ts";
import { useTicketList } from "../list/use-ticket-list.ts";
import { FilterValues, type ValuesProps } from "./FilterValues.tsx";
import { filterNames, filtersByMouse, valuesIn, withValues } from "./filter-words.ts";

/** Chooses a filter, then its values. */
export function FilterPanel() {
  const [operator, setOperator] = useState<OperatorName | null>(null);
  return (
    <FocusWithin key={operator}>
      {operator ? (
        <Values operator={operator} onBack={() => setOperator(null)} />
      ) : (
        <Filters onChoose={setOperator} />
      )}
    </FocusWithin>
  );
}

/** Moves the focus to the next panel of the menu. */
function FocusWithin({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.querySelector<HTMLElement>("input, [aria-pressed]")?.focus();
  }, []);
  return <div ref={place}>{children}</div>;
}

function Filters({ onChoose }: { onChoose: (operator: OperatorName) => void }) {
  const language = isStaff(useViewer()) ? "staff" : "customer";
  const [{ search }] = useTicketList();
  const [text, setText] = useState("");
  const offered = filtersByMouse(language).filter((name) =>
    filterNames[name].toLowerCase().includes(text.trim().toLowerCase()),
  );
  return (
    <ChoiceList
      label="Find a filter"
      choices={offered.map((name) => ({
        value: name,
        name: filterNames[name],
        hint: valuesIn(search, name, language).join(", "),
        tail: <ChevronRight className="text-muted-foreground" />,
      }))}
      chosen={null}
      text={text}
      onText={setText}
      onChoose={(name) => {
        const chosen = offered.find((operator) => operator === name);
        if (chosen) onChoose(chosen);
      }}
    />
  );
}

function Values({ operator, onBack }: { operator: OperatorName; onBack: () => void }) {
  const language = isStaff(useViewer()) ? "staff" : "customer";
  const here = useTimeZone();
  const [{ search, timeZone }, change] = useTicketList();
  const props: ValuesProps = {
    operator,
    chosen: valuesIn(search, operator, language),
    onChoose: (choose) => {
      const now = new URLSearchParams(location.search).get("q") ?? "";
      const values = choose(valuesIn(now, operator, language));
      const next = withValues(now, operator, values, language);
      const zone = timeZone ?? (namesDays(next, language) ? here : null);
      change({ search: next, timeZone: zone }, { step: true });
    },
  };
  return (
    <>
      <div className="mb-1.5 flex items-center gap-1">
        <Button
          variant="ghost"
          size="icon-xs"
          aria-label="Back to all filters"
          data-hint="Back to all filters"
          onClick={onBack}
        >
          <ChevronLeft />
        </Button>
        <h2 className="font-medium">{filterNames[operator]}</h2>
        {props.chosen.length > 0 && (
          <Button
            variant="ghost"
            size="xs"
            className="ml-auto"
            onClick={() => props.onChoose(() => [])}
          >
            Clear
          </Button>
        )}
      </div>
      <FilterValues {...props} />
    </>
  );
}
