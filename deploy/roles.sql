-- As a superuser: psql -f roles.sql
create role frontdesk_owner login password 'owner-password';
create role frontdesk_app login password 'app-password';
create database frontdesk owner frontdesk_owner encoding 'UTF8' template template0;

-- What each server asks for by itself where nothing stands between it and Postgres. PgBouncer does
-- not pass it on.
alter role frontdesk_app set statement_timeout = '10s';
alter role frontdesk_app set idle_in_transaction_session_timeout = '30s';

-- For a standby.
create role frontdesk_replica replication login password 'replica-password';
