import type { ReactNode } from "react";
import { deskName } from "../../../app/navigation/page.ts";
import { deskLogo } from "../../../app/theme/desk-theme.ts";
import { DeskMark } from "../../../components/ui/desk-mark.tsx";
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
