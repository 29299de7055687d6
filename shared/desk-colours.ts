/** Lightness, chroma and hue, as in styles.css. */
interface Oklch {
  l: number;
  c: number;
  h: number;
}

export const accentPresets = [
  { name: "Teal", accent: "#0f766e" },
  { name: "Green", accent: "#15803d" },
  { name: "Violet", accent: "#6d28d9" },
  { name: "Pink", accent: "#be185d" },
  { name: "Red", accent: "#b91c1c" },
  { name: "Orange", accent: "#c2410c" },
  { name: "Slate", accent: "#475569" },
] as const;

/** The foregrounds and backgrounds of the accent in each theme, as in styles.css. */
const grounds = {
  light: { onAccent: "#ffffff", around: ["#ffffff"], selected: { l: 0.945, c: 0.022 } },
  dark: { onAccent: "#0a0c11", around: ["#1c1f26"], selected: { l: 0.285, c: 0.045 } },
} as const;

/** WCAG AA requires 4.5; slightly more, since colours are rounded for the screen. */
const enough = 4.7;

interface Accent {
  primary: string;
  onPrimary: string;
  selected: string;
  onSelected: string;
}

/**
 * The accent for one theme: the chosen hue, as light or dark as readable text needs. So every colour is
 * accepted.
 */
export function accentIn(theme: keyof typeof grounds, colour: string): Accent {
  const { onAccent, around, selected } = grounds[theme];
  const chosen = toOklch(colour);
  const step = theme === "light" ? -0.004 : 0.004;
  const start = theme === "light" ? Math.min(chosen.l, 0.62) : Math.max(chosen.l, 0.64);
  const primary = walk({ ...chosen, l: start }, step, [onAccent, ...around]);
  const ground = toHex({ ...chosen, l: selected.l, c: Math.min(chosen.c * 0.25, selected.c) });
  const word = { ...chosen, l: theme === "light" ? 0.47 : 0.76 };
  return {
    primary,
    onPrimary: onAccent,
    selected: ground,
    onSelected: walk(word, step, [ground, ...around]),
  };
}

/** The CSS variables for an accent. */
export function accentVariables(colour: string): Record<string, string> {
  const [light, dark] = [accentIn("light", colour), accentIn("dark", colour)];
  return {
    "--desk-primary": light.primary,
    "--desk-selected": light.selected,
    "--desk-selected-foreground": light.onSelected,
    "--desk-primary-dark": dark.primary,
    "--desk-primary-foreground-dark": dark.onPrimary,
    "--desk-selected-dark": dark.selected,
    "--desk-selected-foreground-dark": dark.onSelected,
  };
}

/** The WCAG contrast ratio, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function walk(from: Oklch, step: number, against: readonly string[]): string {
  for (let l = from.l; l >= 0 && l <= 1; l += step) {
    const colour = toHex({ ...from, l });
    if (against.every((ground) => contrast(colour, ground) >= enough)) return colour;
  }
  return step < 0 ? "#000000" : "#ffffff";
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = channels(colour).map(toLinear);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
}

function toLinear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function fromLinear(light: number): number {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}

function toOklch(colour: string): Oklch {
  const [r = 0, g = 0, b = 0] = channels(colour).map(toLinear);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: Math.atan2(bb, a),
  };
}

/** With the highest chroma that a screen can show at that lightness. */
function toHex(colour: Oklch): string {
  let { c } = colour;
  let shown = toRgb(colour);
  while (c > 0.001 && shown.some((channel) => channel < -0.0005 || channel > 1.0005)) {
    c *= 0.96;
    shown = toRgb({ ...colour, c });
  }
  const digits = shown.map((channel) =>
    Math.round(Math.min(1, Math.max(0, channel)) * 255)
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${digits.join("")}`;
}

function toRgb({ l, c, h }: Oklch): number[] {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)];
  const ll = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const mm = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const ss = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * ll - 3.3077115913 * mm + 0.2309699292 * ss,
    -1.2684380046 * ll + 2.6097574011 * mm - 0.3413193965 * ss,
    -0.0041960863 * ll - 0.7034186147 * mm + 1.707614701 * ss,
  ].map(fromLinear);
}
