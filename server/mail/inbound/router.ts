import {
  addressOfUser,
  addToTicketInput,
  blockSenderInput,
  chooseImagesInput,
  heldOnInput,
  messageOfMail,
  oneAddress,
  oneInboundMail,
  sendStaffMailInput,
} from "../../../shared/schemas/inbound-mail.ts";
import type { HeldOnTicket } from "../../../shared/tickets/page.ts";
import { doneOnce } from "../../rpc/done-once.ts";
import { procedureFor, router } from "../../rpc/trpc.ts";
import { forgetAddress } from "../outbox/withdraw.ts";
import { tryAddressAgain } from "./bounces.ts";
import {
  addToTicket,
  allowSender,
  blockSender,
  deleteHeld,
  makeTicketOf,
  sendStaffMail,
} from "./held.ts";
import { chooseImages } from "./remote-images.ts";
import { countLaterMails, listHeldOn, readRest } from "./show.ts";

const held = procedureFor("mail.held");

export const inboundRouter = router({
  rest: procedureFor("ticket.staffFields")
    .input(messageOfMail)
    .query(({ ctx, input }): Promise<{ html: string }> => readRest(ctx, input)),
  laterMails: procedureFor("ticket.redact")
    .input(messageOfMail)
    .query(({ ctx, input }): Promise<{ count: number }> => countLaterMails(ctx, input)),
  chooseImages: procedureFor("ticket.staffFields")
    .input(chooseImagesInput)
    .mutation(({ ctx, input }) => chooseImages(ctx, input)),
  heldOn: procedureFor("mail.held")
    .input(heldOnInput)
    .query(({ ctx, input }): Promise<{ mails: HeldOnTicket[] }> => listHeldOn(ctx, input)),
  makeTicket: doneOnce(held, oneInboundMail, makeTicketOf),
  addToTicket: doneOnce(held, addToTicketInput, addToTicket),
  sendStaffMail: doneOnce(held, sendStaffMailInput, sendStaffMail),
  blockSender: doneOnce(held, blockSenderInput, blockSender),
  allowSender: doneOnce(held, oneInboundMail, allowSender),
  delete: doneOnce(held, oneInboundMail, deleteHeld),
  tryAddressAgain: doneOnce(held, addressOfUser, tryAddressAgain),
  forgetAddress: doneOnce(procedureFor("user.write"), oneAddress, forgetAddress),
});
