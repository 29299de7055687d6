import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { ShellFrame } from "./app/ShellFrame.tsx";
import { Button } from "./components/ui/button.tsx";
import { DeskMark } from "./components/ui/desk-mark.tsx";
import { AuthCard, AuthCardSkeleton } from "./features/auth/public/AuthCard.tsx";
import { AuthColumn, markClasses } from "./features/auth/public/AuthColumn.tsx";
import { SignInFields } from "./features/auth/public/SignInFields.tsx";

/**
 * What the page shows as HTML while its scripts are on their way, drawn once when the client is
 * built. The server fills in the desk's name, and its mark: a letter, or its picture.
 */
export function drawFrames(): Record<string, string> {
  return Object.fromEntries(
    [false, true].flatMap((hasLogo) => {
      const mark = (className?: string) => (
        <DeskMark
          title="__DESK_NAME__"
          {...(hasLogo ? { logo: "__DESK_LOGO__" } : { letter: "__DESK_LETTER__" })}
          {...(className && { className })}
        />
      );
      const outside = (content: ReactNode) => (
        <AuthColumn mark={mark(markClasses)} desk="__DESK_NAME__">
          {content}
        </AuthColumn>
      );
      const frames = {
        login: outside(<SignIn />),
        outside: outside(<AuthCardSkeleton />),
        shell: <ShellFrame collapsed={false} mark={mark()} />,
        "shell-collapsed": <ShellFrame collapsed mark={mark()} />,
      };
      return Object.entries(frames).map(([name, frame]) => [
        hasLogo ? `${name}-logo` : name,
        renderToStaticMarkup(
          <div className="contents" data-frame="">
            {frame}
          </div>,
        ),
      ]);
    }),
  );
}

/**
 * One can type at once; it is sent as soon as there is somebody to send it. The dialog is no dialog: a
 * press closes it, and so is remembered without a script.
 */
function SignIn() {
  return (
    <AuthCard title="Sign in">
      <dialog open role="none" className="contents text-inherit">
        <form method="dialog" noValidate className="flex flex-col gap-3.5">
          <SignInFields known={{ email: "", password: "" }} focused="email" />
          <Button type="submit" size="lg" className="in-[dialog:not([open])]:opacity-50">
            Sign in
          </Button>
        </form>
      </dialog>
    </AuthCard>
  );
}
