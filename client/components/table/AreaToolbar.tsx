import type { ReactNode } from "react";
import { ListCount } from "./ListCount.tsx";

interface AreaToolbarProps {
  title: string;
  count: number | undefined;
  /** The number without filters, while filters are active. */
  total: number | undefined;
  /** The noun after the count, for screen readers. */
  one: string;
  many: string;
  /** The filters. */
  children: ReactNode;
  /** Actions on the list: at the end, on phones next to the title. */
  actions: ReactNode;
}

/** Title, count, filters and actions of a list. */
export function AreaToolbar(props: AreaToolbarProps) {
  const { title, count, total, one, many, children, actions } = props;
  return (
    <div className="@container flex min-h-11.5 shrink-0 flex-wrap items-center gap-2 border-b px-4 py-2">
      <h1 className="@max-[44rem]:-order-1 font-semibold">{title}</h1>
      <ListCount
        count={count}
        total={total}
        one={one}
        many={many}
        className="mr-2 min-w-8 @max-[44rem]:-order-1"
      />
      <div className="-mb-2 hidden basis-full @max-[44rem]:block" />
      <div className="contents print:hidden">{children}</div>
      <div className="ml-auto flex items-center gap-2 @max-[44rem]:-order-1 print:hidden">
        {actions}
      </div>
    </div>
  );
}
