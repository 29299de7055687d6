import { ThumbsDown, ThumbsUp } from "lucide-react";
import { Link } from "react-router-dom";
import {
  type DrillContext,
  drillRatingRow,
  drillRatings,
} from "../../../../shared/dashboard/drill.ts";
import {
  blockDefinitions,
  type DashboardRatings,
  type RatingComment,
  type RatingRow,
  type RatingsBy,
} from "../../../../shared/dashboard/figures.ts";
import { formatNumber } from "../../../components/format/format.ts";
import { Person } from "../../../components/people/Person.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { TimeAgo } from "../../../components/ui/time-ago.tsx";
import { trpc } from "../../../data/trpc.ts";
import { csvOf } from "../csv.ts";
import { listOf } from "../dashboard-address.ts";
import { share } from "../figures.ts";
import { type Dashboard, steady } from "../use-dashboard.ts";
import { AddressChoice } from "./AddressChoice.tsx";
import { Block } from "./Block.tsx";
import { FigureTable } from "./FigureTable.tsx";

const ratingsByNames: Record<RatingsBy, string> = {
  agent: "By agent",
  company: "By company",
  tag: "By tag",
};

/** The number of agents, companies or tags shown. */
const shownRows = 7;

/** How customers rated the support, and the share of good ratings by agent, company or tag. */
export function Ratings({ dashboard }: { dashboard: Dashboard }) {
  const by = dashboard.view.ratings;
  const query = trpc.dashboard.ratings.useQuery(
    { ...dashboard.input, by, limit: shownRows },
    steady,
  );
  return (
    <Block
      title="Ratings"
      definition={blockDefinitions.ratings}
      aside={
        <AddressChoice label="Ratings" dashboard={dashboard} of="ratings" names={ratingsByNames} />
      }
      query={query}
      csv={csvOf("ratings", dashboard, { ratingsBy: by })}
      isSecondary
      hasTable={false}
      skeleton={<RowsSkeleton />}
    >
      {(data) => <RatingTable by={by} data={data} context={dashboard.contextOf(data.days)} />}
    </Block>
  );
}

interface RatingTableProps {
  by: RatingsBy;
  data: DashboardRatings;
  context: DrillContext;
}

function RatingTable({ by, data, context }: RatingTableProps) {
  const { good, total, rows, others } = data;
  if (total === 0) return <Nothing>No ratings in this period.</Nothing>;
  return (
    <>
      <Link
        to={listOf(drillRatings(context))}
        data-hint={`${formatNumber(good)} good, ${formatNumber(total - good)} bad. Opens ${tickets(total)}.`}
        className="-mx-1 mb-1 self-start rounded-sm px-1 text-muted-foreground tabular-nums hover:bg-accent"
      >
        <strong className="font-semibold text-foreground text-xl">{share(good, total)}</strong> good
        of {formatNumber(total)}
      </Link>
      <FigureTable
        isRoomy
        caption={`Ratings ${ratingsByNames[by].toLowerCase()}`}
        head={["", "Ratings", "Bad", "Good"]}
        rows={rows.map((row) => ({
          id: row.id ?? "none",
          name: <RowName by={by} row={row} />,
          cells: cellsOf(by, row, context),
        }))}
      />
      {others > 0 && (
        <p className="pt-1.5 text-muted-foreground text-xs">
          and {others === 1 ? `1 other ${by}` : `${formatNumber(others)} other ${plurals[by]}`}
        </p>
      )}
    </>
  );
}

const plurals: Record<RatingsBy, string> = { agent: "agents", company: "companies", tag: "tags" };

function cellsOf(by: RatingsBy, { word, name, good, total }: RatingRow, context: DrillContext) {
  const list = (rating?: "good" | "bad") => listOf(drillRatingRow(by, word, context, rating));
  return [
    { text: formatNumber(total), label: `${name}, ratings`, to: list() },
    { text: formatNumber(total - good), label: `${name}, bad`, to: list("bad") },
    {
      text: share(good, total),
      label: `${name}, good`,
      hint: `${share(good, total)} good of ${formatNumber(total)}: ${tickets(good)}.`,
      to: list("good"),
    },
  ];
}

function RowName({ by, row: { id, name } }: { by: RatingsBy; row: RatingRow }) {
  if (id === null) return <span className="block truncate text-muted-foreground">{name}</span>;
  if (by === "agent") return <Person person={{ id, name }} />;
  return (
    <span dir="auto" data-hint={name} data-hint-cut="" className="block truncate text-left">
      {name}
    </span>
  );
}

function tickets(count: number): string {
  return count === 1 ? "1 ticket" : `${formatNumber(count)} tickets`;
}

/** What customers wrote with their ratings. */
export function RatingComments({ dashboard }: { dashboard: Dashboard }) {
  const query = trpc.dashboard.ratingComments.useQuery(dashboard.input, steady);
  return (
    <Block
      title="Rating comments"
      definition={blockDefinitions.ratingComments}
      query={query}
      csv={csvOf("ratingComments", dashboard)}
      isSecondary
      hasTable={false}
      skeleton={<RowsSkeleton />}
    >
      {({ comments }) =>
        comments.length > 0 ? (
          <ul aria-label="Latest rating comments">
            {comments.map((comment) => (
              <Comment key={comment.number} {...comment} />
            ))}
          </ul>
        ) : (
          <Nothing>No comments in this period.</Nothing>
        )
      }
    </Block>
  );
}

function Comment({ rating, comment, number, subject, ratedAt, ...from }: RatingComment) {
  const isGood = rating === "good";
  const Icon = isGood ? ThumbsUp : ThumbsDown;
  return (
    <li className="flex gap-2.5 border-t py-2 first:border-t-0">
      <Icon
        aria-hidden="true"
        className={isGood ? "mt-0.5 text-success" : "mt-0.5 text-danger-text"}
      />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="line-clamp-3 whitespace-pre-line break-words">
          <span className="sr-only">{isGood ? "Good: " : "Bad: "}</span>
          {comment}
        </p>
        <p className="flex min-w-0 flex-wrap gap-x-2 text-muted-foreground text-xs">
          <Link to={`/ticket/${number}`} className="min-w-0 max-w-full truncate hover:underline">
            #{number} <span dir="auto">{subject}</span>
          </Link>
          <span className="truncate">
            {[from.requester, from.company, from.agent && `to ${from.agent}`]
              .filter(Boolean)
              .join(" · ")}
          </span>
          <TimeAgo at={ratedAt} said />
        </p>
      </div>
    </li>
  );
}

function Nothing({ children }: { children: string }) {
  return <p className="py-6 text-center text-muted-foreground">{children}</p>;
}

const lines = Array.from({ length: 5 }, (_, index) => index);

function RowsSkeleton() {
  return lines.map((line) => (
    <div key={line} className="flex h-8 items-center gap-3">
      <Skeleton className="w-2/5" />
      <Skeleton className="ml-auto w-1/4" />
    </div>
  ));
}
