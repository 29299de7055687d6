import { type ComponentProps, createContext, use } from "react";
import { Link } from "react-router-dom";

/** The link of a row: Enter and a click anywhere in the row follow it. */
export function RowLink(props: ComponentProps<typeof Link>) {
  const tabIndex = use(RowReach) ? undefined : -1;
  return <Link data-row-link="" tabIndex={tabIndex} {...props} />;
}

/** Whether Tab stops at controls in a row: a list is one tab stop, and its cursor moves by keys. */
export const RowReach = createContext(true);
