import type {
  DeskDetails,
  DeskSettings,
  OldTicketCount,
  OldTicketRun,
  SearchRebuild,
  SetUp,
  SignInRules,
} from "../../shared/desk.ts";
import type { RecoveryPause } from "../../shared/recovery.ts";
import {
  countOldTicketsInput,
  resumeDeskInput,
  setLogoInput,
  updateDeskInput,
} from "../../shared/schemas/desk.ts";
import { signInRules } from "../auth/sign-in-rules.ts";
import { readPause, resumeAsPerson } from "../backup/pause.ts";
import { procedureFor, router } from "../rpc/trpc.ts";
import { readRebuild } from "../search/change-language.ts";
import { countOldTickets, readOldTicketRun } from "../tickets/retention.ts";
import { version } from "../version.ts";
import { setLogo } from "./logo.ts";
import { dismissSetUp, readDesk, readSetUp, updateDesk } from "./settings.ts";

const superAdmin = procedureFor("desk.write");

export const deskRouter = router({
  get: superAdmin.query(
    async ({ ctx }): Promise<DeskDetails> => ({ ...(await readDesk(ctx.db)), version }),
  ),
  searchRebuild: superAdmin.query(
    async ({ ctx }): Promise<{ rebuild: SearchRebuild | null }> => ({
      rebuild: await readRebuild(ctx.db),
    }),
  ),
  oldTickets: superAdmin
    .input(countOldTicketsInput)
    .query(
      ({ ctx, input }): Promise<OldTicketCount> =>
        ctx.services.reads.run(ctx.db, (db) => countOldTickets(db, input, ctx.now)),
    ),
  oldTicketRun: superAdmin.query(
    async ({ ctx }): Promise<{ run: OldTicketRun | null }> => ({
      run: await readOldTicketRun(ctx.db),
    }),
  ),
  signInRules: superAdmin.query(({ ctx }): SignInRules => signInRules(ctx.services.config)),
  setUp: superAdmin.query(({ ctx }): Promise<SetUp> => readSetUp(ctx.db, ctx.services.desk.mail)),
  dismissSetUp: superAdmin.mutation(({ ctx }): Promise<void> => dismissSetUp(ctx)),
  recovery: superAdmin.query(
    async ({ ctx }): Promise<{ pause: RecoveryPause | null }> => ({
      pause: await readPause(ctx.db),
    }),
  ),
  resume: superAdmin
    .input(resumeDeskInput)
    .mutation(({ ctx, input }): Promise<void> => resumeAsPerson(ctx, input)),
  update: superAdmin
    .input(updateDeskInput)
    .mutation(async ({ ctx, input }): Promise<DeskSettings> => {
      const settings = await updateDesk(ctx, input);
      await ctx.services.desk.refresh();
      return settings;
    }),
  setLogo: superAdmin
    .input(setLogoInput)
    .mutation(async ({ ctx, input }): Promise<DeskSettings> => {
      const settings = await setLogo(ctx, input);
      await ctx.services.desk.refresh();
      return settings;
    }),
});
