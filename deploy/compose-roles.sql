-- Runs once, when compose.yaml creates the database.
\getenv owner_password OWNER_PASSWORD
\getenv app_password APP_PASSWORD
create role frontdesk_owner login password :'owner_password';
create role frontdesk_app login password :'app_password';
create database frontdesk owner frontdesk_owner encoding 'UTF8' template template0;
