import * as z from "zod/mini";
import { pageLimit } from "../../shared/paging.ts";

/** How lists are asked for. */
export const limit = z._default(
  z.coerce.number().check(z.int(), z.minimum(1), z.maximum(pageLimit.max)),
  pageLimit.default,
);
export const cursor = z.optional(z.string().check(z.maxLength(1000)));
