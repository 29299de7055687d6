/** A setting as administrators read about it; config.ts reads and checks it. */
interface SettingReference {
  name: string;
  /** As it is written in an environment file; null: unset. */
  default: string | null;
  about: string;
  /** What .env.example shows, where there is no default. */
  example?: string;
}

interface SettingGroup {
  title: string;
  settings: SettingReference[];
}

/** Every setting, in the order of docs/admin/settings.md and .env.example. */
export const settingGroups: SettingGroup[] = [
  {
    title: "Address",
    settings: [
      {
        name: "NODE_ENV",
        default: "development",
        about: "`production` refuses to serve demo data. Use it for every real installation.",
        example: "production",
      },
      {
        name: "BASE_URL",
        default: null,
        about:
          "The address people use. Links in emails begin with it, and changes from any other origin are refused.",
        example: "https://desk.example.com",
      },
      {
        name: "HOST",
        default: "127.0.0.1",
        about: "The address to listen on.",
      },
      {
        name: "PORT",
        default: "3000",
        about: "The port to listen on; `0` takes a free one.",
      },
      {
        name: "TRUST_PROXY",
        default: "0",
        about:
          "How many reverse proxies are in front, up to 10. Each adds one address to `X-Forwarded-For`.",
        example: "1",
      },
      {
        name: "HSTS",
        default: "max-age=31536000; includeSubDomains",
        about:
          "The header `Strict-Transport-Security`, sent if `BASE_URL` is https. `off`: none. Add `; preload` to be listed by browsers.",
      },
      {
        name: "SESSION_DAYS",
        default: "30",
        about: "After this many days people sign in again, however active they are.",
      },
    ],
  },
  {
    title: "Database",
    settings: [
      {
        name: "DATABASE_URL",
        default: null,
        about:
          "Postgres 15 or newer. Unset: the embedded Postgres. Several hosts (`@db1:5432,db2:5432/`) name a primary and its standbys.",
        example: "postgres://frontdesk_app:app-password@127.0.0.1:5432/frontdesk",
      },
      {
        name: "DATABASE_OWNER_URL",
        default: null,
        about:
          "The same database as the role that owns and migrates the tables. Unset: `DATABASE_URL`.",
        example: "postgres://frontdesk_owner:owner-password@127.0.0.1:5432/frontdesk",
      },
      {
        name: "DATABASE_DIRECT_URL",
        default: null,
        about:
          "The same database without a connection pooler. Needed with PgBouncer in transaction mode. Unset: `DATABASE_URL`.",
        example: "postgres://frontdesk_app:app-password@127.0.0.1:5432/frontdesk",
      },
      {
        name: "DATABASE_READ_URL",
        default: null,
        about:
          "A standby of the same database, with the role of `DATABASE_URL`. The dashboard, exports and the audit log are read from it while it is at most some seconds behind, else from `DATABASE_URL`.",
        example: "postgres://frontdesk_app:app-password@standby:5432/frontdesk",
      },
    ],
  },
  {
    title: "Email",
    settings: [
      {
        name: "SMTP_URL",
        default: null,
        about:
          "The mail server. `smtps://` encrypts from the first byte, `smtp://` with STARTTLS. Unset: the one of Settings > Email, if there is one.",
        example: "smtp://user:password@mail.example.com:587",
      },
      {
        name: "MAIL_FROM",
        default: null,
        about:
          "The sender. Without a name in front, the desk's name is used. Unset: the one of Settings > Email, or `frontdesk@` and the host of `BASE_URL`.",
        example: "support@example.com",
      },
      {
        name: "MAIL_REPLY_TO",
        default: null,
        about:
          "A mailbox that people read. Replies to Frontdesk's emails go there. Unset: the one of Settings > Email.",
        example: "support@example.com",
      },
      {
        name: "MAIL_READING",
        default: "on",
        about: "`off`: this server fetches no mail from the mailboxes under Settings.",
      },
    ],
  },
  {
    title: "Files",
    settings: [
      {
        name: "DATA_DIR",
        default: "data",
        about: "The folder of the embedded Postgres and, in `files`, the attachments.",
        example: "/var/lib/frontdesk",
      },
      {
        name: "S3_BUCKET",
        default: null,
        about: "Stores attachments in this bucket instead of `DATA_DIR`.",
        example: "frontdesk",
      },
      {
        name: "S3_ACCESS_KEY_ID",
        default: null,
        about: "The bucket's access key.",
        example: "key",
      },
      {
        name: "S3_SECRET_ACCESS_KEY",
        default: null,
        about: "The bucket's secret key.",
        example: "secret",
      },
      {
        name: "S3_ENDPOINT",
        default: null,
        about: "The address of an S3-compatible store. Unset: Amazon S3.",
        example: "https://storage.example.com",
      },
      {
        name: "S3_REGION",
        default: "us-east-1",
        about: "The bucket's region.",
      },
    ],
  },
  {
    title: "Secrets and outgoing requests",
    settings: [
      {
        name: "SECRET_KEY",
        default: null,
        about:
          "32 random bytes in base64 (`openssl rand -base64 32`), which encrypt stored passwords and secrets. Several servers need the same. Unset: `secret.key` in `DATA_DIR`, created by the first start. Backups don't contain it: store it elsewhere.",
        example: "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=",
      },
      {
        name: "SECRET_KEY_PREVIOUS",
        default: null,
        about:
          "The key before a change. The next start encrypts all secrets with the current key; then remove this setting.",
        example: "ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=",
      },
      {
        name: "OUTBOUND_ALLOW_PRIVATE",
        default: null,
        about:
          "Private networks that webhooks can reach, such as `10.1.0.0/16, fd00::/8`. Unset: none. Link-local and metadata addresses are never reached.",
        example: "10.1.0.0/16",
      },
    ],
  },
  {
    title: "Log and metrics",
    settings: [
      {
        name: "LOG_LEVEL",
        default: "info",
        about: "`debug`, `info`, `warn` or `error`.",
      },
      {
        name: "LOG_REQUESTS",
        default: null,
        about: "`yes` or `no`: one log line per request. Unset: yes, except in a terminal.",
        example: "yes",
      },
      {
        name: "METRICS_PORT",
        default: "9464",
        about: "The port Prometheus reads, or `off`.",
      },
      {
        name: "METRICS_HOST",
        default: "127.0.0.1",
        about: "The address of that port. It has no password, so choose a private network.",
      },
      {
        name: "OTEL_EXPORTER_OTLP_ENDPOINT",
        default: null,
        about:
          "An OpenTelemetry collector that takes OTLP as JSON over HTTP. It gets traces of requests, jobs and statements over 50 ms, without their values. Unset: none.",
        example: "http://127.0.0.1:4318",
      },
      {
        name: "OTEL_EXPORTER_OTLP_HEADERS",
        default: null,
        about: "Headers of each request, as `name=value,other=value`.",
        example: "api-key=secret",
      },
      {
        name: "OTEL_SERVICE_NAME",
        default: "frontdesk",
        about: "The name of this desk in traces.",
      },
    ],
  },
];

/** What compose.yaml reads from .env, and the server does not. */
export const composeSettings: SettingReference[] = [
  {
    name: "OWNER_PASSWORD",
    default: "owner-password",
    about: "The password of the role that owns the tables. Change it before the first start.",
  },
  {
    name: "APP_PASSWORD",
    default: "app-password",
    about: "The password of the role that the server uses. Change it before the first start.",
  },
];

/** The table of docs/admin/settings.md. */
export function settingsTable(): string {
  const parts = settingGroups.map(({ title, settings }) => {
    const rows = settings.map(
      ({ name, default: usual, about }) =>
        `| \`${name}\` | ${usual === null ? "" : `\`${usual}\``} | ${about} |`,
    );
    return [`### ${title}`, "", "| setting | default | |", "| --- | --- | --- |", ...rows].join(
      "\n",
    );
  });
  return `${parts.join("\n\n")}\n`;
}

/** The content of .env.example: every setting, each as a comment. */
export function envExample(): string {
  const compose = { title: "compose.yaml only", settings: composeSettings };
  const parts = [...settingGroups, compose].map(({ title, settings }) => {
    const lines = settings.flatMap(({ name, default: usual, about, example }) => [
      ...wrapped(`${about.replaceAll("`", "")}${usual === null ? "" : ` Default: ${usual}.`}`),
      `#${name}=${example ?? usual ?? ""}`,
    ]);
    return [`# --- ${title} ---`, ...lines].join("\n");
  });
  return `${head}\n\n${parts.join("\n\n")}\n`;
}

const head = `# The settings of Frontdesk. Copy this file to .env next to it, or to /etc/frontdesk/frontdesk.env
# for systemd, and remove the # before each line you set. A setting that holds a secret can
# also be in a file: DATABASE_URL_FILE=/run/secrets/database-url. Written by \`bun run docs:settings\`.`;

function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 98)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`# ${word}`);
  }
  return lines;
}
