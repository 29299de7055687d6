-- Run as the owner of the tables after restoring a pg_dump or going back in time.
-- Keeps mail and webhook events from being sent twice, and mail from being read by two desks.

update outgoing_mails set state = 'skipped', leased_until = null,
  error = 'It was waiting when the backup was made.' where state = 'queued';
update jobs set state = 'cancelled', ended_at = now(), leased_until = null
  where state in ('queued', 'running');
update webhooks set state = 'paused', paused_at = now(), paused_why = 'restored', failing_since = null
  where state <> 'paused';
update webhook_deliveries set state = 'skipped', ended_at = now(), next_attempt_at = null,
  leased_until = null where state = 'waiting';
update webhook_events set spread_at = now() where spread_at is null;
update mailboxes set paused_at = now(), state = 'idle', next_attempt_at = null
  where removed_at is null and paused_at is null;
delete from mailbox_leases;
delete from sessions;
delete from links;
