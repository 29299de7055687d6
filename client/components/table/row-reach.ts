import { createContext } from "react";

/** Whether Tab stops at what a row holds: a list is one stop, and its cursor moves by keys. */
export const RowReach = createContext(true);
