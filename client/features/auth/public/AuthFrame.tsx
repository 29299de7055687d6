import type { ReactNode } from "react";
import { deskName } from "../../../app/navigation/page.ts";
import { deskLogo } from "../../../app/theme/desk-theme.ts";
import { DeskMark } from "../../../components/ui/desk-mark.tsx";
import { NotLoaded } from "../../../components/ui/not-loaded.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { offlineSince } from "../../../data/connection.ts";
import { useStore } from "../../../data/store.ts";

interface AuthFrameProps {
  children: ReactNode;
}

/** The frame of the public pages: the desk's logo and name above a narrow column. */
export function AuthFrame({ children }: AuthFrameProps) {
  const desk = useStore(deskName);
  const logo = useStore(deskLogo);
  return (
    <AuthColumn mark={<DeskMark title={desk} logo={logo} className={markClasses} />} desk={desk}>
      {children}
    </AuthColumn>
  );
}

interface AuthColumnProps {
  mark: ReactNode;
  desk: string;
  children: ReactNode;
}

/** A narrow column below the desk's logo and name. */
function AuthColumn({ mark, desk, children }: AuthColumnProps) {
  return (
    <main className="h-full overflow-y-auto">
      <div className="mx-auto flex w-full max-w-98 flex-col gap-3.5 px-4 pt-10 pb-6 sm:pt-[max(2.5rem,min(23dvh,50dvh-16rem))]">
        <div className="mb-2 flex items-center gap-2.5">
          {mark}
          <span className="min-w-0 truncate font-semibold text-[1.125rem]">{desk}</span>
        </div>
        {children}
      </div>
    </main>
  );
}

const markClasses = "size-7.5 rounded-lg text-sm";

export function AuthCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3.5 rounded-xl border bg-card p-5">
      <h1 className="font-semibold text-lg">{title}</h1>
      {children}
    </section>
  );
}

export function AuthCardSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-3.5 rounded-xl border bg-card p-5">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-9 w-full" />
    </div>
  );
}

/** Shown while a public page is loading or offline. */
export function AuthSkeleton() {
  const isOffline = useStore(offlineSince) !== null;
  return <AuthFrame>{isOffline ? <NotLoaded /> : <AuthCardSkeleton />}</AuthFrame>;
}
