import { lazyPart } from "../lib/lazy-part.ts";

export const HintBubble = lazyPart(() => import("./hint-bubble.tsx"), "HintBubble");
