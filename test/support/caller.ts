import { randomBytes } from "node:crypto";
import { Agent, createServer as createHttpServer, request } from "node:http";
import { Client, Connection } from "@temporalio/client";
import type pg from "pg";
import pino, { type DestinationStream } from "pino";
import { createLimits } from "../../src/accounts/limits/limits.js";
import { SecurityLog } from "../../src/accounts/security/security-log.js";
import { createDispatch } from "../../src/actions/dispatch/dispatch.js";
import { createEndWaiter, type EndWaiter } from "../../src/actions/dispatch/end-waiter.js";
import { boundHere } from "../../src/api/lane/here-or-apart.js";
import { createLane } from "../../src/api/lane/lane.js";
import { createOAuthServer } from "../../src/api/oauth/server.js";
import { createReaders } from "../../src/api/readers/create-readers.js";
import { readInThread } from "../../src/api/readers/read-in-thread.js";
import { type Relay, startRelay } from "../../src/api/relay/relay.js";
import { traceOrders } from "../../src/api/relay/trace-orders.js";
import { type ApiParts, createHandler } from "../../src/api/server.js";
import { loadConfig } from "../../src/config.js";
import { Database } from "../../src/db/database.js";
import { Files } from "../../src/files/files.js";
import { createLog } from "../../src/log.js";
import { createTestDatabase } from "./database.js";
import { createLaneHere, readHere } from "./in-this-thread.js";
import { listening } from "./listening.js";
import { temporalAddress } from "./temporal.js";

/** What the API answered. `result` is that of a 200; `code`, `detail` and `errors` are those of a problem. */
export interface Answer<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: unknown;
  result: T;
  code: string | undefined;
  detail: string | undefined;
  errors: { pointer: string; detail: string }[];
}

export interface TestApi {
  /** http://127.0.0.1:<port> */
  url: string;
  app: ApiParts & { relay: Relay; ends: EndWaiter };
  /** the application's own connections, for looking at what was stored */
  pool: pg.Pool;
  call<T = Record<string, unknown>>(
    operation: string,
    body: unknown,
    key: string | null,
    headers?: Record<string, string>,
  ): Promise<Answer<T>>;
  close(): Promise<void>;
}

export interface TestApiOptions {
  /** true: orders are handed to the run's Temporal; else they stay in the outbox, as with Temporal down */
  relay?: boolean;
  /** environment variables, e.g. `{ RATE_LIMIT_PER_MINUTE: "3" }` */
  settings?: Record<string, string>;
  /** true: BASE_URL is the address that it listens on, as signing in by OAuth needs it */
  atOwnAddress?: boolean;
  /** takes all that is logged, at every level */
  logged?: DestinationStream;
  /** how documents of OAuth clients are fetched; the product itself refuses addresses of this machine */
  fetchDocument?: typeof fetch;
  /** so long an answer waits for the end of its work */
  waitLimitMs?: number;
  /** true: large requests and files have threads of their own, as in the product; else all is done in this one */
  threads?: boolean;
  /** another API: over its database, and closed before it */
  beside?: TestApi;
  /** other ways to the servers */
  through?: {
    /** gives the database's address as the API is to use it */
    database?: (url: string) => Promise<string>;
    temporal?: { address: string; namespace: string };
  };
}

/** The product's API on a free loopback port, over a database of the test's own. */
export async function startApi({
  relay = false,
  settings = {},
  atOwnAddress = false,
  threads = false,
  waitLimitMs,
  beside,
  through = {},
  ...options
}: TestApiOptions = {}): Promise<TestApi> {
  const database = beside
    ? { appUrl: beside.app.database.url, close: async () => undefined }
    : await createTestDatabase();
  const databaseUrl = (await through.database?.(database.appUrl)) ?? database.appUrl;
  const { address, namespace } = through.temporal ?? { address: temporalAddress(), namespace: "default" };
  const opened = await Database.open(databaseUrl, 5);
  const log = options.logged ? createLog("api", "trace", options.logged) : pino({ level: "error" });
  // As the product: a shorter one lets a busy client take up a connection that was just closed.
  const server = createHttpServer({ keepAliveTimeout: 65_000 });
  const listener = await listening(server);
  const { url } = listener;
  const config = loadConfig({
    DATABASE_URL: databaseUrl,
    RATE_LIMIT_PER_MINUTE: "100000",
    SECRET_KEY: randomBytes(32).toString("hex"),
    ...(atOwnAddress ? { BASE_URL: url } : {}),
    ...settings,
  });
  const temporal = Connection.lazy({ address, channelArgs: { "grpc.max_reconnect_backoff_ms": 500 } });
  const limits = createLimits(config, opened, log);
  const security = new SecurityLog(opened, log);
  const ends = createEndWaiter(opened, databaseUrl, log, waitLimitMs);
  const started = relay
    ? startRelay(opened, new Client({ connection: temporal, namespace, interceptors: traceOrders }), databaseUrl, log)
    : idleRelay;
  const files = new Files(opened, config);
  const read = threads ? readInThread : readHere;
  const apart = createReaders(files, config, log, undefined, read);
  const app: TestApi["app"] = {
    config,
    database: opened,
    files,
    log,
    security,
    temporal,
    relay: started,
    ends,
    limits,
    oauth: createOAuthServer({ config, database: opened, log, security, limits }, options.fetchDocument),
    execute: createDispatch({
      config,
      database: opened,
      ends,
      ...createReaders(files, config, log, boundHere.characters, read),
      ordered: () => started.kick(),
      bound: boundHere,
    }),
    lane: threads ? createLane(config, log) : createLaneHere({ config, log, database: opened, ends, readers: apart }),
  };
  server.on("request", createHandler(app));
  return {
    url,
    app,
    pool: opened.pool,
    call: (operation, body, key, headers) => call(url, operation, body, key, headers),
    async close() {
      await listener.close();
      await app.lane.stop();
      await app.relay.stop();
      await limits.stop();
      await app.ends.stop();
      await temporal.close();
      await security.flush();
      await opened.close();
      await database.close();
    },
  };
}

const agent = new Agent({ keepAlive: true });

/** As `fetch`, which takes three times as much of a CPU: and most of what tests do are calls. */
function post(url: string, headers: Record<string, string>, body: string) {
  return new Promise<{ status: number; headers: Headers; text: string }>((resolve, reject) => {
    const sent = request(url, { method: "POST", agent, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.once("error", reject);
      answer.once("end", () => {
        const given = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        );
        const text = Buffer.concat(parts).toString();
        resolve({ status: answer.statusCode as number, headers: new Headers(given), text });
      });
    });
    sent.once("error", reject);
    sent.end(body);
  });
}

const idleRelay: Relay = { kick: () => undefined, stop: async () => undefined };

async function call<T>(
  url: string,
  operation: string,
  body: unknown,
  key: string | null,
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  const response = await post(
    `${url}/api/rest/actions/${operation}`,
    {
      "content-type": "application/json",
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    },
    JSON.stringify(body),
  );
  const answer = JSON.parse(response.text) as Partial<Answer<T>>;
  return {
    status: response.status,
    headers: response.headers,
    body: answer,
    result: answer.result as T,
    code: answer.code,
    detail: answer.detail,
    errors: answer.errors ?? [],
  };
}
