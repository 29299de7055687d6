import { type ComponentProps, use } from "react";
import { Link } from "react-router-dom";
import { RowReach } from "./row-reach.ts";

/** The link of a row: Enter and a click anywhere in the row follow it. */
export function RowLink(props: ComponentProps<typeof Link>) {
  const tabIndex = use(RowReach) ? undefined : -1;
  return <Link data-row-link="" tabIndex={tabIndex} {...props} />;
}
