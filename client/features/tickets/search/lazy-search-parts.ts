import { EmptyTickets } from "../list/EmptyTickets.tsx";
import { SaveButtons } from "../views/SaveButtons.tsx";
import { FilterPanel } from "./FilterPanel.tsx";
import { QueryHelp } from "./QueryHelp.tsx";
import { SearchStrip } from "./SearchStrip.tsx";

/** What a list needs once it is searched or filtered, or is empty; loaded together. */
export { EmptyTickets, FilterPanel, QueryHelp, SaveButtons, SearchStrip };
