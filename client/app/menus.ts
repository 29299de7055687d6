import { AccountMenu } from "./AccountMenu.tsx";
import { BellPanel } from "./BellPanel.tsx";
import { PersonMenu } from "./PersonMenu.tsx";

/** The menus of the shell, loaded as one file: what positions them weighs more than the shell itself. */
export { AccountMenu, BellPanel, PersonMenu };
