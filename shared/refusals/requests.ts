import { jobLimits } from "../jobs.ts";
import { fallbackMessage } from "./early-words.ts";
import { refusal, worded } from "./refusal.ts";

/** What any request may be refused for, whatever it is about. */
export const requestRefusals = {
  invalid_input: worded(400, "Some fields need another look."),
  invalid_json: worded(400, "The body of the request is not valid JSON."),
  invalid_text: refusal(400, "The text holds characters that cannot be stored."),
  invalid_cursor: refusal(
    400,
    "This page mark does not belong to this list. Start again at its top.",
  ),
  too_many: refusal(
    400,
    `That is more than can be changed at once. Narrow the list to at most ${jobLimits.items.toLocaleString("en")}.`,
  ),
  forbidden: worded(403, "Your role does not allow this."),
  forgery: refusal(
    403,
    "The X-XSRF-TOKEN header is missing or does not fit the XSRF-TOKEN cookie.",
  ),
  foreign_origin: refusal(
    403,
    "This request came from another site. If this is your desk's address, set BASE_URL.",
  ),
  not_found: refusal(404, "There is nothing here, or you may not see it."),
  method_not_allowed: refusal(405, "This address does not take that method."),
  changed_meanwhile: refusal(
    409,
    "Someone else changed this meanwhile. What you typed is still here.",
  ),
  request_reused: worded(
    409,
    "This request was already used for another act. Send it again as a new one.",
  ),
  body_broken: refusal(408, "The request came to a halt before all of it was here. Send it again."),
  too_large: worded(413, "The request is too large."),
  wrong_media_type: worded(415, "Send the body as application/json."),
  unexpected: refusal(500, fallbackMessage),
  unavailable: refusal(503, "The desk is catching its breath. Try again in a few seconds."),
};
