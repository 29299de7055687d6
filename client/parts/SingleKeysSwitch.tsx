import { profileTurn } from "../lib/session/profile-turn.ts";
import { useViewer } from "../lib/session/viewer.ts";
import { trpc } from "../lib/trpc.ts";
import { Label } from "../ui/label.tsx";
import { Switch } from "../ui/switch.tsx";

/** Kept in the profile for every computer: keys of one letter get in the way of speech input. */
export function SingleKeysSwitch() {
  const { singleKeys } = useViewer();
  const utils = trpc.useUtils();
  const show = (next: boolean) =>
    utils.session.current.setData(undefined, (session) =>
      session?.user ? { ...session, user: { ...session.user, singleKeys: next } } : session,
    );
  const update = trpc.account.updateProfile.useMutation({
    ...profileTurn,
    onMutate: ({ singleKeys = true }) => show(singleKeys),
    onError: (_error, { singleKeys = true }) => show(!singleKeys),
  });
  return (
    <div className="flex items-center gap-3">
      <Switch
        id="single-keys"
        checked={singleKeys}
        onCheckedChange={(on) => update.mutate({ singleKeys: on })}
      />
      <Label htmlFor="single-keys">Use single keys</Label>
    </div>
  );
}
