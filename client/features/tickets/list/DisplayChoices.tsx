import {
  type ListDensity,
  type ListGroup,
  listColumnNames,
  listColumns,
  listDensities,
  listDensityNames,
  listGroupNames,
  listGroups,
} from "../../../../shared/tickets/list-display.ts";
import {
  DropdownMenuCheckboxItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
} from "../../../components/ui/dropdown-menu.tsx";
import { usePreference } from "../../../data/session/use-preference.ts";
import { useViewer } from "../../../data/session/viewer.ts";

export function DisplayChoices({ isTable }: { isTable: boolean }) {
  const { listHidden, listDensity, listGroup } = useViewer();
  const setHidden = usePreference("listHidden");
  const setDensity = usePreference("listDensity");
  const setGroup = usePreference("listGroup");
  return (
    <>
      <DropdownMenuLabel>Group by</DropdownMenuLabel>
      <DropdownMenuRadioGroup
        aria-label="Group by"
        value={listGroup ?? "none"}
        onValueChange={(next) => setGroup(next === "none" ? null : (next as ListGroup))}
      >
        <DropdownMenuRadioItem value="none">No groups</DropdownMenuRadioItem>
        {listGroups.map((group) => (
          <DropdownMenuRadioItem key={group} value={group}>
            {listGroupNames[group]}
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
      {isTable && (
        <>
          <DropdownMenuSeparator />
          <DropdownMenuLabel>Density</DropdownMenuLabel>
          <DropdownMenuRadioGroup
            aria-label="Density"
            value={listDensity}
            onValueChange={(next) => setDensity(next as ListDensity)}
          >
            {listDensities.map((density) => (
              <DropdownMenuRadioItem key={density} value={density}>
                {listDensityNames[density]}
              </DropdownMenuRadioItem>
            ))}
          </DropdownMenuRadioGroup>
          <DropdownMenuSeparator />
          <DropdownMenuLabel>Columns</DropdownMenuLabel>
          {listColumns.map((column) => (
            <DropdownMenuCheckboxItem
              key={column}
              checked={!listHidden.includes(column)}
              // The menu stays open, for several changes.
              onSelect={(event) => event.preventDefault()}
              onCheckedChange={(isShown) =>
                setHidden(
                  isShown
                    ? listHidden.filter((hidden) => hidden !== column)
                    : [...listHidden, column],
                )
              }
            >
              {listColumnNames[column]}
            </DropdownMenuCheckboxItem>
          ))}
        </>
      )}
    </>
  );
}
