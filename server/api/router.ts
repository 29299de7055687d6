import {
  createAppTokenInput,
  createTokenInput,
  revokeTokenInput,
} from "../../shared/schemas/api-tokens.ts";
import { procedureFor, router, signedInProcedure } from "../rpc/trpc.ts";
import {
  createAppToken,
  createPersonalToken,
  listAllTokens,
  listOwnTokens,
  revokeAnyToken,
  revokeOwnToken,
} from "./tokens.ts";

const superAdmin = procedureFor("desk.write");

export const apiTokensRouter = router({
  own: signedInProcedure.query(({ ctx }) => listOwnTokens(ctx)),
  create: signedInProcedure
    .input(createTokenInput)
    .mutation(({ ctx, input }) => createPersonalToken(ctx, input)),
  revoke: signedInProcedure
    .input(revokeTokenInput)
    .mutation(({ ctx, input }) => revokeOwnToken(ctx, input.id)),
  all: superAdmin.query(({ ctx }) => listAllTokens(ctx)),
  createApp: superAdmin
    .input(createAppTokenInput)
    .mutation(({ ctx, input }) => createAppToken(ctx, input)),
  revokeAny: superAdmin
    .input(revokeTokenInput)
    .mutation(({ ctx, input }) => revokeAnyToken(ctx, input.id)),
});
