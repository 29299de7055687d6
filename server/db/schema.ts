// Generated from the migrated database by `bun run db:types`; a test fails if it differs.
import type { ColumnType, Generated, GeneratedAlways } from "kysely";

type Time = ColumnType<Date, Date | string, Date | string>;
type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Json = ColumnType<unknown, object, object>;
type MaybeJson = ColumnType<unknown, object | null | undefined, object | null>;

export interface Acts {
  id: string;
  actor_id: string;
  request_id: string;
  kind: string;
  input_hash: Buffer;
  made: Json;
  undone_at: MaybeTime;
  created_at: Time;
}

export interface AddressChanges {
  user_id: string;
  email: string;
  asked_by: string;
  created_at: Time;
  new_confirmed_at: MaybeTime;
  old_confirmed_at: MaybeTime;
}

export interface AllowedSenders {
  pattern: string;
  created_by: string | null;
  created_at: Time;
}

export interface ApiTokens {
  id: string;
  kind: "personal" | "app";
  user_id: string;
  name: string;
  token_hash: string;
  last_four: string;
  scopes: string[];
  ip_ranges: Generated<string[]>;
  created_by: string;
  created_at: Time;
  expires_at: MaybeTime;
  last_used_at: MaybeTime;
  last_used_network: string | null;
  revoked_at: MaybeTime;
  expiry_notified_at: MaybeTime;
}

export interface Attempts {
  key: string;
  count: number;
  started_at: Time;
  last_at: Time;
  blocked_until: MaybeTime;
}

export interface AttemptsUnderWay {
  id: string;
  keys: string[];
  lapses_at: Time;
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
  place: Generated<number | null>;
}

export interface AuditPersonal {
  audit_id: string;
  person_id: string | null;
  at: Time;
  before: MaybeJson;
  after: MaybeJson;
  network: string | null;
  typed_address: string | null;
  device: string | null;
}

export interface BlockedSenders {
  pattern: string;
  created_by: string | null;
  created_at: Time;
}

export interface Companies {
  id: string;
  name: string;
  folded_name: GeneratedAlways<string>;
  notes: Generated<string>;
  state: Generated<"active" | "archived" | "merged">;
  created_at: Generated<Date>;
  merged_into_id: string | null;
  merging_into_id: string | null;
  updated_at: Generated<Date>;
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
  accent: string | null;
  logo_hash: string | null;
  overdue_hours: Generated<number>;
  auto_close_days: Generated<number>;
  language: Generated<"arabic" | "armenian" | "basque" | "catalan" | "danish" | "dutch" | "english" | "finnish" | "french" | "german" | "greek" | "hindi" | "hungarian" | "indonesian" | "irish" | "italian" | "lithuanian" | "nepali" | "norwegian" | "portuguese" | "romanian" | "russian" | "serbian" | "spanish" | "swedish" | "tamil" | "turkish" | "yiddish">;
  audit_months: number | null;
  messages_per_hour: Generated<number>;
  tickets_per_hour: Generated<number>;
  upload_mb_per_hour: Generated<number>;
  invitations_per_hour: Generated<number>;
  demo_password_hashes: Generated<string[]>;
  token_days: number | null;
  customer_tokens: Generated<boolean>;
  set_up_dismissed_at: MaybeTime;
  backed_up_at: MaybeTime;
  old_tickets: "anonymise" | "delete" | null;
  old_ticket_months: Generated<number>;
}

export interface DeskLogos {
  hash: string;
  type: "image/png" | "image/jpeg" | "image/webp";
  bytes: Buffer;
  created_at: Time;
}

export interface Drafts {
  user_id: string;
  ticket_id: string | null;
  kind: "reply" | "note" | "new";
  body: string;
  form: MaybeJson;
  revision: number;
  updated_at: Time;
}

export interface FileContents {
  id: string;
  sha256: Buffer;
  size: number;
  created_at: Time;
  placed_at: MaybeTime;
  removed_at: MaybeTime;
}

export interface Files {
  id: string;
  message_id: string | null;
  uploader_id: string;
  content_id: string | null;
  name: string;
  type: string;
  size: number;
  width: number | null;
  height: number | null;
  position: Generated<number>;
  created_at: Time;
  redacted_at: MaybeTime;
  is_inline: Generated<boolean>;
}

export interface HourlyUse {
  user_id: string;
  kind: string;
  since: Time;
  amount: number;
}

export interface ImageChoices {
  user_id: string;
  sender: string;
  created_at: Time;
}

export interface ImportRows {
  import_id: string;
  position: number;
  line: number;
  cells: Json;
  same_as: number | null;
}

export interface Imports {
  id: string;
  kind: "users" | "companies";
  owner_id: string;
  name: string;
  encoding: string;
  headers: Json;
  row_count: number;
  mapping: MaybeJson;
  choices: MaybeJson;
  job_id: string | null;
  created: Generated<number>;
  updated: Generated<number>;
  skipped: Generated<number>;
  refused: Generated<number>;
  created_at: Time;
}

export interface InboundMailCounts {
  mailbox_id: string;
  quarter: Time;
  tickets: number;
  messages: number;
  held: number;
  being_read: number;
}

export interface InboundMails {
  id: string;
  mailbox_id: string;
  source: "imap" | "webhook" | "command";
  folder: string | null;
  uidvalidity: number | null;
  uid: number | null;
  raw_hash: Buffer;
  raw_size: number;
  content_id: string | null;
  header_id: string | null;
  fingerprint: Buffer | null;
  envelope_to: string | null;
  received_at: Time;
  stored_at: Time;
  is_backlog: Generated<boolean>;
  is_partial: Generated<boolean>;
  sender: string | null;
  sender_name: string | null;
  subject: string | null;
  preview: string | null;
  verdict: "pass" | "fail" | "none" | null;
  state: Generated<"stored" | "ticket" | "message" | "held">;
  reason: "automatic" | "bounce" | "own" | "duplicate" | "stranger" | "blocked" | "disabled-person" | "failed-check" | "spam" | "not-accepted" | "loop" | "flood" | "no-sender" | "unproven-staff" | "needs-review" | "needs-requester" | null;
  ticket_id: string | null;
  message_id: string | null;
  attempts: Generated<number>;
  next_attempt_at: Time;
  decided_at: MaybeTime;
  erased_at: MaybeTime;
  wanted: "decide" | "ticket" | "message" | "reply" | "note" | null;
  wanted_ticket_id: string | null;
  wanted_by: string | null;
}

export interface JobItems {
  job_id: string;
  position: number;
  subject_id: string;
  state: Generated<"waiting" | "done" | "refused">;
  refusal: MaybeJson;
  made_id: string | null;
  undo: MaybeJson;
}

export interface Jobs {
  id: string;
  kind: string;
  owner_id: string;
  request_id: string;
  input: Json;
  state: Generated<"queued" | "running" | "done" | "cancelled" | "failed">;
  total: number;
  done: Generated<number>;
  refused: Generated<number>;
  failures: Generated<number>;
  created_at: Time;
  ended_at: MaybeTime;
  leased_until: MaybeTime;
  network: string | null;
}

export interface Links {
  id: string;
  kind: "reset" | "invitation" | "first-admin" | "address-new" | "address-old";
  token_hash: string;
  user_id: string | null;
  created_at: Time;
  expires_at: Time;
  used_at: MaybeTime;
}

export interface LiveEvents {
  id: string;
  tx: Generated<string>;
  at: Generated<Date>;
  topic: string;
  subject_id: string | null;
  number: number | null;
  version: number | null;
  audience: "staff" | "everyone" | "person";
  company_ids: Generated<string[]>;
  people_ids: Generated<string[]>;
}

export interface Macros {
  id: string;
  owner_id: string;
  name: string;
  body: string;
  shared: boolean;
  status: "new" | "open" | "pending" | "on-hold" | "resolved" | "closed" | null;
  priority: "low" | "normal" | "high" | "urgent" | null;
  assign_to_me: Generated<boolean>;
  assignee_id: string | null;
  team_id: string | null;
  add_tags: Generated<string[]>;
  remove_tags: Generated<string[]>;
  created_at: Time;
  updated_at: Time;
}

export interface MailIds {
  id: string;
  ticket_id: string;
  message_id: string | null;
  kind: "sent" | "relay" | "received" | "referenced";
  signed: Generated<boolean>;
  created_at: Time;
}

export interface MailSettings {
  id: Generated<string>;
  is_only: Generated<boolean>;
  host: string | null;
  port: number | null;
  security: "tls" | "starttls" | "none" | null;
  login: Generated<string>;
  secret: string | null;
  sender: string | null;
  reply_to: string | null;
  base_url: string | null;
}

export interface MailTokens {
  token: string;
  ticket_id: string;
  user_id: string | null;
  address: string | null;
}

export interface MailboxAliases {
  address: string;
  mailbox_id: string;
}

export interface MailboxEvents {
  id: string;
  mailbox_id: string;
  at: Time;
  kind: string;
  text: string;
}

export interface MailboxFolders {
  mailbox_id: string;
  path: string;
  uidvalidity: number;
  first_uid: Generated<number>;
  last_uid: Generated<number>;
  backlog_since: MaybeTime;
  backlog_uid: Generated<number>;
  acted_uid: Generated<number>;
}

export interface MailboxLeases {
  mailbox_id: string;
  holder: string;
  until: Time;
}

export interface MailboxOauth {
  id: string;
  mailbox_id: string;
  provider: "google" | "microsoft" | "other";
  grant_type: "code" | "client";
  auth_url: string;
  token_url: string;
  scopes: string;
  client_id: string;
  client_secret: string | null;
  secret_expires_on: Date | null;
  refresh_token: string | null;
  access_token: string | null;
  obtained_at: MaybeTime;
  expires_at: MaybeTime;
  refreshing_until: MaybeTime;
  refusal: string | null;
  state_hash: string | null;
  state_session: string | null;
  state_until: MaybeTime;
  state_redirect: string | null;
  verifier: string | null;
  end_notified_for: Date | null;
}

export interface MailboxServers {
  mailbox_id: string;
  direction: "in" | "out";
  host: string;
  port: number;
  security: "tls" | "starttls" | "none";
  login: Generated<string>;
  auth: Generated<"password" | "oauth">;
  certificate: string | null;
  id: Generated<string>;
  secret: string | null;
}

export interface Mailboxes {
  id: string;
  name: string;
  address: string;
  sender_name: Generated<"agent-and-desk" | "desk" | "agent">;
  team_id: string | null;
  company_id: string | null;
  signature: Generated<string>;
  acknowledges: Generated<boolean>;
  receives: Generated<"imap" | "webhook" | "none">;
  sends: Generated<"own" | "default">;
  after_storing: Generated<"leave" | "mark-read" | "move" | "delete">;
  move_to: string | null;
  accepts: Generated<"everyone" | "known-people" | "domains">;
  domains: Generated<string[]>;
  forms_write_here: Generated<boolean>;
  joins_without_verdict: Generated<boolean>;
  always_own_ticket: Generated<boolean>;
  quotes: Generated<boolean>;
  authserv_id: string | null;
  plus_arrives: boolean | null;
  webhook_key_hash: Buffer | null;
  is_default: Generated<boolean>;
  paused_at: MaybeTime;
  state: Generated<string>;
  state_since: MaybeTime;
  error: string | null;
  last_mail_at: MaybeTime;
  created_at: Generated<Date>;
  removed_at: MaybeTime;
  folder: Generated<string>;
  failures: Generated<number>;
  next_attempt_at: MaybeTime;
  compared_at: MaybeTime;
  compare_requested_at: MaybeTime;
  failing_since: MaybeTime;
  failure_notified_at: MaybeTime;
  send_failing_since: MaybeTime;
  send_failed_at: MaybeTime;
  send_error: string | null;
  send_failure_notified_at: MaybeTime;
}

export interface Merges {
  id: string;
  source_id: string;
  target_id: string;
  act_id: string;
  actor_id: string;
  source_before: Json;
  waiting_before: Json;
  waiting_after: Json;
  followers_added: string[];
  created_at: Time;
  undone_at: MaybeTime;
  brought_along: Generated<string[]>;
  there_before: Generated<string[]>;
  copied_added: Generated<string[]>;
}

export interface MessageHtml {
  message_id: string;
  source: number;
  html: string;
}

export interface MessageMails {
  message_id: string;
  inbound_mail_id: string;
  from_name: string;
  from_address: string;
  subject: string;
  sent_at: MaybeTime;
  html: string | null;
  rest_html: string | null;
  rest_text: string | null;
  remote_images: Generated<number>;
  calendar: MaybeJson;
  is_signed: Generated<boolean>;
}

export interface MessageMentions {
  message_id: string;
  user_id: string;
}

export interface MessageRecipients {
  message_id: string;
  kind: "to" | "cc" | "bcc";
  address: string;
  name: Generated<string>;
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
  act_id: string | null;
  redacted_by: string | null;
  request_id: string | null;
  format: Generated<"markdown" | "html">;
}

export interface NotificationChoices {
  user_id: string;
  kind: "assigned" | "mentioned" | "customer-wrote" | "unassigned" | "followed";
  bell: boolean;
  mail: boolean;
}

export interface Notifications {
  id: string;
  user_id: string;
  kind: "assigned" | "mentioned" | "customer-wrote" | "opened" | "followed" | "reopened" | "rated" | "team" | "woke" | "token-expiring" | "undelivered" | "mail-flood" | "mailbox-failing" | "mail-held" | "mailbox-not-sending" | "secret-ending";
  ticket_id: string | null;
  message_id: string | null;
  actor_id: string | null;
  created_at: Time;
  read_at: MaybeTime;
  token_id: string | null;
  mailbox_id: string | null;
}

export interface OutgoingMails {
  id: string;
  template: string;
  user_id: string | null;
  data: Json;
  state: Generated<"queued" | "sent" | "kept" | "failed" | "skipped">;
  attempts: Generated<number>;
  next_attempt_at: Time;
  leased_until: MaybeTime;
  error: string | null;
  address: string | null;
  subject: string | null;
  body: string | null;
  created_at: Time;
  sent_at: MaybeTime;
  ticket_id: string | null;
  message_id: string | null;
  one_of_many: Generated<boolean>;
  mailbox_id: string | null;
  to_address: string | null;
  message_id_header: string | null;
  server_answer: string | null;
  bounced_at: MaybeTime;
  bounce_code: string | null;
  bounce_text: string | null;
}

export interface Presence {
  ticket_id: string;
  user_id: string;
  typing: boolean;
  seen_at: Time;
  pages: MaybeJson;
}

export interface RecoveryState {
  only_one: Generated<boolean>;
  database_id: string | null;
  last_seen: MaybeTime;
  paused_at: MaybeTime;
  paused_why: "restored" | "rewound" | "command" | null;
}

export interface Reopenings {
  ticket_id: string;
  solved_at: Time;
  reopened_at: Time;
  was: "new" | "open" | "pending" | "on-hold" | "resolved" | "closed";
}

export interface SavedViews {
  id: string;
  owner_id: string;
  name: string;
  query: string;
  time_zone: string | null;
  sort: string | null;
  descending: boolean | null;
  shared: Generated<boolean>;
  created_at: Time;
  count_paused_until: MaybeTime;
}

export interface SearchRebuild {
  only_one: Generated<boolean>;
  language_before: string;
  mark: string | null;
  total: number | null;
  done: Generated<number>;
  started_at: Time;
  ended_at: MaybeTime;
}

export interface SearchSpellings {
  lexeme: string;
  word: string;
}

export interface SearchWords {
  lexeme: string;
  in_head: number;
  in_public: number;
  in_staff: number;
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
  network: string | null;
}

export interface StatusSpans {
  ticket_id: string;
  status: "new" | "open" | "pending" | "on-hold" | "resolved" | "closed";
  started_at: Time;
  ended_at: MaybeTime;
}

export interface TagChanges {
  id: string;
  actor_id: string;
  made: Json;
  created_at: Time;
  undone_at: MaybeTime;
}

export interface Tags {
  id: string;
  name: string;
  number: Generated<number>;
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
  version: number | null;
}

export interface TicketExportParts {
  export_id: string;
  position: number;
  bytes: Buffer;
}

export interface TicketExports {
  id: string;
  user_id: string;
  token_id: string;
  query: string;
  time_zone: string | null;
  include: string[];
  state: Generated<"running" | "done" | "failed">;
  error: string | null;
  total: number | null;
  done: Generated<number>;
  size: Generated<number>;
  crc: Generated<number>;
  length: Generated<number>;
  cursor: string | null;
  attempts: Generated<number>;
  leased_until: MaybeTime;
  created_at: Time;
  ended_at: MaybeTime;
}

export interface TicketLinks {
  id: string;
  ticket_id: string;
  other_id: string;
  kind: "related" | "duplicate-of" | "parent-of" | "follow-up-of";
  created_by: string | null;
  created_at: Time;
  ticket_home_id: string | null;
  other_home_id: string | null;
}

export interface TicketPeople {
  ticket_id: string;
  user_id: string | null;
  address: string | null;
  name: string | null;
  link_generation: Generated<number>;
}

export interface TicketReads {
  user_id: string;
  ticket_id: string;
  seen_at: MaybeTime;
  mentioned: Generated<boolean>;
  kept_unread: Generated<boolean>;
}

export interface TicketRetention {
  only_one: Generated<boolean>;
  action: "anonymise" | "delete" | null;
  months: number | null;
  tickets: Generated<number>;
  messages: Generated<number>;
  files: Generated<number>;
  started_at: MaybeTime;
  ended_at: MaybeTime;
  next_at: MaybeTime;
}

export interface TicketSearch {
  ticket_id: string;
  head: string;
  public: string;
  staff: string;
}

export interface TicketSearchQueue {
  id: number;
  ticket_id: string;
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
  first_reply_time: GeneratedAlways<number | null>;
  resolution_time: GeneratedAlways<number | null>;
  tag_numbers: number[] | null;
  latest_author_id: string | null;
  latest_text: string | null;
  staff_latest_kind: string | null;
  staff_latest_author_id: string | null;
  staff_latest_text: string | null;
  mailbox_id: string | null;
  anonymised_at: MaybeTime;
}

export interface UndeliverableAddresses {
  address: string;
  since: Time;
  until: Time;
  code: string;
  text: string;
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
  single_keys: Generated<boolean>;
  company_names: Generated<string>;
  searched: GeneratedAlways<string>;
  phone_digits: GeneratedAlways<string | null>;
  was_super_admin: Generated<boolean>;
  is_app: Generated<boolean>;
  after_leaving: Generated<"stay" | "next" | "list">;
  list_hidden: Generated<string[]>;
  list_density: Generated<"comfortable" | "compact">;
  list_group: "status" | "assignee" | "company" | null;
  updated_at: Generated<Date>;
}

export interface WebhookDeliveries {
  id: string;
  webhook_id: string;
  event_id: string;
  subject_id: string;
  position: number;
  state: Generated<"waiting" | "delivered" | "skipped" | "failed">;
  attempts: Generated<number>;
  next_attempt_at: MaybeTime;
  leased_until: MaybeTime;
  status: number | null;
  error: string | null;
  answer: Generated<string>;
  duration_ms: number | null;
  size: number | null;
  sha256: string | null;
  created_at: Time;
  tried_at: MaybeTime;
  ended_at: MaybeTime;
}

export interface WebhookEvents {
  id: string;
  position: Generated<number>;
  type: string;
  subject_id: string;
  version: number | null;
  actor_id: string | null;
  act_id: string | null;
  changes: Json;
  webhook_id: string | null;
  at: Time;
  spread_at: MaybeTime;
}

export interface Webhooks {
  id: string;
  version: Generated<number>;
  name: string;
  url: string;
  types: string[];
  query: Generated<string>;
  time_zone: Generated<string>;
  content: "ids" | "fields" | "messages";
  notes: Generated<boolean>;
  secrets: string;
  headers: string | null;
  header_names: Generated<string[]>;
  previous_secret_until: MaybeTime;
  state: Generated<"active" | "failing" | "paused">;
  paused_at: MaybeTime;
  paused_why: "person" | "failing" | "gone" | "restored" | null;
  failing_since: MaybeTime;
  created_by: string | null;
  created_at: Time;
}

export interface DB {
  acts: Acts;
  address_changes: AddressChanges;
  allowed_senders: AllowedSenders;
  api_tokens: ApiTokens;
  attempts: Attempts;
  attempts_under_way: AttemptsUnderWay;
  audit_log: AuditLog;
  audit_personal: AuditPersonal;
  blocked_senders: BlockedSenders;
  companies: Companies;
  company_domains: CompanyDomains;
  desk: Desk;
  desk_logos: DeskLogos;
  drafts: Drafts;
  file_contents: FileContents;
  files: Files;
  hourly_use: HourlyUse;
  image_choices: ImageChoices;
  import_rows: ImportRows;
  imports: Imports;
  inbound_mail_counts: InboundMailCounts;
  inbound_mails: InboundMails;
  job_items: JobItems;
  jobs: Jobs;
  links: Links;
  live_events: LiveEvents;
  macros: Macros;
  mail_ids: MailIds;
  mail_settings: MailSettings;
  mail_tokens: MailTokens;
  mailbox_aliases: MailboxAliases;
  mailbox_events: MailboxEvents;
  mailbox_folders: MailboxFolders;
  mailbox_leases: MailboxLeases;
  mailbox_oauth: MailboxOauth;
  mailbox_servers: MailboxServers;
  mailboxes: Mailboxes;
  merges: Merges;
  message_html: MessageHtml;
  message_mails: MessageMails;
  message_mentions: MessageMentions;
  message_recipients: MessageRecipients;
  messages: Messages;
  notification_choices: NotificationChoices;
  notifications: Notifications;
  outgoing_mails: OutgoingMails;
  presence: Presence;
  recovery_state: RecoveryState;
  reopenings: Reopenings;
  saved_views: SavedViews;
  search_rebuild: SearchRebuild;
  search_spellings: SearchSpellings;
  search_words: SearchWords;
  secrets: Secrets;
  sessions: Sessions;
  status_spans: StatusSpans;
  tag_changes: TagChanges;
  tags: Tags;
  team_members: TeamMembers;
  teams: Teams;
  ticket_events: TicketEvents;
  ticket_export_parts: TicketExportParts;
  ticket_exports: TicketExports;
  ticket_links: TicketLinks;
  ticket_people: TicketPeople;
  ticket_reads: TicketReads;
  ticket_retention: TicketRetention;
  ticket_search: TicketSearch;
  ticket_search_queue: TicketSearchQueue;
  ticket_tags: TicketTags;
  tickets: Tickets;
  undeliverable_addresses: UndeliverableAddresses;
  user_companies: UserCompanies;
  users: Users;
  webhook_deliveries: WebhookDeliveries;
  webhook_events: WebhookEvents;
  webhooks: Webhooks;
}
