import * as z from "zod/mini";
import { canonicalTimeZone, isTimeZone } from "../local-time.ts";
import { userLimits } from "../users.ts";
import { atMost } from "./text.ts";

/** The client's time zone, in which days begin. */
export const timeZone = z
  .string()
  .check(
    atMost(userLimits.timeZone),
    z.refine(isTimeZone, { error: "This is not a time zone." }),
    z.overwrite(canonicalTimeZone),
  );
