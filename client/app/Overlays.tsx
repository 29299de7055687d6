import { Zap } from "lucide-react";
import { useEffect } from "react";
import { useBeforeUnload, useBlocker, useLocation, useNavigationType } from "react-router-dom";
import { can } from "../../shared/access.ts";
import { lazyDialog } from "../components/ui/lazy-dialog.tsx";
import { createUserStore } from "../data/session/forget.ts";
import { useViewer } from "../data/session/viewer.ts";
import { useStore } from "../data/store.ts";
import { isTaken, keysOff, useKeys } from "./keyboard/keys.ts";
import { letterOf } from "./keyboard/letter.ts";
import { canLeaveForms, hasUnsavedForm, unsavedFormPrompt } from "./navigation/unsaved-forms.ts";

const Palette = lazyDialog(() => import("./palette/Palette.tsx"), "Palette");
const UnsavedFormDialog = lazyDialog(() => import("./UnsavedFormDialog.tsx"), "UnsavedFormDialog");
const MacrosDialog = lazyDialog(
  () => import("../components/macros/MacrosDialog.tsx"),
  "MacrosDialog",
);
const KeySheet = lazyDialog(() => import("./palette/KeySheet.tsx"), "KeySheet");

/** What lies over the page, if anything: one at a time. */
export const overlay = createUserStore<"palette" | "keys" | "macros" | null>(null);

/**
 * The palette by Ctrl or Cmd and K, wherever one is, and by `/` where the page has no search of its
 * own; the sheet of keys by `?`.
 */
export function Overlays() {
  const shown = useStore(overlay);
  useUnsavedFormsBlock();
  useCloseOnBack();
  const isLeaving = useStore(unsavedFormPrompt) !== null;
  const viewer = useViewer();
  // Whoever has the settings finds them there.
  const hasMacros = can(viewer, "macro.use") && !can(viewer, "area.settings");
  const macros = { label: "Macros", icon: Zap, run: () => overlay.set("macros") };
  useKeys(
    { "help.keys": () => overlay.set("keys"), further: hasMacros ? [macros] : [] },
    { everywhere: true },
  );
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
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
    document.addEventListener("keydown", hear);
    // After the page's own search, which listens on the document.
    addEventListener("keydown", search);
    return () => {
      document.removeEventListener("keydown", hear);
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

/** Leaving the page by a link, a key, Back or the browser's own buttons asks while a form is not saved. */
function useUnsavedFormsBlock(): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      nextLocation.pathname !== currentLocation.pathname &&
      // A session that ends takes everything with it.
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

/** Back closes what lies over the page, on a phone too. */
function useCloseOnBack(): void {
  const location = useLocation();
  const type = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each step through the history.
  useEffect(() => {
    if (type === "POP") overlay.set(null);
  }, [location, type]);
}
