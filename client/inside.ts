import { Inside } from "./app/Inside.tsx";
import "./components/ticket/seen-lately.ts";
import "./components/undo.ts";
import "./data/browser/browser-store.ts";
import "./data/browser/left-rows.ts";

/**
 * The frame of every page behind the sign-in. Each file loaded later imports it, so the build knows that what
 * they share with it is there already. The small modules above are used by many of them: as files of their own,
 * each would be a request.
 */
export { Inside };
