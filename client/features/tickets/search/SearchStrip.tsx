import { CircleAlert, SpellCheck } from "lucide-react";
import { isStaff } from "../../../../shared/access.ts";
import { parseQuery } from "../../../../shared/search/query.ts";
import { Button } from "../../../components/ui/button.tsx";
import { useViewer } from "../../../data/session/viewer.ts";
import type { Detour } from "../list/use-tickets.ts";

interface SearchStripProps extends Detour {
  search: string;
  /** The rows below are the results of the previous search. */
  showsPrevious: boolean;
  onSearch: (text: string) => void;
}

/** Explains rows that are not the results of the search as typed. */
export function SearchStrip(props: SearchStripProps) {
  const { search, refused, instead, showsPrevious, onSearch } = props;
  const language = isStaff(useViewer()) ? "staff" : "customer";
  if (refused) {
    const [problem] = parseQuery(search, language).problems;
    const said = problem?.message ?? refused.fields[0]?.message ?? refused.message;
    const suggestion = problem?.suggestion;
    return (
      <div role="alert" className={`${strip} bg-card text-danger-text`}>
        <span className="flex min-w-0 gap-2 break-words">
          <CircleAlert className="mt-0.5 shrink-0" />
          <span className="min-w-0">
            {said} {showsPrevious && "Still showing your previous results."}
          </span>
        </span>
        {problem && suggestion && (
          <Button
            variant="outline"
            size="xs"
            onClick={() =>
              onSearch(search.slice(0, problem.start) + suggestion + search.slice(problem.end))
            }
          >
            Search for <bdi>{suggestion}</bdi>
          </Button>
        )}
      </div>
    );
  }
  if (!instead) return null;
  if (instead === `${search.trim()}*`) {
    return (
      <div role="status" className={`${strip} bg-card text-muted-foreground`}>
        <SpellCheck className="shrink-0" />
        <span className="min-w-0 flex-1 break-words">
          No results for “<bdi>{search.trim()}</bdi>”. Showing words that begin like this.
        </span>
      </div>
    );
  }
  return (
    <div role="status" className={`${strip} bg-card text-muted-foreground`}>
      <SpellCheck className="shrink-0" />
      <span className="min-w-0 flex-1 break-words">
        No results for “<bdi>{search.trim()}</bdi>”. Showing “
        <Button variant="link" size="inline" onClick={() => onSearch(instead)}>
          <bdi>{instead}</bdi>
        </Button>
        ” instead.
      </span>
    </div>
  );
}

const strip =
  "flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b px-4 py-1.5 text-sm pointer-coarse:py-2.5";
