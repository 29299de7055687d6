import { createContext } from "react";

/** Whether Tab stops at controls in a row: a list is one tab stop, and its cursor moves by keys. */
export const RowReach = createContext(true);
