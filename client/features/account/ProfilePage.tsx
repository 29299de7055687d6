import type { LucideIcon } from "lucide-react";
import { useId } from "react";
import { isStaff } from "../../../shared/access.ts";
import {
  afterLeavingChoices,
  afterLeavingLabel,
  afterLeavingNames,
  fullName,
  themeNames,
  themes,
} from "../../../shared/users.ts";
import { usePage } from "../../app/navigation/page.ts";
import { themeIcons } from "../../app/person-icons.ts";
import { setTheme } from "../../app/theme/theme.ts";
import { cn } from "../../components/cn.ts";
import { savesOnLeaving } from "../../components/SavedTextField.tsx";
import { Section } from "../../components/Section.tsx";
import { SingleKeysSwitch } from "../../components/SingleKeysSwitch.tsx";
import { Avatar } from "../../components/ui/avatar.tsx";
import { useViewer } from "../../data/session/viewer.ts";
import { NotificationChoices } from "./NotificationChoices.tsx";
import { ProfileForm } from "./ProfileForm.tsx";
import { SessionList } from "./SessionList.tsx";
import { TokenSection } from "./TokenSection.tsx";
import { useUpdateProfile } from "./use-update-profile.ts";

export function ProfilePage() {
  const viewer = useViewer();
  const name = fullName(viewer);
  usePage("Profile");
  return (
    <div className="mx-auto flex max-w-190 flex-col p-4 pb-12 shell:px-6">
      <header className="flex items-center gap-3 pt-2 pb-6">
        <Avatar id={viewer.id} name={name} size="lg" />
        <div className="min-w-0">
          <h1 dir="auto" className="truncate text-left font-semibold text-xl">
            {name}
          </h1>
          <p className="truncate text-muted-foreground">
            {viewer.email} · {viewer.role}
          </p>
        </div>
      </header>
      <Section title="Personal" description={`Your name and time zone. ${savesOnLeaving}`}>
        <ProfileForm />
      </Section>
      <Section title="Theme" description="Applies on all your devices.">
        <ThemeChoice />
      </Section>
      {isStaff(viewer) && (
        <Section
          title="Keyboard"
          description="Press a single letter to act, for example C for a new ticket. Press ? to see them all."
        >
          <SingleKeysSwitch />
        </Section>
      )}
      {isStaff(viewer) && (
        <Section
          title="Working through a list"
          description="A ticket leaves a list when you resolve, snooze or assign it, or mark it as spam. Sending a reply counts, too."
        >
          <AfterLeavingChoice />
        </Section>
      )}
      <Section title="Notifications" description="What you're notified about.">
        <NotificationChoices />
      </Section>
      <Section
        title="Sessions"
        description="Devices you're signed in on. End sessions you don't recognise."
      >
        <SessionList />
      </Section>
      <TokenSection />
    </div>
  );
}

/** Changes the theme immediately and saves it in the profile. */
function ThemeChoice() {
  const { theme } = useViewer();
  const update = useUpdateProfile({ saved: "Theme saved" });
  const choices = themes.map((value) => ({
    value,
    name: themeNames[value],
    icon: themeIcons[value],
  }));
  return (
    <ChoiceRow
      legend="Theme"
      choices={choices}
      chosen={theme}
      onChoose={(next) => {
        setTheme(next);
        update.mutate({ theme: next });
      }}
    />
  );
}

function AfterLeavingChoice() {
  const { afterLeaving } = useViewer();
  const update = useUpdateProfile({ saved: "Preference saved" });
  const choices = afterLeavingChoices.map((value) => ({ value, name: afterLeavingNames[value] }));
  return (
    <ChoiceRow
      legend={afterLeavingLabel}
      isLegendShown
      choices={choices}
      chosen={afterLeaving}
      onChoose={(next) => update.mutate({ afterLeaving: next })}
    />
  );
}

interface ChoiceRowProps<Value extends string> {
  legend: string;
  /** Otherwise the section's title names it. */
  isLegendShown?: boolean;
  choices: { value: Value; name: string; icon?: LucideIcon }[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

function ChoiceRow<Value extends string>(props: ChoiceRowProps<Value>) {
  const { legend, isLegendShown = false, choices, chosen, onChoose } = props;
  const name = useId();
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className={isLegendShown ? "pb-2" : "sr-only"}>{legend}</legend>
      {choices.map(({ value, name: word, icon: Icon }) => (
        <label
          key={value}
          className={cn(
            "flex h-9 cursor-pointer items-center gap-2 rounded-md border border-input px-3 font-medium pointer-coarse:h-11",
            "has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2",
            value === chosen
              ? "border-primary bg-selected text-selected-foreground"
              : "hover:bg-accent",
          )}
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => onChoose(value)}
            className="sr-only"
          />
          {Icon && <Icon />}
          {word}
        </label>
      ))}
    </fieldset>
  );
}
