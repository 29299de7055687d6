import { type ReactNode, Suspense, useEffect, useState } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { fallbackMessage } from "../../../shared/client-error-messages.ts";
import { lazyComponent } from "../../app/lazy/lazy-component.ts";
import { homeOf } from "../../app/navigation/areas.ts";
import { saveReturnUrl } from "../../app/navigation/return-url.ts";
import { applyDeskTheme } from "../../app/theme/desk-theme.ts";
import { Button } from "../../components/ui/button.tsx";
import { isSessionOver, readFailure, sessionExpired } from "../../data/errors.ts";
import { overdueHours } from "../../data/session/overdue.ts";
import { useSession } from "../../data/session/use-session.ts";
import { ViewerContext } from "../../data/session/viewer.ts";
import { useStore } from "../../data/store.ts";

const SessionAlert = lazyComponent(() => import("../../app/lazy/overlays.ts"), "SessionAlert");

interface RequireViewerProps {
  /** The last person who was signed in in this tab. */
  shownTo: string | null;
  onShown: (personId: string) => void;
  /** Shown until the server has answered. */
  waiting: ReactNode;
  children: ReactNode;
}

/** Shows its children to signed-in people and sends visitors to /login. */
export function RequireViewer({ shownTo, onShown, waiting, children }: RequireViewerProps) {
  const session = useSession();
  const expired = useStore(sessionExpired);
  const viewer = session.data?.user;
  const desk = session.data?.desk;
  useEffect(() => {
    if (!desk) return;
    applyDeskTheme(desk);
    overdueHours.set(desk.overdueHours);
  }, [desk]);
  useEffect(() => {
    if (viewer) onShown(viewer.id);
  }, [viewer, onShown]);

  if (session.data && !viewer && !expired) return <ToLogin personId={shownTo} />;
  // Another person signed in in another tab. They must not see the page of the one before.
  if (viewer && shownTo !== null && shownTo !== viewer.id) {
    return <Navigate to={homeOf(viewer)} replace />;
  }
  if (session.isError && !viewer && !expired && !isSessionOver(readFailure(session.error))) {
    return <TroublePage retry={() => void session.refetch()} />;
  }
  return (
    <>
      {viewer ? <ViewerContext value={viewer}>{children}</ViewerContext> : waiting}
      {expired && (
        <Suspense fallback={null}>
          <SessionAlert person={viewer} />
        </Suspense>
      )}
    </>
  );
}

function ToLogin({ personId }: { personId: string | null }) {
  const wanted = useLocation();
  // Saved while rendering, because in an effect the address is /login already.
  useState(() => saveReturnUrl(wanted, personId));
  return <Navigate to="/login" replace />;
}

/** Shown if the session could not be loaded. */
function TroublePage({ retry }: { retry: () => void }) {
  return (
    <main className="flex min-h-full flex-col items-center justify-center gap-1 p-6 text-center">
      <div role="alert">
        <h1 className="font-semibold text-lg">{fallbackMessage}</h1>
        <p className="text-muted-foreground">The server didn't respond. Your saved work is safe.</p>
      </div>
      <Button variant="outline" className="mt-4" onClick={retry}>
        Try again
      </Button>
    </main>
  );
}
