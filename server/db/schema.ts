// Made from the migrated database by `bun run db:types`; a test fails when it drifts.
import type { ColumnType, Generated, GeneratedAlways } from "kysely";

type Time = ColumnType<Date, Date | string, Date | string>;
type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Json = ColumnType<unknown, object, object>;
type MaybeJson = ColumnType<unknown, object | null | undefined, object | null>;

export interface Attempts {
  key: string;
  count: number;
  started_at: Time;
  last_at: Time;
  blocked_until: MaybeTime;
}

export interface AuditLog {
  id: string;
  at: Time;
  actor_id: string | null;
  act: string;
  subject_kind: string;
  subject_id: string | null;
  fields: Generated<string[]>;
  request_id: string | null;
}

export interface AuditPersonal {
  audit_id: string;
  person_id: string | null;
  at: Time;
  before: MaybeJson;
  after: MaybeJson;
  network: string | null;
  typed_address: string | null;
}

export interface Companies {
  id: string;
  name: string;
  folded_name: GeneratedAlways<string>;
  notes: Generated<string>;
  state: Generated<"active" | "archived">;
  created_at: Generated<Date>;
}

export interface CompanyDomains {
  domain: string;
  company_id: string;
}

export interface Desk {
  only_one: Generated<boolean>;
  name: Generated<string>;
  is_demo: Generated<boolean>;
  created_at: Generated<Date>;
}

export interface Links {
  id: string;
  kind: "reset" | "invitation" | "first-admin";
  token_hash: string;
  user_id: string | null;
  created_at: Time;
  expires_at: Time;
  used_at: MaybeTime;
}

export interface Messages {
  id: string;
  ticket_id: string;
  home_ticket_id: string;
  author_id: string;
  kind: "public" | "note";
  body: string;
  created_at: Time;
  release_at: MaybeTime;
  released_at: MaybeTime;
  redacted_at: MaybeTime;
}

export interface OutgoingMails {
  id: string;
  template: string;
  user_id: string | null;
  data: Json;
  state: Generated<"queued" | "sent" | "kept" | "failed">;
  attempts: Generated<number>;
  next_attempt_at: Time;
  leased_until: MaybeTime;
  error: string | null;
  address: string | null;
  subject: string | null;
  body: string | null;
  created_at: Time;
  sent_at: MaybeTime;
}

export interface Secrets {
  name: string;
  value: Buffer;
}

export interface Sessions {
  id: string;
  public_id: string;
  user_id: string;
  created_at: Time;
  expires_at: Time;
  last_seen_at: Time;
  user_agent: string;
}

export interface StatusSpans {
  ticket_id: string;
  status: "new" | "open" | "pending" | "on-hold" | "resolved" | "closed";
  started_at: Time;
  ended_at: MaybeTime;
}

export interface Tags {
  id: string;
  name: string;
}

export interface TeamMembers {
  team_id: string;
  user_id: string;
}

export interface Teams {
  id: string;
  name: string;
}

export interface TicketEvents {
  id: string;
  ticket_id: string;
  actor_id: string | null;
  act_id: string;
  kind: string;
  audience: "staff" | "everyone";
  data: Json;
  created_at: Time;
}

export interface TicketPeople {
  ticket_id: string;
  user_id: string;
}

export interface TicketTags {
  ticket_id: string;
  tag_id: string;
}

export interface Tickets {
  id: string;
  number: Generated<number>;
  subject: string;
  status: Generated<"new" | "open" | "pending" | "on-hold" | "resolved" | "closed">;
  priority: Generated<"low" | "normal" | "high" | "urgent">;
  type: Generated<"question" | "incident" | "problem" | "task">;
  channel: "web" | "phone" | "email" | "api";
  company_id: string | null;
  requester_id: string;
  assignee_id: string | null;
  team_id: string | null;
  opened_by_staff: Generated<boolean>;
  version: Generated<number>;
  created_at: Time;
  updated_at: Time;
  publicly_updated_at: Time;
  waiting_for: "us" | "customer" | null;
  waiting_since: MaybeTime;
  waiting_rank: GeneratedAlways<number>;
  waiting_key: GeneratedAlways<Date>;
  unassigned_since: MaybeTime;
  first_staff_reply_at: MaybeTime;
  last_staff_reply_at: MaybeTime;
  last_customer_message_at: MaybeTime;
  staff_reply_count: Generated<number>;
  first_resolved_at: MaybeTime;
  last_resolved_at: MaybeTime;
  reopen_count: Generated<number>;
  closed_at: MaybeTime;
  snoozed_until: MaybeTime;
  merged_into_id: string | null;
  spam_at: MaybeTime;
  rating: "good" | "bad" | null;
  rating_comment: string | null;
  rated_at: MaybeTime;
}

export interface UserCompanies {
  user_id: string;
  company_id: string;
  sees_all_tickets: Generated<boolean>;
}

export interface Users {
  id: string;
  first_name: string;
  last_name: string;
  folded_name: GeneratedAlways<string>;
  email: string | null;
  role: "Super Admin" | "Agent" | "Customer";
  state: "invited" | "active" | "disabled";
  company_scope: "all" | "assigned" | null;
  password_hash: string | null;
  password_set_at: MaybeTime;
  phone: string | null;
  time_zone: string | null;
  theme: Generated<"system" | "light" | "dark">;
  nav_collapsed: Generated<boolean>;
  last_seen_at: MaybeTime;
  created_at: Generated<Date>;
  deleted_at: MaybeTime;
}

export interface DB {
  attempts: Attempts;
  audit_log: AuditLog;
  audit_personal: AuditPersonal;
  companies: Companies;
  company_domains: CompanyDomains;
  desk: Desk;
  links: Links;
  messages: Messages;
  outgoing_mails: OutgoingMails;
  secrets: Secrets;
  sessions: Sessions;
  status_spans: StatusSpans;
  tags: Tags;
  team_members: TeamMembers;
  teams: Teams;
  ticket_events: TicketEvents;
  ticket_people: TicketPeople;
  ticket_tags: TicketTags;
  tickets: Tickets;
  user_companies: UserCompanies;
  users: Users;
}
