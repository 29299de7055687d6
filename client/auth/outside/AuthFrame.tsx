import type { ReactNode } from "react";
import { deskLogo } from "../../lib/look/desk-look.ts";
import { deskName } from "../../lib/place/page.ts";
import { useStore } from "../../lib/store.ts";
import { DeskMark } from "../../ui/desk-mark.tsx";
import { AuthColumn, markClasses } from "./AuthColumn.tsx";

interface AuthFrameProps {
  children: ReactNode;
}

/** What stands around every page outside the shell: the desk's mark and name, one narrow column. */
export function AuthFrame({ children }: AuthFrameProps) {
  const desk = useStore(deskName);
  const logo = useStore(deskLogo);
  return (
    <AuthColumn mark={<DeskMark title={desk} logo={logo} className={markClasses} />} desk={desk}>
      {children}
    </AuthColumn>
  );
}
