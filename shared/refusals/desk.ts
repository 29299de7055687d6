import { refusal } from "./refusal.ts";

/** The desk's settings, its teams and its mail server. */
export const deskRefusals = {
  name_taken: refusal(409, "There is one of that name already."),
  team_has_tickets: refusal(
    409,
    "Tickets belong to this team. Say which team takes them, or that none does.",
  ),
  no_mail_server: refusal(409, "No mail server is set up. SMTP_URL tells the desk where it is."),
};
