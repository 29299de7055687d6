import { usePreference } from "../data/session/use-preference.ts";
import { useViewer } from "../data/session/viewer.ts";
import { Label } from "./ui/label.tsx";
import { Switch } from "./ui/switch.tsx";

/** Saved in the profile for all devices: single-letter shortcuts get in the way of speech input. */
export function SingleKeysSwitch() {
  const { singleKeys } = useViewer();
  const set = usePreference("singleKeys");
  return (
    <div className="flex items-center gap-3">
      <Switch id="single-keys" checked={singleKeys} onCheckedChange={set} />
      <Label htmlFor="single-keys">Single-key shortcuts</Label>
    </div>
  );
}
