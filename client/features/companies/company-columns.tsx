import { useLocation } from "react-router-dom";
import type { Company } from "../../../shared/companies.ts";
import { formatNumber } from "../../components/format/format.ts";
import { RowLink } from "../../components/table/RowLink.tsx";
import { Searched } from "../../components/table/Searched.tsx";
import type { Columns } from "../../components/table/table-columns.ts";
import { Badge } from "../../components/ui/badge.tsx";
import { StateDot } from "../../components/ui/state-dot.tsx";
import { TimeAgo } from "../../components/ui/time-ago.tsx";
import { Hint } from "../../components/ui/tooltip.tsx";
import { companyAddress, companyStateNames, formatCounts, openCount } from "./company-list.ts";

export const companyColumns: Columns<Company> = [
  {
    id: "name",
    header: "Name",
    order: "ascending",
    skeleton: "w-36",
    cell: (company) => <Name company={company} />,
  },
  {
    id: "domains",
    header: "Domains",
    className: "w-[28%] text-muted-foreground @max-[58rem]:hidden",
    skeleton: "w-32",
    cell: (company) => <Domains domains={company.domains} />,
  },
  {
    id: "members",
    header: "Members",
    order: "descending",
    className: "w-24 text-muted-foreground tabular-nums @max-[44rem]:hidden",
    align: "end",
    skeleton: "w-6",
    cell: (company) => formatNumber(company.memberCount),
  },
  {
    id: "agents",
    header: "Agents",
    order: "descending",
    className: "w-22 text-muted-foreground tabular-nums @max-[44rem]:hidden",
    align: "end",
    skeleton: "w-6",
    cell: (company) => formatNumber(company.agentCount),
  },
  {
    id: "open",
    header: "Open tickets",
    order: "descending",
    // Keeps the padding of the edge when it is the last visible column.
    className: "w-30 tabular-nums @max-[62rem]:pr-4",
    align: "end",
    skeleton: "w-6",
    cell: (company) => <OpenTickets company={company} />,
  },
  {
    id: "created",
    header: "Created",
    order: "descending",
    className: "w-32 text-muted-foreground @max-[62rem]:hidden",
    align: "end",
    skeleton: "w-14",
    cell: (company) => <TimeAgo at={company.createdAt} />,
  },
];

/** On narrow screens, a second line shows the values of the hidden columns. */
function Name({ company: { id, name, memberCount, agentCount, state } }: { company: Company }) {
  const { search } = useLocation();
  return (
    <span className="block min-w-0">
      <span className="flex min-w-0 items-center gap-2">
        <RowLink
          to={companyAddress(id, search)}
          dir="auto"
          data-hint={name}
          data-hint-cut=""
          className="min-w-0 truncate text-left font-medium outline-none"
        >
          <Searched text={name} />
        </RowLink>
        {/* Active is the usual state and has no badge. */}
        {state === "archived" && (
          <Badge>
            <StateDot tone="muted" />
            {companyStateNames.archived}
          </Badge>
        )}
      </span>
      <span className="hidden truncate text-muted-foreground text-xs @max-[44rem]:block">
        {counted(memberCount, "member")} · {counted(agentCount, "agent")}
      </span>
    </span>
  );
}

function counted(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? "" : "s"}`;
}

function Domains({ domains }: { domains: readonly string[] }) {
  if (domains.length === 0) return <span className="text-faint">None</span>;
  const all = domains.join(", ");
  return (
    <span data-hint={all} data-hint-cut="">
      <Searched text={all} />
    </span>
  );
}

function OpenTickets({ company: { ticketCounts } }: { company: Company }) {
  const open = openCount(ticketCounts);
  const words = formatCounts(ticketCounts);
  return (
    <Hint label={words}>
      <span className={open === 0 ? "text-faint" : "font-medium"}>
        {formatNumber(open)}
        <span className="sr-only"> open: {words}</span>
      </span>
    </Hint>
  );
}
