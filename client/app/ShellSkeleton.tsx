import { DeskMark } from "../components/ui/desk-mark.tsx";
import { readCookie } from "../data/browser/cookies.ts";
import { useStore } from "../data/store.ts";
import { deskName } from "./navigation/page.ts";
import { ShellFrame } from "./ShellFrame.tsx";
import { deskLogo } from "./theme/desk-look.ts";

/** The frame of the shell, while the server says who is there: nothing moves when it fills. */
export function ShellSkeleton() {
  const name = useStore(deskName);
  const logo = useStore(deskLogo);
  return (
    <ShellFrame
      collapsed={readCookie("frontdesk_nav") === "collapsed"}
      mark={<DeskMark title={name} logo={logo} />}
    />
  );
}
