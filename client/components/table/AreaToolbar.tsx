import type { ReactNode } from "react";
import { ListCount } from "./ListCount.tsx";

interface AreaToolbarProps {
  title: string;
  count: number | undefined;
  /** How many there are before the list is narrowed, where it is. */
  total: number | undefined;
  /** The noun that is counted, for those who hear the number alone. */
  one: string;
  many: string;
  /** What narrows the list. */
  children: ReactNode;
  /** What is made and done with it: at the end, on a phone beside the title. */
  actions: ReactNode;
}

/** What is listed, how many, and what narrows it. */
export function AreaToolbar(props: AreaToolbarProps) {
  const { title, count, total, one, many, children, actions } = props;
  return (
    <div className="@container flex min-h-11.5 shrink-0 flex-wrap items-center gap-2 border-b px-4 py-2">
      <h1 className="@max-[44rem]:-order-1 font-semibold">{title}</h1>
      <ListCount {...{ count, total, one, many }} className="mr-2 min-w-8 @max-[44rem]:-order-1" />
      <div className="-mb-2 hidden basis-full @max-[44rem]:block" />
      <div className="contents print:hidden">{children}</div>
      <div className="ml-auto flex items-center gap-2 @max-[44rem]:-order-1 print:hidden">
        {actions}
      </div>
    </div>
  );
}
