import { type ReactNode, Suspense, useEffect, useState } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { lazyPart } from "../../app/lazy/lazy-part.ts";
import { homeOf } from "../../app/navigation/areas.ts";
import { rememberWayBack } from "../../app/navigation/way-back.ts";
import { wearDesk } from "../../app/theme/desk-look.ts";
import { isSessionOver, readFailure, sessionExpired } from "../../data/errors.ts";
import { overdueHours } from "../../data/session/overdue.ts";
import { useSession } from "../../data/session/use-session.ts";
import { ViewerContext } from "../../data/session/viewer.ts";
import { useStore } from "../../data/store.ts";
import { TroublePage } from "./TroublePage.tsx";

const SessionAlert = lazyPart(() => import("./SessionAlert.tsx"), "SessionAlert");

interface RequireViewerProps {
  /** Who was here in this tab before, if anybody was. */
  shownTo: string | null;
  onShown: (personId: string) => void;
  /** Shown until the server has said who is there. */
  waiting: ReactNode;
  children: ReactNode;
}

/** Lets signed-in people through, and sends visitors to /login. */
export function RequireViewer({ shownTo, onShown, waiting, children }: RequireViewerProps) {
  const session = useSession();
  const expired = useStore(sessionExpired);
  const viewer = session.data?.user;
  const desk = session.data?.desk;
  useEffect(() => {
    if (!desk) return;
    wearDesk(desk);
    overdueHours.set(desk.overdueHours);
  }, [desk]);
  useEffect(() => {
    if (viewer) onShown(viewer.id);
  }, [viewer, onShown]);

  if (session.data && !viewer && !expired) return <ToLogin personId={shownTo} />;
  // Somebody else signed in in another tab: they are not led to what the one before had open.
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
  // Kept while drawing: by the time of an effect the address is /login already.
  useState(() => rememberWayBack(wanted, personId));
  return <Navigate to="/login" replace />;
}
