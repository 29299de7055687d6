import {
  type NotificationChoices as Choices,
  choosableKinds,
  type NotificationChoice,
  type NotificationKind,
} from "../../../shared/notifications.ts";
import { PartTrouble } from "../../components/list/ListTrouble.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { Switch } from "../../components/ui/switch.tsx";
import { readFailure } from "../../data/errors.ts";
import { useViewer } from "../../data/session/viewer.ts";
import { useNotificationChoices } from "./use-notification-choices.ts";

type Way = keyof NotificationChoice;

const news: Record<NotificationKind, { name: string; description: string }> = {
  assigned: { name: "Assigned to me", description: "A ticket was given to me." },
  mentioned: { name: "Mentions", description: "Somebody wrote @ and my name in a note." },
  "customer-wrote": {
    name: "Customers’ messages",
    description:
      "In tickets that are mine, or my team’s while nobody has them. Also when they reopen one or rate the help as bad, and when my team is given one.",
  },
  unassigned: {
    name: "Tickets that nobody has",
    description: "A customer wrote in one that has neither an assignee nor a team.",
  },
  followed: { name: "Tickets I follow", description: "Somebody replied there." },
};

const waysOfStaff: Way[] = ["bell", "mail"];
const names: Record<Way, string> = { bell: "Bell", mail: "Mail" };

/** Acts at once, as the theme does. */
export function NotificationChoices() {
  const { role } = useViewer();
  const { choices, set } = useNotificationChoices();
  if (choices.error && !choices.data) {
    return (
      <PartTrouble failure={readFailure(choices.error)} retry={() => void choices.refetch()} />
    );
  }
  const change = (kind: NotificationKind, way: Way, on: boolean) => set({ kind, [way]: on });
  if (role === "Customer") return <MailOfFollowed choices={choices.data} change={change} />;
  return (
    <table className="w-full">
      <thead>
        <tr className="text-muted-foreground">
          <th scope="col" className="text-left font-normal">
            <span className="sr-only">What happened</span>
          </th>
          {waysOfStaff.map((way) => (
            <th key={way} scope="col" className="w-16 pb-1 text-center font-normal">
              {names[way]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {choosableKinds(role).map((kind) => (
          <tr key={kind} className="border-t first:border-t-0">
            <th scope="row" className="py-2 pr-3 text-left font-normal">
              <Words kind={kind} />
            </th>
            {waysOfStaff.map((way) => (
              <td key={way} className="text-center align-middle">
                <Choice
                  label={`${news[kind].name}: ${names[way]}`}
                  on={choices.data?.[kind][way]}
                  onChange={(on) => change(kind, way, on)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface MailOfFollowedProps {
  choices: Choices | undefined;
  change: (kind: NotificationKind, way: Way, on: boolean) => void;
}

/** All that a customer chooses: replies to their own tickets come in any case. */
function MailOfFollowed({ choices, change }: MailOfFollowedProps) {
  return (
    <div className="flex items-center justify-between gap-4">
      <div>
        <div className="font-medium">Mail me replies on tickets I follow</div>
        <div className="text-muted-foreground">Replies to your own tickets are always mailed.</div>
      </div>
      <Choice
        label="Mail me replies on tickets I follow"
        on={choices?.followed.mail}
        onChange={(on) => change("followed", "mail", on)}
      />
    </div>
  );
}

function Words({ kind }: { kind: NotificationKind }) {
  return (
    <>
      <div className="font-medium">{news[kind].name}</div>
      <div className="text-muted-foreground">{news[kind].description}</div>
    </>
  );
}

interface ChoiceProps {
  label: string;
  on: boolean | undefined;
  onChange: (on: boolean) => void;
}

function Choice({ label, on, onChange }: ChoiceProps) {
  if (on === undefined) return <Skeleton className="inline-block h-5 w-9 align-middle" />;
  return (
    <Switch
      aria-label={label}
      checked={on}
      onCheckedChange={onChange}
      className="align-middle pointer-coarse:before:-inset-3"
    />
  );
}
