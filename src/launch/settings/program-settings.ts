import path from "node:path";
import { type Config, childEnvironment, type settings } from "../../config.js";
import { noTemporalSettings } from "../temporal/dev-server.js";

export type Program = "API" | "worker" | "mailbox";

const served: readonly Program[] = ["API", "worker"];

/** Which programs read a setting. No program gets any other: what it hasn't got, nobody can take from it. */
const readers: Record<keyof typeof settings.shape, readonly Program[]> = {
  PORT: served,
  HOST: served,
  METRICS_PORT: ["API"],
  WORKER_METRICS_PORT: ["worker"],
  BASE_URL: served,
  DATA_DIR: served,
  DATABASE_URL: ["API", "worker", "mailbox"],
  APP_DATABASE_PASSWORD: [],
  TEMPORAL_ADDRESS: served,
  TEMPORAL_NAMESPACE: served,
  TEMPORAL_PORT: served,
  TEMPORAL_UI_PORT: ["API"],
  MAIL_FROM: served,
  TRUST_PROXY: served,
  SMTP_URL: served,
  MAILBOX_SMTP_PORT: ["API", "worker", "mailbox"],
  AI_PROVIDER: served,
  AI_BASE_URL: served,
  AI_API_KEY: served,
  AI_MODEL: served,
  FILE_STORE: served,
  MAX_FILE_MB: served,
  MAX_PRICE_LIST_MB: served,
  S3_ENDPOINT: served,
  S3_BUCKET: served,
  S3_REGION: served,
  S3_ACCESS_KEY_ID: served,
  S3_SECRET_ACCESS_KEY: served,
  RATE_LIMIT_PER_MINUTE: ["API"],
  AUTH_FAILURES_PER_MINUTE: ["API"],
  REGISTRATIONS_PER_MINUTE: ["API"],
  SECRET_KEY: served,
  SECRET_KEY_PREVIOUS: served,
  LOG_LEVEL: ["API", "worker", "mailbox"],
  ACCESS_LOG: ["API"],
  OTEL_EXPORTER_OTLP_ENDPOINT: served,
  OTEL_TRACES_SAMPLER_ARG: served,
  BACKUP_PASSPHRASE: [],
};

/** A variable that isn't named above is one of Temporal's or OpenTelemetry's own, such as TEMPORAL_TLS: it goes with the address. */
const isRead = (program: Program, name: string): boolean =>
  (readers[name as keyof typeof readers] ?? readers.TEMPORAL_ADDRESS).includes(program);

interface Made {
  /** the database's address for the application */
  appUrl: string;
  /** SECRET_KEY and the one before, as far as the environment doesn't set them */
  secretKey: string;
  previousSecretKey?: string | undefined;
  /** undefined where no local mailbox runs */
  mailboxPort: number | undefined;
}

/** The environment of one of our programs: the launcher's own as far as the program reads it, with what the launcher has made. */
export function programEnvironment(program: Program, config: Config, made: Made): NodeJS.ProcessEnv {
  const { appUrl, secretKey, previousSecretKey, mailboxPort } = made;
  const values: Record<string, string | undefined> = {
    DATA_DIR: config.DATA_DIR,
    BASE_URL: config.BASE_URL,
    DATABASE_URL: appUrl,
    SECRET_KEY: config.SECRET_KEY ?? secretKey,
    SECRET_KEY_PREVIOUS: config.SECRET_KEY_PREVIOUS ?? previousSecretKey,
    SMTP_URL: mailboxPort ? `smtp://127.0.0.1:${mailboxPort}` : config.SMTP_URL,
    MAILBOX_SMTP_PORT: mailboxPort?.toString(),
    // The terminal is for the person who started it.
    ACCESS_LOG: config.ACCESS_LOG ?? path.join(config.DATA_DIR, "logs", "access.log"),
    ...(config.TEMPORAL_ADDRESS ? {} : embeddedTemporal(config)),
  };
  const given = Object.entries(values).filter(([name]) => isRead(program, name));
  // Without an address, Temporal's settings in the environment are meant for another server than the embedded one.
  const isOther = (name: string) => !config.TEMPORAL_ADDRESS && name.startsWith("TEMPORAL_");
  return childEnvironment(Object.fromEntries(given), (name) => isRead(program, name) && !isOther(name));
}

const embeddedTemporal = ({ TEMPORAL_PORT, TEMPORAL_UI_PORT, TEMPORAL_NAMESPACE }: Config) => ({
  ...noTemporalSettings,
  TEMPORAL_ADDRESS: `127.0.0.1:${TEMPORAL_PORT}`,
  TEMPORAL_NAMESPACE,
  TEMPORAL_PORT: String(TEMPORAL_PORT),
  TEMPORAL_UI_PORT: String(TEMPORAL_UI_PORT),
});
