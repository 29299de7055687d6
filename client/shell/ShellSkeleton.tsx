import { readCookie } from "../lib/cookies.ts";

/** The empty frame of the shell, while the server says who is there: nothing moves when it fills. */
export function ShellSkeleton() {
  const collapsed = readCookie("frontdesk_nav") === "collapsed";
  return (
    <div aria-busy="true" className="flex h-dvh bg-card max-shell:flex-col-reverse">
      <div
        className={`border-r max-shell:h-14 max-shell:border-t max-shell:border-r-0 ${collapsed ? "shell:w-[50px]" : "shell:w-[60px]"}`}
      />
      <div className="h-11 flex-1 shell:border-b" />
    </div>
  );
}
