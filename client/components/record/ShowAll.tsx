import { Link } from "react-router-dom";

interface ShowAllProps {
  /** The title of the section whose few become all there. */
  of: string;
  to: string;
}

/** At the end of a section's heading. */
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
