import { type ClassValue, clsx } from "clsx";
import { type Config, createTailwindMerge } from "tailwind-merge";

/** Joins class names; where two say the same thing differently, the later one wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}

/**
 * tailwind-merge's own table of every utility weighs 6 KB of the first load. Ours names those that
 * our parts let each other override; what it does not name is kept as it stands.
 */
const any = () => true;
const side = (...names: string[]) => names.map((name) => ({ [name]: [any] }));
const textSizes = ["2xs", "xs", "sm", "base", "lg", "xl", isLength];
/** `border-l-info` and `rounded-t-md` speak of one side: they stand beside what speaks of all. */
const allSides = (value: string) =>
  !/^([trblxyse]|[tb][lr]|separate|collapse|spacing)(-|$)/.test(value);

const merge = createTailwindMerge(
  (): Config<string, string> => ({
    cacheSize: 500,
    theme: {},
    orderSensitiveModifiers: ["before", "after", "placeholder", "*", "**"],
    classGroups: {
      display: [
        "block",
        "inline-block",
        "inline",
        "flex",
        "inline-flex",
        "grid",
        "inline-grid",
        "contents",
        "hidden",
      ],
      position: ["static", "fixed", "absolute", "relative", "sticky"],
      visibility: ["visible", "invisible"],
      z: side("z"),
      inset: [{ inset: [allSides] }],
      top: side("top"),
      right: side("right"),
      bottom: side("bottom"),
      left: side("left"),
      size: side("size"),
      w: side("w"),
      h: side("h"),
      "min-w": side("min-w"),
      "max-w": side("max-w"),
      "min-h": side("min-h"),
      "max-h": side("max-h"),
      p: side("p"),
      px: side("px"),
      py: side("py"),
      pt: side("pt"),
      pr: side("pr"),
      pb: side("pb"),
      pl: side("pl"),
      m: side("m"),
      mx: side("mx"),
      my: side("my"),
      mt: side("mt"),
      mr: side("mr"),
      mb: side("mb"),
      ml: side("ml"),
      gap: side("gap"),
      "gap-x": side("gap-x"),
      "gap-y": side("gap-y"),
      overflow: [{ overflow: ["auto", "hidden", "clip", "visible", "scroll"] }],
      "overflow-x": side("overflow-x"),
      "overflow-y": side("overflow-y"),
      "flex-direction": [{ flex: ["row", "row-reverse", "col", "col-reverse"] }],
      "flex-wrap": [{ flex: ["wrap", "wrap-reverse", "nowrap"] }],
      flex: [{ flex: ["1", "auto", "initial", "none", (value: string) => value.startsWith("[")] }],
      shrink: ["shrink", { shrink: ["0"] }],
      grow: ["grow", { grow: ["0"] }],
      "align-items": side("items"),
      "justify-content": [{ justify: ["start", "center", "end", "between", "around", "evenly"] }],
      "align-self": side("self"),
      "font-size": [{ text: textSizes }],
      "font-weight": [{ font: ["normal", "medium", "semibold", "bold"] }],
      "text-align": [{ text: ["left", "center", "right", "start", "end"] }],
      "text-wrap": [{ text: ["wrap", "nowrap", "balance", "pretty"] }],
      "text-overflow": ["truncate", { text: ["ellipsis", "clip"] }],
      "text-color": [{ text: [any] }],
      whitespace: side("whitespace"),
      leading: side("leading"),
      tracking: side("tracking"),
      bg: side("bg"),
      "border-width": ["border", { border: ["0", "2", "3", "4"] }],
      "border-style": [{ border: ["solid", "dashed", "dotted", "none"] }],
      "border-color": [{ border: [allSides] }],
      rounded: ["rounded", { rounded: [allSides] }],
      shadow: ["shadow", { shadow: [any] }],
      opacity: side("opacity"),
      "pointer-events": [{ "pointer-events": ["none", "auto"] }],
      cursor: side("cursor"),
      fill: side("fill"),
      "grid-cols": side("grid-cols"),
      "col-start": side("col-start"),
      "col-span": side("col-span"),
      transition: ["transition", { transition: [any] }],
      "translate-x": side("translate-x"),
      "translate-y": side("translate-y"),
      "outline-offset": side("outline-offset"),
    },
    conflictingClassGroups: {
      overflow: ["overflow-x", "overflow-y"],
      size: ["w", "h"],
      p: ["px", "py", "pt", "pr", "pb", "pl"],
      px: ["pr", "pl"],
      py: ["pt", "pb"],
      m: ["mx", "my", "mt", "mr", "mb", "ml"],
      mx: ["mr", "ml"],
      my: ["mt", "mb"],
      inset: ["top", "right", "bottom", "left"],
      gap: ["gap-x", "gap-y"],
      flex: ["grow", "shrink"],
      "font-size": ["leading"],
    },
    conflictingClassGroupModifiers: { "font-size": ["leading"] },
  }),
);

function isLength(value: string): boolean {
  return /^\[[\d.]+(rem|px|em)\]$/.test(value);
}
