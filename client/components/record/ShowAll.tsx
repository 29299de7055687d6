import { Link } from "react-router-dom";

interface ShowAllProps {
  /** The section's title, for the accessible name. */
  of: string;
  to: string;
}

/** A link at the end of a section's heading. */
export function ShowAll({ of, to }: ShowAllProps) {
  return (
    <Link
      to={to}
      aria-label={`Show all: ${of}`}
      className="rounded-sm text-selected-foreground underline-offset-4 hover:underline print:hidden"
    >
      Show all
    </Link>
  );
}
