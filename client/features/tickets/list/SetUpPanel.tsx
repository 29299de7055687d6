import { Circle, CircleCheck, X } from "lucide-react";
import { Link } from "react-router-dom";
import { can } from "../../../../shared/access.ts";
import type { SetUp } from "../../../../shared/desk.ts";
import { Button } from "../../../components/ui/button.tsx";
import { IconButton } from "../../../components/ui/icon-button.tsx";
import { notifyError, readFailure } from "../../../data/errors.ts";
import { useViewer } from "../../../data/session/viewer.ts";
import { trpc } from "../../../data/trpc.ts";

/** The open steps of the set-up, for a Super Admin, until all are done or the panel is dismissed. */
export function SetUpPanel() {
  const viewer = useViewer();
  return can(viewer, "desk.write") && <Panel />;
}

function Panel() {
  const utils = trpc.useUtils();
  const setUp = trpc.desk.setUp.useQuery();
  const dismiss = trpc.desk.dismissSetUp.useMutation({
    meta: { showsError: true },
    onMutate() {
      utils.desk.setUp.setData(undefined, (shown) => shown && { ...shown, isDismissed: true });
    },
    onError(error) {
      void utils.desk.setUp.invalidate();
      notifyError("Couldn't dismiss the set-up", readFailure(error));
    },
  });
  if (!setUp.data) return null;
  return <SetUpSteps setUp={setUp.data} onDismiss={() => dismiss.mutate()} />;
}

const steps: { name: keyof SetUp["done"]; words: string; why: string; to: string; link: string }[] =
  [
    {
      name: "appearance",
      words: "Add your name and logo",
      why: "Customers see them on every page and in emails.",
      to: "/settings/desk",
      link: "Open settings",
    },
    {
      name: "email",
      words: "Set up email",
      why: "Without it, replies and invitations are stored and not sent.",
      to: "/settings/mail",
      link: "Open email settings",
    },
    {
      name: "agent",
      words: "Invite an agent",
      why: "Agents answer tickets together with you.",
      to: "/user/log",
      link: "Open users",
    },
    {
      name: "team",
      words: "Create a team",
      why: "Team members are notified of new tickets.",
      to: "/settings/teams",
      link: "Open teams",
    },
    {
      name: "ticket",
      words: "Open a test ticket",
      why: "See what you and a customer get.",
      to: "/ticket/new",
      link: "New ticket",
    },
  ];

interface SetUpStepsProps {
  setUp: SetUp;
  onDismiss: () => void;
}

export function SetUpSteps({ setUp: { isDismissed, done }, onDismiss }: SetUpStepsProps) {
  const count = steps.filter(({ name }) => done[name]).length;
  if (isDismissed || count === steps.length) return null;
  return (
    <section
      aria-labelledby="set-up"
      data-slot="set-up"
      className="mx-auto mb-8 w-[calc(100%-2rem)] max-w-140 rounded-lg border bg-card"
    >
      <header className="flex items-center gap-2 border-b py-2 pr-2 pl-4">
        <h2 id="set-up" className="font-semibold text-base">
          Set up your help desk
        </h2>
        <p className="mr-auto text-muted-foreground text-sm tabular-nums">
          {count} of {steps.length} done
        </p>
        <IconButton label="Dismiss the set-up" onClick={onDismiss}>
          <X />
        </IconButton>
      </header>
      <ul className="divide-y">
        {steps.map(({ name, words, why, to, link }) => (
          <li key={name} className="flex items-center gap-3 px-4 py-2.5">
            {done[name] ? (
              <CircleCheck role="img" aria-label="Done" className="shrink-0 text-success" />
            ) : (
              <Circle role="img" aria-label="To do" className="shrink-0 text-faint" />
            )}
            <div className="min-w-0 flex-1">
              <p className={done[name] ? "text-muted-foreground" : "font-medium"}>{words}</p>
              {!done[name] && <p className="text-muted-foreground text-xs">{why}</p>}
            </div>
            {!done[name] && (
              <Button asChild variant="outline" size="sm">
                <Link to={to}>{link}</Link>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
