/** How tests/run.ts tells the processes it starts which Postgres to use. */
export const testPostgresVariable = "FRONTDESK_TEST_POSTGRES";

/** And that these tests have run on another release of Postgres already. */
export const secondReleaseVariable = "FRONTDESK_TEST_SECOND_RELEASE";
