import { Badge } from "../../../components/ui/badge.tsx";

/** The first tags, and how many more there are. */
export function TagList({ tags, atMost = 1 }: { tags: readonly string[]; atMost?: number }) {
  if (tags.length === 0) return null;
  const shown = tags.slice(0, atMost);
  const rest = tags.slice(shown.length);
  return (
    <span className="flex min-w-0 shrink-0 items-center gap-1">
      {shown.map((tag) => (
        <Badge key={tag} data-hint={tag} data-hint-cut="" className="max-w-24 shrink-0">
          <span dir="auto" className="truncate">
            {tag}
          </span>
        </Badge>
      ))}
      {rest.length > 0 && (
        <Badge data-hint={listed(rest)}>
          <span aria-hidden="true">+{rest.length}</span>
          <span className="sr-only">
            and {rest.length} more {rest.length === 1 ? "tag" : "tags"}
          </span>
        </Badge>
      )}
    </span>
  );
}

function listed(tags: readonly string[]): string {
  const most = 40;
  const words = tags.slice(0, most).join(", ");
  return tags.length > most ? `${words} and ${tags.length - most} more` : words;
}
