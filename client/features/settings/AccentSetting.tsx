import { Check } from "lucide-react";
import { useId } from "react";
import { accentIn, accentPresets, contrast } from "../../../shared/desk-colours.ts";
import { cn } from "../../components/cn.ts";
import { Field } from "../../components/ui/field.tsx";
import { Input } from "../../components/ui/input.tsx";
import { useTypedSetting } from "./use-desk.ts";

/** The default in styles.css. */
const defaultBlue = "#275cc4";
const choices = [{ name: "Blue", accent: null }, ...accentPresets];

/** A preset or a custom colour. Each theme makes it light or dark enough for readable text. */
export function AccentSetting({ value }: { value: string | null }) {
  const setting = useTypedSetting("accent", "Colour", value);
  const { error, reset, set } = setting;
  const name = useId();
  const isCustom = value !== null && !accentPresets.some(({ accent }) => accent === value);
  return (
    <div className="flex flex-col gap-3">
      <fieldset className="flex flex-wrap items-center gap-2">
        <legend className="pb-1.5 font-medium">Colour</legend>
        {choices.map((choice) => (
          <label
            key={choice.name}
            data-hint={choice.name}
            style={{ backgroundColor: choice.accent ?? defaultBlue, color: "#ffffff" }}
            className="grid size-8 cursor-pointer place-items-center rounded-full forced-color-adjust-none ring-offset-2 ring-offset-background has-checked:ring-2 has-checked:ring-foreground has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-4 pointer-coarse:size-11"
          >
            <input
              type="radio"
              name={name}
              aria-label={choice.name}
              checked={choice.accent === value}
              onChange={() => {
                reset();
                set(choice.accent);
              }}
              className="sr-only"
            />
            {choice.accent === value && <Check />}
          </label>
        ))}
        <CustomColour value={value} isCustom={isCustom} setting={setting} />
      </fieldset>
      {error && <p className="text-danger-text text-xs">{error}</p>}
      <div className="grid gap-3 shell:grid-cols-2">
        <Sample theme="light" accent={value ?? defaultBlue} />
        <Sample theme="dark" accent={value ?? defaultBlue} />
      </div>
    </div>
  );
}

interface CustomColourProps {
  value: string | null;
  isCustom: boolean;
  setting: ReturnType<typeof useTypedSetting<"accent">>;
}

/** Typed as six hex digits or picked with the colour picker. */
function CustomColour({ value, isCustom, setting }: CustomColourProps) {
  const { typed, type, reset, set, error, setError } = setting;
  const text = typed ?? (isCustom ? (value ?? "") : "");
  const commit = () => {
    if (typed === null) return;
    const colour = typed.trim().toLowerCase().replace(/^#?/, "#");
    if (colour === "#") return reset();
    if (!/^#[0-9a-f]{6}$/.test(colour)) return setError("This isn't a colour. Example: #0f766e.");
    set(colour);
  };
  return (
    <Field
      label={<span className="sr-only">Custom colour</span>}
      className="flex-row items-center gap-0"
    >
      {(control) => (
        <span className="flex items-center gap-1.5">
          <input
            type="color"
            aria-label="Pick a colour"
            data-hint="Pick a colour"
            value={/^#[0-9a-f]{6}$/.test(text) ? text : (value ?? defaultBlue)}
            onChange={(event) => type(event.target.value)}
            onBlur={(event) => event.target.value === text && commit()}
            className={cn(
              "size-9 cursor-pointer rounded-md border border-input bg-card p-1 pointer-coarse:size-11",
              isCustom && "border-primary",
            )}
          />
          <Input
            {...control}
            aria-invalid={error ? true : undefined}
            placeholder={value ?? defaultBlue}
            autoComplete="off"
            spellCheck={false}
            maxLength={7}
            value={text}
            onChange={(event) => type(event.target.value)}
            // A refused value is not sent again when the field is left.
            onBlur={() => !error && commit()}
            onKeyDown={(event) => event.key === "Enter" && commit()}
            className="w-26 tabular-nums"
          />
        </span>
      )}
    </Field>
  );
}

const grounds = {
  light: { name: "Light", card: "#ffffff", border: "#e4e5e9" },
  dark: { name: "Dark", card: "#14161b", border: "#2c2f36" },
};

/** A preview of a button and a selected entry, with their contrast. */
function Sample({ theme, accent }: { theme: "light" | "dark"; accent: string }) {
  const { name, card, border } = grounds[theme];
  const { primary, onPrimary, selected, onSelected } = accentIn(theme, accent);
  const reads = contrast(primary, onPrimary).toFixed(1);
  return (
    <div
      style={{ backgroundColor: card, borderColor: border }}
      className="flex flex-wrap items-center gap-2 rounded-lg border p-3 forced-color-adjust-none"
    >
      <span
        style={{ backgroundColor: primary, color: onPrimary }}
        className="rounded-md px-3 py-1.5 font-medium"
      >
        Send reply
      </span>
      <span
        style={{ backgroundColor: selected, color: onSelected }}
        className="rounded-md px-2.5 py-1.5 font-medium"
      >
        Tickets
      </span>
      <span style={{ color: onSelected }} className="ml-auto text-xs tabular-nums">
        {name} · {reads} : 1
      </span>
    </div>
  );
}
