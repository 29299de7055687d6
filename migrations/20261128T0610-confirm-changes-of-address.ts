import { type Kysely, sql } from "kysely";

/** No Super Admin takes over another's account: not by a copied link, nor by another mail address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column was_super_admin boolean not null default false`.execute(
    db,
  );
  await sql`
    update users set was_super_admin = true
    where role = 'Super Admin' or exists (
      select from audit_personal
      where person_id = users.id
        and (before ->> 'role' = 'Super Admin' or after ->> 'role' = 'Super Admin'))`.execute(db);
  // By a trigger, so that no statement that sets a role can forget it.
  await sql`
    create function remember_super_admin() returns trigger language plpgsql as $$
      begin
        new.was_super_admin := new.was_super_admin or new.role = 'Super Admin';
        return new;
      end
    $$`.execute(db);
  await sql`
    create trigger users_remember_super_admin before insert or update of role on users
    for each row execute function remember_super_admin()`.execute(db);

  await sql`alter table links drop constraint links_kind_check`.execute(db);
  await sql`
    alter table links add constraint links_kind_check
    check (kind in ('reset', 'invitation', 'first-admin', 'address-new', 'address-old'))`.execute(
    db,
  );

  await sql`
    create table address_changes (
      user_id uuid primary key references users on delete cascade,
      email text not null check (char_length(email) <= 254),
      asked_by uuid not null,
      created_at timestamptz not null,
      new_confirmed_at timestamptz,
      old_confirmed_at timestamptz
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table address_changes`.execute(db);
  await sql`delete from links where kind in ('address-new', 'address-old')`.execute(db);
  await sql`alter table links drop constraint links_kind_check`.execute(db);
  await sql`
    alter table links add constraint links_kind_check
    check (kind in ('reset', 'invitation', 'first-admin'))`.execute(db);
  await sql`drop trigger users_remember_super_admin on users`.execute(db);
  await sql`drop function remember_super_admin()`.execute(db);
  await sql`alter table users drop column was_super_admin`.execute(db);
}
