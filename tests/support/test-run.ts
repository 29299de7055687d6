/** How tests/run.ts tells the processes it starts which Postgres to use. */
export const testPostgresVariable = "FRONTDESK_TEST_POSTGRES";
