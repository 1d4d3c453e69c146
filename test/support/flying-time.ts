import type { TestWorkflowEnvironment } from "@temporalio/testing";
import { dayMs } from "../../src/domain/calendar/durations.js";
import { plainSubject } from "../../src/domain/messages/thread-tokens.js";
import { activitiesOver } from "./activities.js";
import { startApi, type TestApi } from "./caller.js";
import { eventually } from "./eventually.js";
import { organization, type TestMember, type TestOrganization } from "./factories.js";
import { addSearchAttributes } from "./namespace.js";
import { type SmtpForTests, startSmtp } from "./smtp.js";
import { timeSkippingEnvironment } from "./temporal.js";
import { startWorkers } from "./worker.js";

const romanDay = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Rome" });

/** The whole product, from the API to its mails, over a Temporal in which time flies. */
export interface FlyingTime {
  api: TestApi;
  org: TestOrganization;
  owner: TestMember;
  smtp: SmtpForTests;
  environment: TestWorkflowEnvironment;
  /** Midnight UTC of the day so many days from today in Rome: a whole-day value. */
  day(days: number): Date;
  /** Lets so many days pass. */
  pass(days: number): Promise<void>;
  /** Waits until what was ordered has been handed to Temporal. */
  ordered(): Promise<void>;
  /** Waits for a workflow's end, at the pace of the flying time: at the end of a test, since time goes on flying afterwards. */
  result(workflowId: string): Promise<unknown>;
  /** The subjects of the mails so far, without the tokens of threads, with their addresses. */
  mails(): string[];
  one<T extends object = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T>;
  close(): Promise<void>;
}

/** One for each test: after a workflow's end the clock is years ahead. */
export async function startFlyingTime(
  settings: Record<string, string> = {},
  activitiesOf = activitiesOver,
): Promise<FlyingTime> {
  const environment = await timeSkippingEnvironment();
  const namespace = environment.namespace ?? "default";
  await addSearchAttributes(environment.connection, namespace);
  const smtp = await startSmtp();
  const api = await startApi({
    relay: true,
    settings,
    through: { temporal: { address: environment.address, namespace } },
  });
  const org = await organization(api);
  const owner = await org.member("owner");
  const workers = await startWorkers(
    environment.nativeConnection,
    namespace,
    api.app.database,
    smtp.url,
    settings,
    activitiesOf,
  );
  const began = Date.now();
  const flying: FlyingTime = {
    api,
    org,
    owner,
    smtp,
    environment,
    day: (days) => new Date(Date.parse(romanDay.format(began)) + days * dayMs),
    pass: (days) => environment.sleep(days * dayMs),
    async ordered() {
      await eventually(async () => (await api.pool.query("select from outbox")).rowCount === 0);
    },
    async result(workflowId) {
      await flying.ordered();
      return environment.client.workflow.getHandle(workflowId).result();
    },
    mails: () => smtp.messages.map(({ subject, envelopeTo }) => `${envelopeTo.join(", ")}: ${plainSubject(subject)}`),
    async one<T extends object>(sql: string, ...values: unknown[]) {
      const { rows } = await api.pool.query(sql, values);
      if (rows.length !== 1) throw new Error(`${rows.length} rows for ${sql}`);
      return rows[0] as T;
    },
    async close() {
      await workers.close();
      await api.close();
      await smtp.close();
      await environment.teardown();
    },
  };
  return flying;
}
