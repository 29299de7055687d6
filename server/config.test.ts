import { describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig, readMove, SettingsError } from "./config.ts";

describe("the settings", () => {
  test("an empty environment gives a loopback desk with the embedded database", () => {
    expect(readConfig({})).toEqual({
      production: false,
      port: 3000,
      host: "127.0.0.1",
      baseUrl: null,
      dataDir: join(import.meta.dir, "..", "data"),
      databaseUrl: null,
      databaseOwnerUrl: null,
      databaseDirectUrl: null,
      databaseReadUrl: null,
      smtpUrl: null,
      mailFrom: null,
      mailReplyTo: null,
      trustProxy: 0,
      hsts: "max-age=31536000; includeSubDomains",
      sessionDays: 30,
      logLevel: "info",
      logRequests: null,
      metrics: { host: "127.0.0.1", port: 9464, isChosen: false },
      tracing: null,
      s3: null,
      mailReading: true,
      secretKey: null,
      secretKeyPrevious: null,
      outboundAllowPrivate: [],
    });
  });

  test("an empty value counts as not set", () => {
    expect(readConfig({ PORT: "", BASE_URL: " ", DATABASE_URL: "" })).toEqual(readConfig({}));
  });

  test("each setting is read", () => {
    const config = readConfig({
      NODE_ENV: "production",
      PORT: "8080",
      HOST: "::",
      BASE_URL: "https://desk.example.com/",
      DATA_DIR: "/srv/desk",
      DATABASE_URL: "postgres://app:a@db/desk",
      DATABASE_OWNER_URL: "postgresql://owner:o@db:5433/desk?sslmode=require",
      DATABASE_DIRECT_URL: "postgres://app:a@db:5433/desk",
      DATABASE_READ_URL: "postgres://app:a@standby/desk",
      SMTP_URL: "smtps://u:p@mail.example.com",
      MAIL_REPLY_TO: "help@example.com",
      TRUST_PROXY: "1",
      SESSION_DAYS: "7",
      LOG_LEVEL: "warn",
      LOG_REQUESTS: "no",
      METRICS_PORT: "9000",
      METRICS_HOST: "10.0.0.4",
    });
    expect(config).toMatchObject({
      production: true,
      port: 8080,
      host: "::",
      baseUrl: "https://desk.example.com",
      dataDir: "/srv/desk",
      mailFrom: null,
      mailReplyTo: "help@example.com",
      trustProxy: 1,
      sessionDays: 7,
      logLevel: "warn",
      logRequests: false,
      metrics: { host: "10.0.0.4", port: 9000, isChosen: true },
    });
    expect(config.databaseOwnerUrl).toBe("postgresql://owner:o@db:5433/desk?sslmode=require");
  });

  test("each wrong setting is reported on its own line", () => {
    const lines = wrongLines({
      PORT: "3000x",
      BASE_URL: "desk.example.com/path",
      SESSION_DAYS: "0",
      LOG_LEVEL: "loud",
      MAIL_FROM: "no address",
      NODE_ENV: "prod",
      HOST: "http://x",
    });
    expect(lines.map((line) => line.split(" ")[0]).sort()).toEqual([
      "BASE_URL",
      "HOST",
      "LOG_LEVEL",
      "MAIL_FROM",
      "NODE_ENV",
      "PORT",
      "SESSION_DAYS",
    ]);
    expect(lines.every((line) => !line.includes("\n"))).toBe(true);
    expect(lines).toContain(`PORT must be a whole number from 0 to 65535, not "3000x".`);
  });

  test.each([
    ["SECRET_KEY", "short"],
    ["SECRET_KEY", "Zm9v!".repeat(11)],
    ["SECRET_KEY_PREVIOUS", "A".repeat(64)],
    ["OUTBOUND_ALLOW_PRIVATE", "10.0.0.0/8, intranet"],
    ["OUTBOUND_ALLOW_PRIVATE", "10.0.0.0/64"],
  ])("%s=%s is refused", (name, value) => {
    const lines = wrongLines({ [name]: value });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toStartWith(`${name} must `);
    if (name !== "OUTBOUND_ALLOW_PRIVATE") expect(lines[0]).not.toContain(value);
  });

  test("keys and private networks are read", () => {
    const config = readConfig({
      SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
      OUTBOUND_ALLOW_PRIVATE: "10.1.0.0/16, fd00::/8",
    });
    expect(config.secretKey).toEqual(new Uint8Array(32).fill(7));
    expect(config.outboundAllowPrivate).toEqual([
      { network: "10.1.0.0", prefix: 16 },
      { network: "fd00::", prefix: 8 },
    ]);
  });

  test.each(["65536", "-1", "3.5", "1e3", "0x10"])("PORT=%s is refused", (PORT) => {
    expect(wrongLines({ PORT })).toHaveLength(1);
  });

  test.each([
    "https://desk.example.com/help",
    "https://u:p@desk.example.com",
    "https://desk.example.com?x",
    "ftp://desk.example.com",
    "desk",
  ])("BASE_URL=%s is refused", (BASE_URL) => {
    expect(wrongLines({ BASE_URL })).toHaveLength(1);
  });

  test.each(["postgres://desk:12/34@db/desk", "postgres://desk:p@ss/34@db:5432/desk"])(
    "a password with an unescaped slash is not shown as an address: %s",
    (url) => {
      const line =
        "DATABASE_URL must look like postgres://user:password@host:5432/database: in a password / is written as %2F and @ as %40.";
      expect(wrongLines({ DATABASE_URL: url })).toEqual([line]);
    },
  );

  test.each(["sslrootcert", "sslcert", "sslkey"])(
    "an unsupported TLS setting is reported with its alternative: %s",
    (name) => {
      const url = `postgres://desk:s3cret@db/desk?sslmode=verify-full&${name}=/etc/rds.pem`;
      expect(wrongLines({ DATABASE_URL: url })).toEqual([
        `DATABASE_URL names a file by ${name}, which is not read: NODE_EXTRA_CA_CERTS names those who vouch for a server.`,
      ]);
    },
  );

  test.each([
    "smtp://AKIA:BAb/c+d@mail:587",
    "smtps://u:12/3@mail",
    "smtp://u:12#3@m",
    "smtp://u:a?b@m",
    "smtp://ana@x.test:1/2@mail",
  ])("%s is refused as a mail server", (url) => {
    const line =
      "SMTP_URL must look like smtp://user:password@host:587 or smtps://…: in a password / is written as %2F, # as %23 and ? as %3F.";
    expect(wrongLines({ SMTP_URL: url })).toEqual([line]);
  });

  test("the header for https can be changed or switched off", () => {
    expect(readConfig({ HSTS: "off" }).hsts).toBeNull();
    const HSTS = "max-age=63072000; includeSubDomains; preload";
    expect(readConfig({ HSTS }).hsts).toBe(HSTS);
    expect(() => readConfig({ HSTS: "yes\nSet-Cookie: a" })).toThrow(/^HSTS must be off, or/);
  });

  test("a secret can be in a file, without the line's end", async () => {
    const folder = await mkdtemp(join(tmpdir(), "frontdesk-secrets-"));
    const file = async (name: string, text: string) => {
      await Bun.write(join(folder, name), text);
      return join(folder, name);
    };
    const SMTP_URL_FILE = await file("smtp", "smtp://user:s3cret@mail.test\n");
    const SECRET_KEY_FILE = await file("key", `${Buffer.alloc(32, 3).toString("base64")}\n`);
    const read = readConfig({ SMTP_URL_FILE, SECRET_KEY_FILE, SECRET_KEY: "" });
    expect(read.smtpUrl).toBe("smtp://user:s3cret@mail.test");
    expect(read.secretKey).toEqual(new Uint8Array(32).fill(3));
    const MOVE_DATABASE_URL_FILE = await file("move", "postgres://desk@db/desk\n");
    expect(readMove({ MOVE_DATABASE_URL_FILE })).toEqual({ to: "postgres://desk@db/desk" });
    for (const [env, line] of [
      [{ SMTP_URL: "smtp://mail.test", SMTP_URL_FILE }, "SMTP_URL and SMTP_URL_FILE are both set"],
      [{ SMTP_URL_FILE: join(folder, "none") }, "a file that cannot be read (ENOENT)"],
      [{ SMTP_URL_FILE: await file("empty", "\n") }, "SMTP_URL_FILE names an empty file."],
    ] as const) {
      expect(() => readConfig(env)).toThrow(line);
    }
    await rm(folder, { recursive: true });
  });

  test("a mail server on an implicit-TLS port must use smtps", () => {
    expect(wrongLines({ SMTP_URL: "smtp://u:s3cret@mail:465" })).toEqual([
      "SMTP_URL names port 465, which is encrypted from the first byte: write smtps:// before it.",
    ]);
    const url = "smtps://u:s3cret@mail:465";
    expect(readConfig({ SMTP_URL: url }).smtpUrl).toBe(url);
  });

  test.each(["smtp://ana@x.test:p@ss%2F1@mail:587", "smtps://mail/", "smtp://u:100%@mail"])(
    "SMTP_URL=%s is accepted",
    (url) => {
      expect(readConfig({ SMTP_URL: url }).smtpUrl).toBe(url);
    },
  );

  test("a wrong address with a password in it is never quoted", () => {
    const lines = wrongLines({
      DATABASE_URL: "mysql://desk:s3cret@db/desk",
      SMTP_URL: "http://desk:s3cret@mail",
    });
    expect(lines).toHaveLength(2);
    expect(lines.join()).not.toContain("s3cret");
  });

  test("a database URL may name several servers, each of which must be valid", () => {
    const databaseUrl = "postgres://app:a@db1:5432,db2:5433/desk";
    expect(readConfig({ DATABASE_URL: databaseUrl }).databaseUrl).toBe(databaseUrl);
    expect(wrongLines({ DATABASE_URL: "postgres://app:s3cret@db1,db2:port/desk" })).toEqual([
      "DATABASE_URL must look like postgres://user:password@host:5432/database.",
    ]);
  });

  test("metrics can be switched off, and use any port if the desk does", () => {
    expect(readConfig({ METRICS_PORT: "off" }).metrics).toBeNull();
    expect(readConfig({ PORT: "0" }).metrics).toMatchObject({ port: 0, isChosen: false });
    expect(wrongLines({ METRICS_PORT: "on", LOG_REQUESTS: "maybe" })).toHaveLength(2);
  });

  test("metrics count as chosen if one of their settings is set", () => {
    expect(readConfig({ METRICS_PORT: "9000" }).metrics?.isChosen).toBe(true);
    expect(readConfig({ METRICS_HOST: "10.0.0.4" }).metrics?.isChosen).toBe(true);
  });

  test("the maximum of each limit is accepted", () => {
    expect(readConfig({ PORT: "65535", LOG_REQUESTS: "yes" })).toMatchObject({
      ...{ port: 65_535, logRequests: true },
    });
  });

  test.each(["desk", "postgres:///desk", "postgres://db", "postgres://db/", "http://db/desk"])(
    "DATABASE_URL=%s is refused",
    (DATABASE_URL) => {
      expect(wrongLines({ DATABASE_URL })).toEqual([
        "DATABASE_URL must look like postgres://user:password@host:5432/database.",
      ]);
    },
  );

  test.each(["mail", "smtp://", "smtp:mail"])("SMTP_URL=%s is refused", (SMTP_URL) => {
    expect(wrongLines({ SMTP_URL })).toEqual([
      "SMTP_URL must look like smtp://user:password@host:587 or smtps://….",
    ]);
  });

  test("an owner URL without DATABASE_URL is refused", () => {
    expect(wrongLines({ DATABASE_OWNER_URL: "postgres://o@db/desk" })).toEqual([
      "DATABASE_OWNER_URL is set without DATABASE_URL.",
    ]);
  });
});

describe("the settings of a bucket", () => {
  const bucket = {
    S3_BUCKET: "desk",
    S3_ACCESS_KEY_ID: "key",
    S3_SECRET_ACCESS_KEY: "s3cret",
  };

  test("are read together", () => {
    expect(readConfig({ ...bucket, S3_ENDPOINT: "https://s3.example.com" }).s3).toEqual({
      endpoint: "https://s3.example.com",
      region: "us-east-1",
      bucket: "desk",
      accessKeyId: "key",
      secretAccessKey: "s3cret",
    });
    expect(readConfig({ ...bucket, S3_REGION: "eu-west-1" }).s3).toEqual({
      region: "eu-west-1",
      bucket: "desk",
      accessKeyId: "key",
      secretAccessKey: "s3cret",
    });
  });

  test("count as unset if only their names are set", () => {
    expect(readConfig({ S3_BUCKET: " ", S3_ENDPOINT: "" }).s3).toBeNull();
  });

  test.each(["ftp://s3.example.com", "https://s3.example.com?x=1", "https://u:p@s3.example.com"])(
    "accept no S3_ENDPOINT=%s",
    (S3_ENDPOINT) => {
      expect(wrongLines({ ...bucket, S3_ENDPOINT })).toEqual([
        "S3_ENDPOINT must look like https://storage.example.com.",
      ]);
    },
  );

  test("are refused if one is missing, with a line for each", () => {
    expect(wrongLines({ S3_ENDPOINT: "https://s3.example.com" })).toEqual([
      "S3_BUCKET is missing, though S3_ENDPOINT is set.",
      "S3_ACCESS_KEY_ID is missing, though S3_ENDPOINT is set.",
      "S3_SECRET_ACCESS_KEY is missing, though S3_ENDPOINT is set.",
    ]);
  });

  test("are refused if invalid, without quoting secrets", () => {
    const lines = wrongLines({
      ...bucket,
      S3_ENDPOINT: "s3.example.com",
      S3_SECRET_ACCESS_KEY: "s3 cret",
    });
    expect(lines).toEqual([
      "S3_ENDPOINT must look like https://storage.example.com.",
      "S3_SECRET_ACCESS_KEY holds a space or a character that it cannot hold.",
    ]);
  });
});

function wrongLines(env: Record<string, string>): string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof SettingsError) return error.lines;
  }
  throw new Error("these settings were taken");
}

test("traces are sent where OpenTelemetry's own settings say", () => {
  const { tracing } = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/",
    OTEL_EXPORTER_OTLP_HEADERS: "api-key=a%20b,x-tenant=desk",
  });
  expect(tracing).toEqual({
    endpoint: "http://collector:4318",
    headers: { "api-key": "a b", "x-tenant": "desk" },
    serviceName: "frontdesk",
  });
  expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" })).toThrow(
    "OTEL_EXPORTER_OTLP_ENDPOINT must look like http://collector.example.com:4318.",
  );
});
