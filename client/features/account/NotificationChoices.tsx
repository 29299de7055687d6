import {
  type NotificationChoices as Choices,
  choosableKinds,
  type NotificationChoice,
  type NotificationKind,
} from "../../../shared/notifications.ts";
import { SectionError } from "../../components/table/ListError.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { Switch } from "../../components/ui/switch.tsx";
import { showOptimistically } from "../../data/calls/optimistic.ts";
import { readFailure } from "../../data/errors.ts";
import { profileScope } from "../../data/session/profile-news.ts";
import { useViewer } from "../../data/session/viewer.ts";
import { trpc } from "../../data/trpc.ts";

type Way = keyof NotificationChoice;

const news: Record<NotificationKind, { name: string; description: string }> = {
  assigned: { name: "Assigned to me", description: "A ticket was assigned to me." },
  mentioned: { name: "Mentions", description: "Someone mentioned me in a note with @." },
  "customer-wrote": {
    name: "Customers’ messages",
    description:
      "In tickets assigned to me, or unassigned in my team. Also when a customer reopens a ticket or rates it bad, and when my team gets a ticket.",
  },
  unassigned: {
    name: "Unassigned tickets",
    description: "A customer wrote in a ticket without assignee and team.",
  },
  followed: { name: "Tickets I follow", description: "Someone replied in a ticket I follow." },
};

const waysOfStaff: Way[] = ["bell", "mail"];
const names: Record<Way, string> = { bell: "Bell", mail: "Email" };

/** Changes are saved immediately. */
export function NotificationChoices() {
  const { role } = useViewer();
  const { choices, set } = useNotificationChoices();
  if (choices.error && !choices.data) {
    return (
      <SectionError failure={readFailure(choices.error)} retry={() => void choices.refetch()} />
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

/** The one choice of customers. Replies to their own tickets are always sent. */
function MailOfFollowed({ choices, change }: MailOfFollowedProps) {
  return (
    <div className="flex items-center justify-between gap-4">
      <div>
        <div className="font-medium">Email me replies on tickets I follow</div>
        <div className="text-muted-foreground">Replies to your own tickets are always emailed.</div>
      </div>
      <Choice
        label="Email me replies on tickets I follow"
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

/** A change is shown immediately, and reverted if the server refuses it. */
function useNotificationChoices() {
  const utils = trpc.useUtils();
  const choices = trpc.account.notificationChoices.useQuery(undefined, {
    meta: { showsError: true },
  });
  const show = (kind: NotificationKind, change: Partial<NotificationChoice>) =>
    utils.account.notificationChoices.setData(
      undefined,
      (all) => all && { ...all, [kind]: { ...all[kind], ...change } },
    );
  const cancelFetch = () => utils.account.notificationChoices.cancel(undefined, { revert: false });
  const set = trpc.account.setNotificationChoice.useMutation({
    ...profileScope,
    onMutate: async ({ kind, bell, mail }) => {
      await cancelFetch();
      const before = utils.account.notificationChoices.getData()?.[kind];
      const answered = showOptimistically(() =>
        show(kind, {
          ...(bell === undefined ? {} : { bell }),
          ...(mail === undefined ? {} : { mail }),
        }),
      );
      return { before, answered };
    },
    // A fetch under way would show the earlier value again.
    onSuccess: () => cancelFetch(),
    onError: (_error, { kind, bell, mail }, context) => {
      const before = context?.before;
      if (!before) return;
      // Only the field of this click: another change may have succeeded in the meantime.
      show(kind, {
        ...(bell === undefined ? {} : { bell: before.bell }),
        ...(mail === undefined ? {} : { mail: before.mail }),
      });
    },
    onSettled: (_done, _error, _input, context) => context?.answered(),
  });
  return { choices, set: set.mutate };
}
