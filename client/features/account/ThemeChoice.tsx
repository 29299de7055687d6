import { Monitor, Moon, Sun } from "lucide-react";
import { type Theme, themes } from "../../../shared/users.ts";
import { setTheme } from "../../app/theme/theme.ts";
import { cn } from "../../components/cn.ts";
import { useViewer } from "../../data/session/viewer.ts";
import { useUpdateProfile } from "./use-update-profile.ts";

const names: Record<Theme, string> = { system: "System", light: "Light", dark: "Dark" };
const icons = { system: Monitor, light: Sun, dark: Moon };

/** Changes the theme immediately and saves it in the profile. */
export function ThemeChoice() {
  const { theme } = useViewer();
  const update = useUpdateProfile({ saved: "Theme saved" });
  const choose = (next: Theme) => {
    setTheme(next);
    update.mutate({ theme: next });
  };
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Theme</legend>
      {themes.map((choice) => {
        const Icon = icons[choice];
        return (
          <label
            key={choice}
            className={cn(
              "flex h-9 cursor-pointer items-center gap-2 rounded-md border border-input px-3 font-medium pointer-coarse:h-11",
              "has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2",
              choice === theme
                ? "border-primary bg-selected text-selected-foreground"
                : "hover:bg-accent",
            )}
          >
            <input
              type="radio"
              name="theme"
              value={choice}
              checked={choice === theme}
              onChange={() => choose(choice)}
              className="sr-only"
            />
            <Icon />
            {names[choice]}
          </label>
        );
      })}
    </fieldset>
  );
}
