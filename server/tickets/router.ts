import * as z from "zod/mini";
import { undoJobInput } from "../../shared/schemas/jobs.ts";
import { uuid } from "../../shared/schemas/text.ts";
import {
  addColleagueInput,
  createTicketInput,
  deleteNoteInput,
  earlierItemsInput,
  editNoteInput,
  getTicketInput,
  linkEarlierInput,
  linkRateInput,
  linkReplyInput,
  noteInput,
  pickInput,
  previewInput,
  rateInput,
  replyInput,
  ticketActInput,
  undoActInput,
  undoReplyInput,
  updateTicketInput,
} from "../../shared/schemas/ticket-acts.ts";
import { bulkInput, readMarksInput } from "../../shared/schemas/ticket-bulk.ts";
import {
  mergeInput,
  previewMergeInput,
  spamInput,
  splitInput,
  unmergeInput,
} from "../../shared/schemas/ticket-merge.ts";
import {
  completeInput,
  countTicketsInput,
  linkTicketsInput,
  listTicketsInput,
  neighboursInput,
  redactFileInput,
  redactMessageInput,
  redactSubjectInput,
  ticketIdsInput,
  unlinkTicketsInput,
} from "../../shared/schemas/tickets.ts";
import { markTicketRead, setReadMarks } from "../access/read-marks.ts";
import { countProcedure, searchProcedure } from "../rpc/search-procedure.ts";
import { oneTicketProcedure, procedureFor, router, signedInProcedure } from "../rpc/trpc.ts";
import { changeManyTickets, undoManyTickets } from "./bulk.ts";
import { createTicket } from "./create.ts";
import { getTicket, readUsualReply } from "./details.ts";
import { linkTickets, unlinkTickets } from "./links.ts";
import {
  completeSearch,
  countTickets,
  countViews,
  findNeighbours,
  listTicketIds,
  listTickets,
} from "./list.ts";
import { mergeTickets, previewMergeOf, unmergeTicket } from "./merge.ts";
import { rateByLink, readEarlierMessages, readOneTicket, replyByLink } from "./one-ticket.ts";
import { deleteNote, editNote, readOwnNote } from "./own-notes.ts";
import { pickAssignees, pickCompanies, pickRequesters, pickTags, pickTeams } from "./pickers.ts";
import { readCompany, readPerson } from "./records.ts";
import { redactFile, redactMessage } from "./redact.ts";
import { redactSubject } from "./redact-subject.ts";
import { addNote, previewBody, replyToTicket } from "./reply.ts";
import { markSpam } from "./spam.ts";
import { splitTicket } from "./split.ts";
import { readEarlierItems } from "./timeline.ts";
import { findDone } from "./transaction.ts";
import { undoChange } from "./undo.ts";
import { undoReply } from "./undo-reply.ts";
import { addColleague, changeTicket, rateTicket, reopenTicket, solveTicket } from "./update.ts";

export const ticketsRouter = router({
  list: searchProcedure.input(listTicketsInput).query(({ ctx, input }) => listTickets(ctx, input)),
  count: countProcedure
    .input(countTicketsInput)
    .query(({ ctx, input }) => countTickets(ctx, input)),
  redactMessage: procedureFor("ticket.redact")
    .input(redactMessageInput)
    .mutation(({ ctx, input }) => redactMessage(ctx, input.messageId)),
  redactSubject: procedureFor("ticket.redact")
    .input(redactSubjectInput)
    .mutation(({ ctx, input }) => redactSubject(ctx, input.eventId)),
  redactFile: procedureFor("ticket.redact")
    .input(redactFileInput)
    .mutation(({ ctx, input }) => redactFile(ctx, input.fileId)),
  markRead: signedInProcedure
    .input(z.strictObject({ id: uuid }))
    .mutation(({ ctx, input }) => markTicketRead(ctx, input.id)),
  setReadMarks: procedureFor("ticket.bulk")
    .input(readMarksInput)
    .mutation(({ ctx, input }) => setReadMarks(ctx, input)),
  complete: searchProcedure
    .input(completeInput)
    .query(({ ctx, input }) => completeSearch(ctx, input)),
  viewCounts: countProcedure.query(({ ctx }) => countViews(ctx)),

  get: signedInProcedure.input(getTicketInput).query(({ ctx, input }) => getTicket(ctx, input)),
  earlier: signedInProcedure
    .input(earlierItemsInput)
    .query(({ ctx, input }) => readEarlierItems(ctx, input)),
  neighbours: searchProcedure
    .input(neighboursInput)
    .query(({ ctx, input }) => findNeighbours(ctx, input)),

  create: procedureFor("ticket.open")
    .input(createTicketInput)
    .mutation(({ ctx, input }) => createTicket(ctx, input)),
  update: procedureFor("ticket.update")
    .input(updateTicketInput)
    .mutation(({ ctx, input }) => changeTicket(ctx, input)),
  reply: procedureFor("ticket.reply")
    .input(replyInput)
    .mutation(({ ctx, input }) => replyToTicket(ctx, input)),
  note: procedureFor("ticket.note")
    .input(noteInput)
    .mutation(({ ctx, input }) => addNote(ctx, input)),
  ownNote: procedureFor("ticket.note")
    .input(z.strictObject({ messageId: uuid }))
    .query(({ ctx, input }) => readOwnNote(ctx, input)),
  editNote: procedureFor("ticket.note")
    .input(editNoteInput)
    .mutation(({ ctx, input }) => editNote(ctx, input)),
  deleteNote: procedureFor("ticket.note")
    .input(deleteNoteInput)
    .mutation(({ ctx, input }) => deleteNote(ctx, input)),
  person: procedureFor("ticket.openFor")
    .input(z.strictObject({ id: uuid }))
    .query(({ ctx, input }) => readPerson(ctx, input.id)),
  company: procedureFor("ticket.openFor")
    .input(z.strictObject({ id: uuid }))
    .query(({ ctx, input }) => readCompany(ctx, input.id)),
  undo: procedureFor("ticket.undo")
    .input(undoActInput)
    .mutation(({ ctx, input }) => undoChange(ctx, input)),
  undoReply: procedureFor("ticket.undo")
    .input(undoReplyInput)
    .mutation(({ ctx, input }) => undoReply(ctx, input)),
  findDone: signedInProcedure
    .input(z.strictObject({ requestId: uuid }))
    .query(({ ctx, input }) => findDone(ctx, input.requestId)),
  // A mutation, because a long text does not fit into an address.
  preview: procedureFor("ticket.reply")
    .input(previewInput)
    .mutation(({ ctx, input }) => previewBody(ctx, input)),

  merge: procedureFor("ticket.merge")
    .input(mergeInput)
    .mutation(({ ctx, input }) => mergeTickets(ctx, input)),
  previewMerge: procedureFor("ticket.merge")
    .input(previewMergeInput)
    .query(({ ctx, input }) => previewMergeOf(ctx, input)),
  unmerge: procedureFor("ticket.merge")
    .input(unmergeInput)
    .mutation(({ ctx, input }) => unmergeTicket(ctx, input)),
  split: procedureFor("ticket.merge")
    .input(splitInput)
    .mutation(({ ctx, input }) => splitTicket(ctx, input)),
  ids: procedureFor("ticket.bulk", searchProcedure)
    .input(ticketIdsInput)
    .query(({ ctx, input }) => listTicketIds(ctx, input)),
  bulk: procedureFor("ticket.bulk")
    .input(bulkInput)
    .mutation(({ ctx, input }) => changeManyTickets(ctx, input)),
  undoBulk: procedureFor("ticket.bulk")
    .input(undoJobInput)
    .mutation(({ ctx, input }) => undoManyTickets(ctx, input)),
  spam: procedureFor("ticket.spam")
    .input(spamInput)
    .mutation(({ ctx, input }) => markSpam(ctx, input)),

  solve: signedInProcedure
    .input(ticketActInput)
    .mutation(({ ctx, input }) => solveTicket(ctx, input)),
  reopen: signedInProcedure
    .input(ticketActInput)
    .mutation(({ ctx, input }) => reopenTicket(ctx, input)),
  addColleague: signedInProcedure
    .input(addColleagueInput)
    .mutation(({ ctx, input }) => addColleague(ctx, input)),
  usualReply: signedInProcedure.query(({ ctx }) => readUsualReply(ctx)),
  rate: signedInProcedure.input(rateInput).mutation(({ ctx, input }) => rateTicket(ctx, input)),

  link: procedureFor("ticket.update")
    .input(linkTicketsInput)
    .mutation(({ ctx, input }) => linkTickets(ctx, input)),
  unlink: procedureFor("ticket.update")
    .input(unlinkTicketsInput)
    .mutation(({ ctx, input }) => unlinkTickets(ctx, input)),

  assignees: procedureFor("ticket.update")
    .input(pickInput)
    .query(({ ctx, input }) => pickAssignees(ctx, input)),
  requesters: procedureFor("ticket.openFor")
    .input(pickInput)
    .query(({ ctx, input }) => pickRequesters(ctx, input)),
  companies: signedInProcedure
    .input(pickInput)
    .query(({ ctx, input }) => pickCompanies(ctx, input)),
  teams: procedureFor("ticket.update")
    .input(pickInput)
    .query(({ ctx, input }) => pickTeams(ctx, input)),
  tags: procedureFor("ticket.update")
    .input(pickInput)
    .query(({ ctx, input }) => pickTags(ctx, input)),
});

/** For the page behind the link in a customer's mail, without a session. */
export const oneTicketRouter = router({
  get: oneTicketProcedure.query(({ ctx }) => readOneTicket(ctx)),
  earlier: oneTicketProcedure
    .input(linkEarlierInput)
    .query(({ ctx, input }) => readEarlierMessages(ctx, input)),
  reply: oneTicketProcedure
    .input(linkReplyInput)
    .mutation(({ ctx, input }) => replyByLink(ctx, input)),
  rate: oneTicketProcedure
    .input(linkRateInput)
    .mutation(({ ctx, input }) => rateByLink(ctx, input)),
});
