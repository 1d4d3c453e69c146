import { mkdirSync } from "node:fs";
import path from "node:path";
import { type Config, servesThisMachineOnly } from "../config.js";
import { completeFirstRun, discardFirstRun, type FirstRun, firstRunFacts } from "./data-dir/first-run.js";
import { endOrphans, holdDataDir, type Instance, releaseDataDir, writeInstance } from "./data-dir/instance.js";
import { loadSecrets, type Secrets } from "./data-dir/secrets.js";
import { type Account, postgresAccount } from "./lesser-user/account.js";
import { openLogFor, refuseForeign } from "./lesser-user/owned-files.js";
import { programsAccount } from "./lesser-user/rights.js";
import { freePort } from "./ports.js";
import { externalPostgres } from "./postgres/external.js";
import { startEmbeddedPostgres } from "./postgres/part.js";
import { prepare } from "./preparation/prepare.js";
import { type KnownProcess, knownProcess } from "./processes/known-process.js";
import { Part, type PartSpec } from "./processes/part.js";
import { programPart, type RunAs } from "./processes/program.js";
import { messageOf, say } from "./say.js";
import { checkNamedFiles } from "./settings/named-files.js";
import { checkPorts } from "./settings/ports-in-use.js";
import { type Program, programEnvironment } from "./settings/program-settings.js";
import { startEmbeddedTemporal } from "./temporal/part.js";

const workerTimeoutMs = 20_000;
const noMail =
  "SMTP_URL is not set: mail waits, but for organizations with a mail server of their own. The local mailbox runs only where BASE_URL is on this machine and TRUST_PROXY is unset.";

/** `npm start`: starts every part of the product in order, each as a process of its own, and stops them in reverse order. */
export class Launch {
  /** in the order of their start */
  private readonly parts: Part[] = [];
  private readonly stopping = new AbortController();
  private databaseUrl: string | null = null;
  private holdsDataDir = false;
  private saidUnwritten = false;
  /** as whom the parts run, where the launcher is root's */
  private account: Account | null = null;

  constructor(private readonly config: Config) {}

  /**
   * Starts everything; when it returns, `/readyz` answers 200.
   * @throws Error in words for the person at the terminal
   */
  async start(): Promise<{ facts: FirstRun; isFirst: boolean }> {
    const { config } = this;
    const { signal } = this.stopping;
    mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 });
    refuseForeign(config.DATA_DIR);
    await holdDataDir(config.DATA_DIR, signal);
    const ended = await endOrphans(config.DATA_DIR);
    signal.throwIfAborted();
    // Not before: a start that is stopped leaves the note of those processes to the next one, and a lock that counts no more.
    this.holdsDataDir = true;
    if (ended.length > 0) say(`Ended processes left by an earlier start: ${ended.join(", ")}.`);
    const secrets = loadSecrets(config.DATA_DIR);
    this.account = postgresAccount(path.join(config.DATA_DIR, "postgres"), say);
    const runAs = { account: programsAccount(this.account, say) };
    await checkPorts(config, runAs.account);
    checkNamedFiles(config, runAs.account);

    const [databaseUrl] = await Promise.all([this.startPostgres(secrets), this.startTemporal()]);
    this.databaseUrl = databaseUrl;
    this.record();
    const { facts, isComplete } = firstRunFacts(config.DATA_DIR, {
      baseUrl: config.BASE_URL,
      temporalUi: config.TEMPORAL_ADDRESS ? null : `http://localhost:${config.TEMPORAL_UI_PORT}`,
      mailbox: this.hasMailbox ? `${config.BASE_URL}/mailbox` : null,
    });
    const { appUrl, email } = await prepare(
      {
        ownerUrl: databaseUrl,
        appPassword: config.APP_DATABASE_PASSWORD,
        secretKey: config.SECRET_KEY ?? secrets.secretKey,
        previousSecretKey: config.SECRET_KEY_PREVIOUS ?? secrets.previousSecretKey,
        demo: isComplete ? null : facts,
      },
      runAs,
      signal,
    );
    if (email) facts.email = email;
    const isFirst = !isComplete && email !== null;
    if (isComplete || isFirst) completeFirstRun(config.DATA_DIR, facts);
    else discardFirstRun(config.DATA_DIR);
    await this.startPrograms(appUrl, secrets, runAs);
    return { facts, isFirst };
  }

  /** Stops all parts, the last one first. May be called at any moment, also while starting. */
  async stop(): Promise<void> {
    this.stopping.abort(new Error("stopped while starting"));
    if (this.holdsDataDir) this.record();
    for (const part of this.parts.toReversed()) await part.stop();
    if (this.holdsDataDir) releaseDataDir(this.config.DATA_DIR);
  }

  private readonly newPart = (spec: PartSpec): Part => {
    this.stopping.signal.throwIfAborted();
    const part = new Part(spec, say, () => this.record());
    this.parts.push(part);
    return part;
  };

  private startPostgres({ postgresPassword: password }: Secrets): Promise<string> {
    const { DATABASE_URL: url, DATA_DIR: dataDir } = this.config;
    const { signal } = this.stopping;
    if (url) return externalPostgres(url, signal);
    return startEmbeddedPostgres({ dataDir, password, say, signal, newPart: this.newPart });
  }

  private async startTemporal(): Promise<void> {
    const {
      TEMPORAL_ADDRESS,
      TEMPORAL_PORT: port,
      TEMPORAL_UI_PORT: uiPort,
      TEMPORAL_NAMESPACE: namespace,
      DATA_DIR: dataDir,
    } = this.config;
    if (TEMPORAL_ADDRESS) return;
    const { account, newPart } = this;
    const { signal } = this.stopping;
    await startEmbeddedTemporal({ dataDir, port, uiPort, namespace, account, say, signal, newPart });
  }

  /** Mail is kept for people at this machine to see; where others use Pratica, their mail would be seen too. */
  private get hasMailbox(): boolean {
    return !this.config.SMTP_URL && servesThisMachineOnly(this.config);
  }

  /** Starts the API last: when it answers, everything runs. Only a Temporal that isn't ours may still be missing. */
  private async startPrograms(appUrl: string, { secretKey, previousSecretKey }: Secrets, runAs: RunAs): Promise<void> {
    const mailboxPort = this.hasMailbox ? await freePort() : undefined;
    const made = { appUrl, secretKey, previousSecretKey, mailboxPort };
    const program = (name: Program, module: string, graceMs: number) => {
      const environment = programEnvironment(name, this.config, made);
      return this.newPart(programPart({ name, module, graceMs, ...withAccessLog(environment, runAs) }));
    };
    const mailbox = this.hasMailbox ? program("mailbox", "mailbox/main", 5_000) : null;
    if (!mailbox && !this.config.SMTP_URL) say(noMail);
    const worker = program("worker", "worker/main", 15_000);
    await Promise.all([mailbox?.start(), this.startWorker(worker)]);
    await program("API", "api/main", 30_000).start();
  }

  private async startWorker(worker: Part): Promise<void> {
    const { TEMPORAL_ADDRESS } = this.config;
    if (!TEMPORAL_ADDRESS) return worker.start();
    const isUp = worker.startWithRetries().then(() => true);
    const isLate = new Promise<false>((resolve) => setTimeout(() => resolve(false), workerTimeoutMs).unref());
    if (!(await Promise.race([isUp, isLate]))) {
      say(`The worker has no Temporal at ${TEMPORAL_ADDRESS} yet: the API starts without it, and orders wait.`);
    }
  }

  /** Writes what runs to `instance.json`. */
  private record(): void {
    if (!this.holdsDataDir) return;
    const processes = this.parts.flatMap(({ name, process: known }) => (known ? [{ name, ...known }] : []));
    const instance: Instance = {
      launcher: knownProcess(process.pid) as KnownProcess,
      state: this.stopping.signal.aborted ? "stopping" : "running",
      baseUrl: this.config.BASE_URL,
      databaseUrl: this.databaseUrl,
      temporalAddress: this.config.TEMPORAL_ADDRESS ?? `127.0.0.1:${this.config.TEMPORAL_PORT}`,
      processes,
    };
    try {
      writeInstance(this.config.DATA_DIR, instance);
      this.saidUnwritten = false;
    } catch (error) {
      // What runs goes on, and above all can still be ended.
      if (!this.saidUnwritten)
        say(`The running processes can't be recorded in ${this.config.DATA_DIR}: ${messageOf(error)}`);
      this.saidUnwritten = true;
    }
  }
}

/** The log of requests is opened for a program of another user, who may not enter its folder. */
function withAccessLog(env: NodeJS.ProcessEnv, runAs: RunAs): { env: NodeJS.ProcessEnv; runAs: RunAs } {
  const { ACCESS_LOG: file } = env;
  if (!runAs.account || !file) return { env, runAs };
  return { env: { ...env, ACCESS_LOG: "/dev/fd/4" }, runAs: { ...runAs, files: [openLogFor(runAs.account, file)] } };
}
