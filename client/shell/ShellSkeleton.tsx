import { readCookie } from "../lib/browser/cookies.ts";
import { deskLogo } from "../lib/look/desk-look.ts";
import { deskName } from "../lib/place/page.ts";
import { useStore } from "../lib/store.ts";
import { DeskMark } from "../ui/desk-mark.tsx";
import { ShellFrame } from "./ShellFrame.tsx";

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
