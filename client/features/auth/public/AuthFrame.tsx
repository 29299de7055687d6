import type { ReactNode } from "react";
import { deskName } from "../../../app/navigation/page.ts";
import { deskLogo } from "../../../app/theme/desk-look.ts";
import { DeskMark } from "../../../components/ui/desk-mark.tsx";
import { useStore } from "../../../data/store.ts";
import { AuthColumn, markClasses } from "./AuthColumn.tsx";

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
