import { Zap } from "lucide-react";
import { useEffect } from "react";
import { useBeforeUnload, useBlocker, useLocation, useNavigationType } from "react-router-dom";
import { can } from "../../shared/access.ts";
import { lazyDialog } from "../components/ui/lazy-dialog.tsx";
import { useViewer } from "../data/session/viewer.ts";
import { useStore } from "../data/store.ts";
import { isTaken, keysOff, useKeys } from "./keyboard/keys.ts";
import { letterOf } from "./keyboard/letter.ts";
import { canLeaveForms, hasUnsavedForm, unsavedFormPrompt } from "./navigation/unsaved-forms.ts";
import { overlay } from "./overlay.ts";

const Palette = lazyDialog(() => import("./lazy/overlays.ts"), "Palette");
const UnsavedFormDialog = lazyDialog(() => import("./lazy/overlays.ts"), "UnsavedFormDialog");
const MacrosDialog = lazyDialog(() => import("./lazy/overlays.ts"), "MacrosDialog");
const KeySheet = lazyDialog(() => import("./lazy/overlays.ts"), "KeySheet");

/**
 * Opens the palette with Ctrl/Cmd+K anywhere, or with `/` on pages without a search box, and the keyboard
 * shortcuts with `?`.
 */
export function Overlays() {
  const shown = useStore(overlay);
  useUnsavedFormsBlock();
  useCloseOnBack();
  const isLeaving = useStore(unsavedFormPrompt) !== null;
  const viewer = useViewer();
  // Users with access to the settings find macros there.
  const hasMacros = can(viewer, "macro.use") && !can(viewer, "area.settings");
  const macros = { label: "Macros", icon: Zap, run: () => overlay.set("macros") };
  useKeys(
    { "help.keys": () => overlay.set("keys"), further: hasMacros ? [macros] : [] },
    { everywhere: true },
  );
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const chord = event.ctrlKey || event.metaKey;
      const wanted = chord && !event.altKey && letterOf(event) === "k";
      if (!wanted || event.defaultPrevented) return;
      event.preventDefault();
      overlay.set(overlay.get() === "palette" ? null : "palette");
    };
    const search = (event: KeyboardEvent) => {
      if (event.key !== "/" || keysOff.get() || isTaken(event)) return;
      event.preventDefault();
      overlay.set("palette");
    };
    document.addEventListener("keydown", listener);
    // On window, so that the page's own search box, listening on the document, comes first.
    addEventListener("keydown", search);
    return () => {
      document.removeEventListener("keydown", listener);
      removeEventListener("keydown", search);
    };
  }, []);
  const close = () => overlay.set(null);
  return (
    <>
      {shown === "palette" && <Palette onClose={close} />}
      {shown === "keys" && <KeySheet onClose={close} />}
      {shown === "macros" && (
        <MacrosDialog open onClose={close} onOpenChange={(open) => open || close()} />
      )}
      {isLeaving && <UnsavedFormDialog onClose={() => unsavedFormPrompt.get()?.answer(false)} />}
    </>
  );
}

/** Asks before a link, shortcut or browser button leaves a page with an unsaved form. */
function useUnsavedFormsBlock(): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      nextLocation.pathname !== currentLocation.pathname &&
      // An ended session discards the form without asking.
      nextLocation.pathname !== "/login" &&
      hasUnsavedForm(),
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return undefined;
    let isLatest = true;
    void canLeaveForms().then((may) => {
      if (!isLatest) return;
      if (may) blocker.proceed();
      else blocker.reset();
    });
    return () => {
      isLatest = false;
    };
  }, [blocker]);
  useBeforeUnload((event) => {
    if (hasUnsavedForm()) event.preventDefault();
  });
}

/** The Back button closes an overlay instead of leaving the page. */
function useCloseOnBack(): void {
  const location = useLocation();
  const type = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each step through the history.
  useEffect(() => {
    if (type === "POP") overlay.set(null);
  }, [location, type]);
}
