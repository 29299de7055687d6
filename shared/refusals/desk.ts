import { refusal, telling, worded } from "./refusal.ts";

/** The desk's settings, its teams and its mail server. */
export const deskRefusals = {
  name_taken: worded(409, "There is one of that name already."),
  team_has_tickets: telling(
    409,
    "Tickets belong to this team. Say which team takes them, or that none does.",
    ({ tickets }: { tickets: string }) =>
      tickets === "1"
        ? "1 ticket belongs to this team. Say which team takes it, or that none does."
        : `${tickets} tickets belong to this team. Say which team takes them, or that none does.`,
  ),
  no_mail_server: refusal(409, "No mail server is set up. SMTP_URL tells the desk where it is."),
};
