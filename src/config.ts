import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { aiFaults, aiProviders } from "./domain/ai-settings.js";
import { fileStores } from "./domain/files.js";
import { channelFaults } from "./domain/messages/channel-settings.js";

const anyPort = () => z.coerce.number().int().min(1).max(65_535);
const port = (fallback: number) => anyPort().default(fallback);
const webAddress = () =>
  z.url({ protocol: /^https?$/, error: "must be an address that begins with http:// or https://", abort: true });
/** Whether nothing follows the host and port but one slash. */
const isOrigin = (address: string): boolean => new URL(address).href === `${new URL(address).origin}/`;
const perMinute = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

/** What SECRET_KEY looks like, in the settings and in secrets.json. */
export const secretKeyForm = /^[0-9a-f]{64}$/;

/** Every setting of the product. The only reader of the environment; `.env.example` is generated from it. */
export const settings = z.object({
  PORT: port(3000).describe("API, pages and MCP"),
  HOST: z.string().optional().describe("address to listen on; unset: loopback only (127.0.0.1 and ::1)"),
  METRICS_PORT: anyPort()
    .optional()
    .describe("port for /metrics; unset: at PORT if BASE_URL is on this machine, else none"),
  WORKER_METRICS_PORT: anyPort()
    .optional()
    .describe("port for the worker's /metrics, on HOST: figures of Temporal's SDK for Prometheus; unset: none"),
  BASE_URL: webAddress()
    .refine(isOrigin, "must end after host and port, without a path: give Pratica a name or port of its own")
    .optional()
    .describe("the public address, without a path, used in links; unset: http://localhost:PORT"),
  DATA_DIR: z
    .string()
    .default(".data")
    .describe("folder for databases, files and secrets; deleting it loses all data and starts over"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: "must begin with postgres://", abort: true })
    .refine(
      (url) => URL.canParse(url) && new URL(url).hash === "",
      "isn't a valid address: write :, /, ?, # and @ in user and password as %3A, %2F, %3F, %23 and %40",
    )
    .optional()
    .describe("use this Postgres, 17 or newer, instead of the embedded one"),
  APP_DATABASE_PASSWORD: z
    .string()
    .optional()
    .describe(
      "password of the application's database role, which npm start and admin/migrate.js set; unset: derived from the owner's",
    ),
  TEMPORAL_ADDRESS: z
    .string()
    .regex(/^(\[[0-9a-f:.]+\]|[^\s:/]+)(:\d{1,5})?$/i, "must be host:port, such as temporal.example.it:7233")
    .optional()
    .describe("host:port of a Temporal server to use instead of the embedded one"),
  TEMPORAL_NAMESPACE: z.string().default("default").describe("the namespace on that Temporal server"),
  TEMPORAL_PORT: port(7233).describe("port of the embedded Temporal"),
  TEMPORAL_UI_PORT: port(8233).describe("port of the embedded Temporal's Web UI"),
  MAIL_FROM: z
    .string()
    .regex(/^[!-;=?A-~]+@[!-;=?A-~]+$/, "must be one plain address, such as studio@example.it")
    .default("pratica@localhost")
    .describe("sender's address for organizations without one; its domain is used in Message-IDs"),
  TRUST_PROXY: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe("number of proxies before the API whose forwarded headers are trusted"),
  SMTP_URL: z
    .string()
    .superRefine((smtpUrl, { addIssue }) => {
      for (const { message } of channelFaults("email", { smtpUrl })) addIssue(message);
    })
    .optional()
    .describe(
      "outgoing mail; unset: the local mailbox at /mailbox, if BASE_URL is on this machine and TRUST_PROXY is unset",
    ),
  MAILBOX_SMTP_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe("port of the local mailbox; npm start sets it"),
  AI_PROVIDER: z.enum(aiProviders).optional().describe("the language model's provider; unset: none"),
  AI_BASE_URL: webAddress()
    .optional()
    .describe("address of the model server, up to /v1; openai and anthropic need none"),
  AI_API_KEY: z.string().optional().describe("key of the language model's provider"),
  AI_MODEL: z.string().optional().describe("name of the language model"),
  FILE_STORE: z
    .enum(fileStores)
    .default("database")
    .describe("where new files are stored; files stored in the other place stay readable"),
  MAX_FILE_MB: z.coerce
    .number()
    .int()
    .min(1)
    .max(2000)
    .default(50)
    .describe("the largest file that may be uploaded, or come by WhatsApp or MMS"),
  MAX_PRICE_LIST_MB: z.coerce
    .number()
    .int()
    .min(1)
    .max(2000)
    .default(200)
    .describe("the largest price list that may be uploaded and imported"),
  S3_ENDPOINT: webAddress()
    .optional()
    .describe("address of the S3-compatible object storage, with buckets in the path; unset: AWS"),
  S3_BUCKET: z.string().optional().describe("the bucket, which must exist; unset: no object storage"),
  S3_REGION: z.string().default("us-east-1").describe("the bucket's region; most other storages take any"),
  S3_ACCESS_KEY_ID: z.string().optional().describe("id of the access key, which may read, write and delete objects"),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe("the access key's secret"),
  RATE_LIMIT_PER_MINUTE: perMinute(6000).describe("requests per API key or connected app; above it 429"),
  AUTH_FAILURES_PER_MINUTE: perMinute(60).describe("refused keys, tokens and passwords per IP address; above it 429"),
  REGISTRATIONS_PER_MINUTE: perMinute(40).describe("OAuth client registrations per IP address"),
  SECRET_KEY: z
    .string()
    .regex(secretKeyForm, "must be 64 hex digits (openssl rand -hex 32)")
    .optional()
    .describe("encrypts stored credentials and signing keys; npm start makes one in DATA_DIR"),
  SECRET_KEY_PREVIOUS: z
    .string()
    .regex(secretKeyForm, "must be 64 hex digits, as SECRET_KEY was")
    .optional()
    .describe("the earlier SECRET_KEY, until admin secrets rotate has encrypted everything again"),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress()
    .optional()
    .describe("OpenTelemetry collector for traces, such as http://localhost:4318; unset: no traces"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe("share of the requests that are traced, from 0 to 1; a caller's own traceparent decides for itself"),
  BACKUP_PASSPHRASE: z
    .string()
    .min(12, "must have at least 12 characters")
    .optional()
    .describe("encrypts backups; only backup create and backup restore need it"),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"])
    .default("info")
    .describe("pino level"),
  ACCESS_LOG: z
    .string()
    .optional()
    .describe(
      "file for one line per request, kept below 20 MB; unset: stdout, with npm start DATA_DIR/logs/access.log",
    ),
});

export type Config = Omit<z.infer<typeof settings>, "BASE_URL"> & { BASE_URL: string };

const aiVariables = {
  provider: "AI_PROVIDER",
  model: "AI_MODEL",
  baseUrl: "AI_BASE_URL",
  apiKey: "AI_API_KEY",
} as const;
const aiFields = (given: Record<string, string | undefined>): Parameters<typeof aiFaults>[0] =>
  Object.fromEntries(Object.entries(aiVariables).map(([field, variable]) => [field, given[variable]]));

const s3Variables = ["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;

/** All three are needed, as soon as one of them is set or files are to be kept there. */
const s3Faults = (given: Record<string, string | undefined>): string[] =>
  given.FILE_STORE === "s3" || s3Variables.some((name) => given[name])
    ? s3Variables.filter((name) => !given[name]).map((name) => `  ${name}: is needed for files in S3`)
    : [];

/**
 * Reads the settings from the environment; an empty variable counts as unset. `DATA_DIR` comes back absolute.
 * @throws Error with one line for each fault, all of them together
 */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = settings.safeParse(given);
  const faults = [
    ...(parsed.error?.issues ?? []).map((issue) => `  ${issue.path.join(".")}: ${issue.message}`),
    ...aiFaults(aiFields(given)).map(({ field, message }) => `  ${aiVariables[field]}: ${message}`),
    ...s3Faults(given),
  ];
  if (!parsed.success || faults.length > 0) throw new Error(`These settings can't be used:\n${faults.join("\n")}`);
  return {
    ...parsed.data,
    DATA_DIR: path.resolve(parsed.data.DATA_DIR),
    BASE_URL: new URL(parsed.data.BASE_URL ?? `http://localhost:${parsed.data.PORT}`).origin,
  };
}

/** A variable that is no setting: a value for one command. An empty one counts as unset. */
export const environmentValue = (name: string, environment: NodeJS.ProcessEnv = process.env): string | undefined =>
  environment[name] || undefined;

const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$|^::1$/i;

/** Whether a host, as an address, a `Host` header or a connection names it, is this machine and can't be made to be another. */
export const isLoopbackHost = (host: string): boolean => loopbackHost.test(host);

/** Whether this installation's public address is of this machine alone. */
export const isAtLoopback = ({ BASE_URL }: Pick<Config, "BASE_URL">): boolean => isLoopbackHost(new URL(BASE_URL).host);

/** Whether only people at this machine use this installation. Where a proxy is trusted, others may come through it. */
export const servesThisMachineOnly = (config: Pick<Config, "BASE_URL" | "TRUST_PROXY">): boolean =>
  isAtLoopback(config) && config.TRUST_PROXY === 0;

/** The port at which `/metrics` answers; null for none, since firms' figures are nothing for the public. */
export const metricsPort = (config: Pick<Config, "BASE_URL" | "PORT" | "METRICS_PORT">): number | null =>
  config.METRICS_PORT ?? (isAtLoopback(config) ? config.PORT : null);

const isSetting = (name: string): boolean => name in settings.shape || /^(TEMPORAL|OTEL)_/.test(name);

/**
 * The environment for a child process: this one's without the settings of Pratica, Temporal and OpenTelemetry, which hold secrets, but
 * with those that `keeps` wants and with what is given (undefined unsets).
 */
export function childEnvironment(
  given: Record<string, string | undefined> = {},
  keeps: (setting: string) => boolean = () => false,
): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !isSetting(name) || keeps(name));
  const changed = { ...Object.fromEntries(kept), ...given };
  return Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
}

/** Where executables that were fetched once are kept for all checkouts: `$XDG_CACHE_HOME/pratica`, else `~/.cache/pratica`. */
export const cacheDirectory = (): string =>
  path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache"), "pratica");

/** Was this process started by `npm run` or `npm start`? */
export const startedByNpm = (): boolean => process.env.npm_lifecycle_event !== undefined;

/** The version of the program, of package.json. */
export const programVersion = (): string =>
  (JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string }).version;

/** The files of certificates and keys that Temporal's own settings name: setting and file. */
export const temporalFiles = (environment: NodeJS.ProcessEnv = process.env): [string, string | undefined][] =>
  Object.entries(environment).filter(([name]) => /^TEMPORAL_TLS_\w+_PATH$/.test(name));
