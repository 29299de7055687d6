import { accessStories } from "./stories-access.ts";
import { apiStories } from "./stories-api.ts";
import { batchStories } from "./stories-batches.ts";
import { billingStories } from "./stories-billing.ts";
import { callStories } from "./stories-calls.ts";
import { carrierStories } from "./stories-carriers.ts";
import { documentStories } from "./stories-documents.ts";
import { exportStories } from "./stories-exports.ts";
import { importStories } from "./stories-imports.ts";
import { integrationStories } from "./stories-integrations.ts";
import { languageStories } from "./stories-languages.ts";
import { mobileStories } from "./stories-mobile.ts";
import { orderStories } from "./stories-orders.ts";
import { planStories } from "./stories-plans.ts";
import { printingStories } from "./stories-printing.ts";
import { returnStories } from "./stories-returns.ts";
import { scanningStories } from "./stories-scanning.ts";
import { signInStories } from "./stories-sign-in.ts";
import { stockStories } from "./stories-stock.ts";
import type { Story } from "./story.ts";

/** Everything that happens at the demo desk. */
export const stories: readonly Story[] = [
  ...accessStories,
  ...apiStories,
  ...batchStories,
  ...billingStories,
  ...callStories,
  ...carrierStories,
  ...documentStories,
  ...exportStories,
  ...importStories,
  ...integrationStories,
  ...languageStories,
  ...mobileStories,
  ...orderStories,
  ...planStories,
  ...printingStories,
  ...returnStories,
  ...scanningStories,
  ...signInStories,
  ...stockStories,
];
