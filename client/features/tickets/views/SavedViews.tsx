import { Bookmark } from "lucide-react";
import type { SavedView, SavedViewCounts } from "../../../../shared/saved-views.ts";
import { ViewLink } from "./ViewLink.tsx";
import { savedViewAddress } from "./saved-view.ts";
import { ViewMoreButton } from "./ViewMoreButton.tsx";

interface SavedViewsProps {
  views: readonly SavedView[];
  counts: SavedViewCounts;
  /** The one that is shown. */
  saved: SavedView | undefined;
}

/** What colleagues share, and one's own, apart. */
export function SavedViews({ views, counts, saved }: SavedViewsProps) {
  const shared = views.filter((view) => view.shared);
  const own = views.filter((view) => !view.shared);
  return (
    <>
      <Group label="Shared views" views={shared} counts={counts} saved={saved} />
      <Group label="My views" views={own} counts={counts} saved={saved} />
    </>
  );
}

function Group({ label, views, counts, saved }: SavedViewsProps & { label: string }) {
  if (views.length === 0) return null;
  return (
    <section aria-label={label}>
      <h2 className="px-2 pt-3 pb-1 text-muted-foreground text-xs">{label}</h2>
      <ul>
        {views.map((view) => (
          <li
            key={view.id}
            className="group/view relative"
            // Shared, or no longer, it stands in the other group.
            data-view={view.id}
            data-focus-heir={`[data-view="${view.id}"] button`}
          >
            <ViewLink
              to={savedViewAddress(view)}
              icon={<Bookmark />}
              name={view.name}
              selected={view.id === saved?.id}
              count={counts[view.id] ?? undefined}
              className="group-focus-within/view:pr-8 group-hover/view:pr-8"
            />
            <ViewMoreButton
              view={view}
              className="absolute top-0.5 right-1 opacity-0 focus-visible:opacity-100 group-focus-within/view:opacity-100 group-hover/view:opacity-100 data-[state=open]:opacity-100"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
