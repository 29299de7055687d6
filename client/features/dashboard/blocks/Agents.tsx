import { useState } from "react";
import { type AgentColumn, drillAgent } from "../../../../shared/dashboard/drill.ts";
import {
  type AgentRow,
  blockDefinitions,
  type DashboardAgents,
  figureDefinitions,
} from "../../../../shared/dashboard/figures.ts";
import { formatNumber } from "../../../components/format/format.ts";
import { Person } from "../../../components/people/Person.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { useMedia } from "../../../components/use-media.ts";
import { trpc } from "../../../data/trpc.ts";
import { csvOf } from "../csv.ts";
import { listOf } from "../dashboard-address.ts";
import { roundDuration, share } from "../figures.ts";
import { type Dashboard, steady } from "../use-dashboard.ts";
import { Block } from "./Block.tsx";
import { FigureList, FigureTable } from "./FigureTable.tsx";

interface Column {
  name: string;
  /** The group of tickets that the column counts and links to. */
  of: AgentColumn;
  show: (row: AgentRow) => string;
  count: (row: AgentRow) => number;
}

const columns: readonly Column[] = [
  { name: "Open", of: "open", ...counting((row) => row.open) },
  { name: "Resolved", of: "resolved", ...counting((row) => row.resolved) },
  {
    name: "First reply",
    of: "firstReply",
    count: (row) => row.firstReply.count,
    show: ({ firstReply }) => median(firstReply.median),
  },
  {
    name: "Resolution",
    of: "resolved",
    count: (row) => row.resolution.count,
    show: ({ resolution }) => median(resolution.median),
  },
  {
    name: "Reopened",
    of: "reopened",
    count: (row) => row.reopened,
    show: ({ reopened, resolved }) => share(reopened, resolved),
  },
  {
    name: "One reply",
    of: "solvedInOne",
    count: (row) => row.solvedInOne,
    show: ({ solvedInOne, resolved }) => share(solvedInOne, resolved),
  },
];

/** Workload and response times of each agent. */
export function Agents({ dashboard }: { dashboard: Dashboard }) {
  const query = trpc.dashboard.agents.useQuery(dashboard.input, steady);
  return (
    <Block
      title="Agents"
      definition={blockDefinitions.agents}
      query={query}
      csv={csvOf("agents", dashboard)}
      isSecondary
      hasTable={false}
      skeleton={<AgentsSkeleton />}
    >
      {(data) =>
        data.agents.length > 0 ? (
          <AgentTable data={data} dashboard={dashboard} />
        ) : (
          <p className="py-6 text-center text-muted-foreground">
            No agent has tickets in this period.
          </p>
        )
      }
    </Block>
  );
}

/** Too narrow for a table of seven columns; paper is not. */
const narrow = "screen and (width < 45rem)";

/** The number of rows shown before "Show all". */
const first = 10;

function AgentTable({ data, dashboard }: { data: DashboardAgents; dashboard: Dashboard }) {
  const isNarrow = useMedia(narrow);
  // Buttons do not work on paper.
  const onPaper = useMedia("print");
  const [all, setAll] = useState(false);
  const context = dashboard.contextOf(data.days);
  const { agents } = data;
  const shown = all || onPaper ? agents : agents.slice(0, first);
  const table = {
    caption: "Agents, with the tickets assigned to them",
    head: ["Agent", ...columns.map(({ name }) => name)],
    rows: shown.map((row) => ({
      id: row.agent?.id ?? "unassigned",
      name: row.agent ? (
        <Person person={row.agent} />
      ) : (
        <span className="text-muted-foreground">Unassigned</span>
      ),
      cells: columns.map(({ name, of, show, count }) => ({
        text: show(row),
        label: `${row.agent?.name ?? "Unassigned"}, ${name.toLowerCase()}`,
        hint: of === "open" ? undefined : hintOf(name, count(row)),
        to: listOf(drillAgent(of, row.agent?.word ?? null, context)),
      })),
    })),
  };
  return (
    <>
      {isNarrow ? <FigureList {...table} /> : <FigureTable isRoomy {...table} />}
      {agents.length > first && (
        <Button
          size="sm"
          variant="ghost"
          className="mt-1 self-start print:hidden"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? `Show the first ${first}` : `Show all ${formatNumber(agents.length)}`}
        </Button>
      )}
    </>
  );
}

function counting(count: (row: AgentRow) => number) {
  return { count, show: (row: AgentRow) => formatNumber(count(row)) };
}

function median(seconds: number | null): string {
  return seconds === null ? "–" : roundDuration(seconds);
}

function hintOf(name: string, count: number): string {
  const tickets = count === 1 ? "1 ticket" : `${formatNumber(count)} tickets`;
  const definition = hints[name];
  return definition ? `${definition} Of ${tickets}.` : tickets;
}

const hints: Record<string, string> = {
  "First reply": `Median. ${figureDefinitions.firstReply}`,
  Resolution: `Median. ${figureDefinitions.resolution}`,
  Reopened: figureDefinitions.reopened,
  "One reply": figureDefinitions.solvedInOne,
};

const lines = Array.from({ length: 5 }, (_, index) => index);

function AgentsSkeleton() {
  return lines.map((line) => (
    <div key={line} className="flex h-9 items-center gap-3">
      <Skeleton className="size-5.5 rounded-full" />
      <Skeleton className="w-2/5" />
      <Skeleton className="ml-auto w-1/3" />
    </div>
  ));
}
