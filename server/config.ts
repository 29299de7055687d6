import { readFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { eachHost } from "./db/connection/hosts.ts";
import { type LogLevel, logLevels } from "./log.ts";
import { type AddressRange, parseAddressRange } from "./outbound-addresses.ts";
import type { TracingSettings } from "./tracing.ts";

/** The default of SESSION_DAYS, and its maximum. */
const sessionDays = { usual: 30, most: 365 } as const;

/** Every setting the server knows. This file is the only reader of the environment. */
export interface Config {
  production: boolean;
  port: number;
  host: string;
  /** The public origin, such as https://desk.example.com; null: the listening address. */
  baseUrl: string | null;
  dataDir: string;
  /** null: the embedded Postgres. */
  databaseUrl: string | null;
  databaseOwnerUrl: string | null;
  databaseDirectUrl: string | null;
  /** A standby for reads that may be some seconds old; null: none. */
  databaseReadUrl: string | null;
  smtpUrl: string | null;
  /** null: `frontdesk@` and the host of the base URL. */
  mailFrom: string | null;
  mailReplyTo: string | null;
  /** Whether this server fetches mail from the mailboxes. */
  mailReading: boolean;
  /** How many proxies are in front, each adding to X-Forwarded-For; 0: none is trusted. */
  trustProxy: number;
  /** The header Strict-Transport-Security on https; null: none. */
  hsts: string | null;
  /** Even a busy session ends this many days after its sign-in. */
  sessionDays: number;
  logLevel: LogLevel;
  /** A line per request; null: unless the server runs in a terminal. */
  logRequests: boolean | null;
  /** Where Prometheus scrapes; null: nowhere. */
  metrics: MetricsSettings | null;
  /** Where traces are sent; null: nowhere. */
  tracing: TracingSettings | null;
  /** Where attachments are stored; null: in the data folder. */
  s3: BucketSettings | null;
  /** Encrypts stored secrets; null: the key file in the data folder. */
  secretKey: Uint8Array | null;
  /** The key before a rotation, which still decrypts. */
  secretKeyPrevious: Uint8Array | null;
  /** Private networks that webhooks and other outgoing requests can reach. */
  outboundAllowPrivate: AddressRange[];
}

export interface MetricsSettings {
  host: string;
  port: number;
  /** Set explicitly: otherwise it need not be available. */
  isChosen: boolean;
}

export interface BucketSettings {
  /** Absent: Amazon's own, by its region. */
  endpoint?: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

type Environment = Record<string, string | undefined>;

/** Holds one line for each wrong setting. */
export class SettingsError extends Error {
  constructor(readonly lines: string[]) {
    super(lines.join("\n"));
    this.name = "SettingsError";
  }
}

const projectRoot = join(import.meta.dir, "..");

export function readConfig(given: Environment = process.env): Config {
  const wrong: string[] = [];
  const env = withFiles(given, wrong);
  const setting = <T>(name: string, fallback: T, parse: (text: string) => T): T => {
    const text = env[name]?.trim();
    if (!text) return fallback;
    try {
      return parse(text);
    } catch (error) {
      wrong.push(`${name} ${error instanceof Error ? error.message : "is wrong"}.`);
      return fallback;
    }
  };

  const baseUrl = setting<string | null>("BASE_URL", null, parseOrigin);
  const dataDir = setting("DATA_DIR", "data", (text) => text);
  const config: Config = {
    production: setting("NODE_ENV", "development", parseMode) === "production",
    port: setting("PORT", 3000, wholeNumber(0, 65_535)),
    host: setting("HOST", "127.0.0.1", parseHost),
    baseUrl,
    dataDir: isAbsolute(dataDir) ? dataDir : join(projectRoot, dataDir),
    databaseUrl: setting<string | null>("DATABASE_URL", null, parsePostgresUrl),
    databaseOwnerUrl: setting<string | null>("DATABASE_OWNER_URL", null, parsePostgresUrl),
    databaseDirectUrl: setting<string | null>("DATABASE_DIRECT_URL", null, parsePostgresUrl),
    databaseReadUrl: setting<string | null>("DATABASE_READ_URL", null, parsePostgresUrl),
    smtpUrl: setting<string | null>("SMTP_URL", null, parseSmtpUrl),
    mailFrom: setting<string | null>("MAIL_FROM", null, parseMailbox),
    mailReplyTo: setting<string | null>("MAIL_REPLY_TO", null, parseMailbox),
    mailReading: setting("MAIL_READING", true, parseOnOrOff),
    trustProxy: setting("TRUST_PROXY", 0, wholeNumber(0, 10)),
    hsts: setting<string | null>("HSTS", usualHsts, parseHsts),
    sessionDays: setting("SESSION_DAYS", sessionDays.usual, wholeNumber(1, sessionDays.most)),
    logLevel: setting<LogLevel>("LOG_LEVEL", "info", parseLogLevel),
    logRequests: setting<boolean | null>("LOG_REQUESTS", null, parseYesOrNo),
    metrics: readMetrics(env, setting),
    tracing: readTracing(setting),
    s3: readBucket(env, setting, wrong),
    secretKey: setting<Uint8Array | null>("SECRET_KEY", null, parseKey),
    secretKeyPrevious: setting<Uint8Array | null>("SECRET_KEY_PREVIOUS", null, parseKey),
    outboundAllowPrivate: setting<AddressRange[]>("OUTBOUND_ALLOW_PRIVATE", [], parseRanges),
  };

  for (const name of ["DATABASE_OWNER_URL", "DATABASE_DIRECT_URL", "DATABASE_READ_URL"]) {
    if (env[name]?.trim() && !env.DATABASE_URL?.trim()) {
      wrong.push(`${name} is set without DATABASE_URL.`);
    }
  }
  if (wrong.length > 0) throw new SettingsError(wrong);
  return config;
}

/** Each of them can be in a file, named by the setting with _FILE at its end. */
const secretSettings = [
  "DATABASE_URL",
  "DATABASE_OWNER_URL",
  "DATABASE_DIRECT_URL",
  "DATABASE_READ_URL",
  "SMTP_URL",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "S3_ACCESS_KEY_ID",
  "S3_SECRET_ACCESS_KEY",
  "SECRET_KEY",
  "SECRET_KEY_PREVIOUS",
  "MOVE_DATABASE_URL",
  "MOVE_DATABASE_OWNER_URL",
] as const;

function withFiles(env: Environment, wrong: string[]): Environment {
  const read: Environment = {};
  for (const named of Object.keys(env).filter((key) => key.endsWith("_FILE"))) {
    const name = secretSettings.find((secret) => `${secret}_FILE` === named);
    const path = env[named]?.trim();
    if (!name || !path) continue;
    if (env[name]?.trim()) {
      wrong.push(`${name} and ${named} are both set: remove one.`);
      continue;
    }
    try {
      read[name] = readFileSync(path, "utf8").trim();
      if (!read[name]) wrong.push(`${named} names an empty file.`);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : "unknown reason";
      wrong.push(`${named} names a file that cannot be read (${code}).`);
    }
  }
  return Object.keys(read).length > 0 ? { ...env, ...read } : env;
}

/** The target of `bun run move` from the environment, if its arguments do not name one. */
export function readMove(given: Environment = process.env): { to?: string; owner?: string } {
  const wrong: string[] = [];
  const env = withFiles(given, wrong);
  if (wrong.length > 0) throw new SettingsError(wrong);
  const [to, owner] = [env.MOVE_DATABASE_URL?.trim(), env.MOVE_DATABASE_OWNER_URL?.trim()];
  return { ...(to && { to }), ...(owner && { owner }) };
}

type Setting = <T>(name: string, fallback: T, parse: (text: string) => T) => T;

const usualMetricsPort = 9464;

function readMetrics(env: Environment, setting: Setting): MetricsSettings | null {
  const isChosen = Boolean(env.METRICS_PORT?.trim() || env.METRICS_HOST?.trim());
  // A desk on any free port may be one of several on this machine.
  const usual = env.PORT?.trim() === "0" ? 0 : usualMetricsPort;
  const port = setting<number | null>("METRICS_PORT", usual, (text) =>
    text === "off" ? null : wholeNumber(0, 65_535)(text),
  );
  const host = setting("METRICS_HOST", "127.0.0.1", parseHost);
  return port === null ? null : { host, port, isChosen };
}

/** Named and written as OpenTelemetry has it. */
function readTracing(setting: Setting): TracingSettings | null {
  const endpoint = setting("OTEL_EXPORTER_OTLP_ENDPOINT", "", parseCollector);
  const headers = setting<Record<string, string>>("OTEL_EXPORTER_OTLP_HEADERS", {}, parseHeaders);
  const serviceName = setting("OTEL_SERVICE_NAME", "frontdesk", (text) => text);
  return endpoint ? { endpoint, headers, serviceName } : null;
}

/** All of it or nothing: an incomplete bucket would put files where no one expects them. */
function readBucket(env: Environment, setting: Setting, wrong: string[]): BucketSettings | null {
  const endpoint = setting("S3_ENDPOINT", "", parseEndpoint);
  const settings = {
    ...(endpoint ? { endpoint } : {}),
    region: setting("S3_REGION", "us-east-1", word),
    bucket: setting("S3_BUCKET", "", word),
    accessKeyId: setting("S3_ACCESS_KEY_ID", "", word),
    secretAccessKey: setting("S3_SECRET_ACCESS_KEY", "", word),
  };
  const names = Object.keys(env).filter((name) => bucketSettings.has(name) && env[name]?.trim());
  if (names.length === 0) return null;
  for (const name of ["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"]) {
    if (!env[name]?.trim()) wrong.push(`${name} is missing, though ${names[0]} is set.`);
  }
  return settings;
}

const bucketSettings = new Set([
  "S3_ENDPOINT",
  "S3_REGION",
  "S3_BUCKET",
  "S3_ACCESS_KEY_ID",
  "S3_SECRET_ACCESS_KEY",
]);

function parseEndpoint(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.username) return text;
  throw new Error("must look like https://storage.example.com");
}

function parseCollector(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.username) {
    return text.replace(/\/+$/, "");
  }
  throw new Error("must look like http://collector.example.com:4318");
}

/** `key=value,other=value`, percent-encoded. They may be secrets, so invalid ones are not quoted. */
function parseHeaders(text: string): Record<string, string> {
  try {
    const pairs = text.split(",").map((pair) => {
      const [, name, value] = /^\s*([\w-]+)\s*=\s*([\x21-\x7e]+)\s*$/.exec(pair) ?? [];
      if (!name || !value) throw new Error();
      return [name, decodeURIComponent(value)] as const;
    });
    return Object.fromEntries(pairs);
  } catch {
    throw new Error("must look like name=value,other=value");
  }
}

/** A secret, so an invalid one is not quoted. */
function parseKey(text: string): Uint8Array {
  const key = Buffer.from(text, "base64");
  if (key.length === 32 && /^[\w+/-]+=?$/.test(text)) return new Uint8Array(key);
  throw new Error("must be 32 random bytes in base64: openssl rand -base64 32");
}

function parseRanges(text: string): AddressRange[] {
  return text.split(/[\s,]+/).map((part) => {
    const range = parseAddressRange(part);
    if (range) return range;
    throw new Error(`must list networks such as 10.0.0.0/8 or fd00::/8, not ${quote(part)}`);
  });
}

/** Not quoted: it may be a secret. */
function word(text: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw new Error("holds a space or a character that it cannot hold");
}

const usualHsts = "max-age=31536000; includeSubDomains";

function parseHsts(text: string): string | null {
  if (text === "off") return null;
  if (/^max-age=\d{1,10}(; *includeSubDomains)?(; *preload)?$/.test(text)) return text;
  throw new Error(`must be off, or such as "${usualHsts}", not ${quote(text)}`);
}

function parseMode(text: string): string {
  if (["production", "development", "test"].includes(text)) return text;
  throw new Error(`must be production, development or test, not ${quote(text)}`);
}

function parseYesOrNo(text: string): boolean {
  if (text === "yes" || text === "no") return text === "yes";
  throw new Error(`must be yes or no, not ${quote(text)}`);
}

function parseOnOrOff(text: string): boolean {
  if (text === "on" || text === "off") return text === "on";
  throw new Error(`must be on or off, not ${quote(text)}`);
}

function wholeNumber(lowest: number, highest: number): (text: string) => number {
  return (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= lowest && number <= highest) return number;
    throw new Error(`must be a whole number from ${lowest} to ${highest}, not ${quote(text)}`);
  };
}

function parseHost(text: string): string {
  if (/^[A-Za-z0-9.:-]+$/.test(text)) return text;
  throw new Error(`must be a host name or an address without a port, not ${quote(text)}`);
}

function parseOrigin(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && [url.origin, `${url.origin}/`].includes(url.href)) {
    return url.origin;
  }
  throw new Error(
    `must be an address such as https://desk.example.com, with no path, not ${quote(text)}`,
  );
}

/** These may contain a password, so an invalid one is not quoted. */
function parsePostgresUrl(text: string): string {
  const urls = eachHost(text).map((one) => URL.parse(one));
  const shape = "must look like postgres://user:password@host:5432/database";
  // Part of the password would be reported as the name of a database.
  if (urls.some((url) => url?.pathname.includes("@"))) {
    throw new Error(`${shape}: in a password / is written as %2F and @ as %40`);
  }
  if (!urls.every((url) => url && isOfPostgres(url))) throw new Error(shape);
  const file = filesOfTls.find((name) => urls[0]?.searchParams.has(name));
  if (!file) return text;
  throw new Error(
    `names a file by ${file}, which is not read: NODE_EXTRA_CA_CERTS names those who vouch for a server`,
  );
}

/** Known to other programs; Postgres itself would reject them as unknown settings. */
const filesOfTls = ["sslrootcert", "sslcert", "sslkey"];

function isOfPostgres({ protocol, hostname, pathname }: URL): boolean {
  return /^postgres(ql)?:$/.test(protocol) && hostname !== "" && pathname.length > 1;
}

function parseSmtpUrl(text: string): string {
  const url = URL.parse(text);
  const shape = "must look like smtp://user:password@host:587 or smtps://…";
  // Part of the password would be taken for the host or reported.
  if (/^smtps?:\/\/.*[/#?].*@/i.test(text)) {
    throw new Error(`${shape}: in a password / is written as %2F, # as %23 and ? as %3F`);
  }
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname) throw new Error(shape);
  if (url.protocol === "smtps:" || url.port !== "465") return text;
  throw new Error(
    "names port 465, which is encrypted from the first byte: write smtps:// before it",
  );
}

function parseMailbox(text: string): string {
  if (/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text)) return text;
  throw new Error(`must look like desk@example.com or Desk <desk@example.com>, not ${quote(text)}`);
}

function parseLogLevel(text: string): LogLevel {
  const level = logLevels.find((known) => known === text);
  if (level) return level;
  throw new Error(`must be one of ${logLevels.join(", ")}, not ${quote(text)}`);
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}

/** Whether the public address uses https. */
export function isHttps(config: Pick<Config, "baseUrl">): boolean {
  return config.baseUrl?.startsWith("https:") ?? false;
}
