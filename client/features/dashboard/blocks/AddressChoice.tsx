import { Link } from "react-router-dom";
import { cn } from "../../../components/cn.ts";
import { type DashboardView, dashboardAddress } from "../dashboard-address.ts";
import type { Dashboard } from "../use-dashboard.ts";

interface AddressChoiceProps<Key extends "of" | "ratings"> {
  label: string;
  dashboard: Dashboard;
  /** The part of the dashboard's state that it changes. */
  of: Key;
  names: Record<DashboardView[Key], string>;
}

/** Each choice is a link, since the dashboard's state is in its address. */
export function AddressChoice<Key extends "of" | "ratings">({
  label,
  dashboard: { view },
  of,
  names,
}: AddressChoiceProps<Key>) {
  const choices = Object.entries(names) as [DashboardView[Key], string][];
  return (
    <nav aria-label={label} className="flex w-fit gap-0.5 rounded-md border bg-card p-0.5">
      {choices.map(([value, name]) => (
        <Link
          key={value}
          to={{ search: dashboardAddress.write({ ...view, [of]: value }) }}
          replace
          aria-current={value === view[of] ? "true" : undefined}
          className={cn(
            "inline-flex h-6.5 items-center rounded-sm px-2.5 pointer-coarse:h-11",
            value === view[of]
              ? "bg-selected font-medium text-selected-foreground"
              : "text-muted-foreground hover:bg-accent hover:text-foreground print:hidden",
          )}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
