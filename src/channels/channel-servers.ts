import { ApplicationFailure, ApplicationFailureCategory } from "@temporalio/common";
import { maxHandOvers, maxHandOversToHost } from "../contracts/task-queues.js";
import { HandOverError } from "./hand-over-error.js";
import type { FailureWords } from "./italian-failures.js";

/** Begins the name of an account whose files are fetched, instead of `https:`. */
export const filesScheme = "files:";

interface Attempt {
  begunAt: number;
}

interface Waiting {
  sender: string;
  go: () => void;
}

/** One server that takes messages or gives files, as one channel reaches it. */
interface ServerTraffic {
  /** the messages that are being handed over */
  running: Set<Attempt>;
  waiting: Set<Waiting>;
  /** the number of each sender's latest turn */
  turns: Map<string, number>;
  answeredAt: number;
  /** the last attempt got no answer: until one does, a single message tries */
  isHanging: boolean;
}

const busyForMs = 2_000;

/** Files of a provider may take minutes each: they leave half of its host's slots to messages. */
const mostAtHost = (server: string): number =>
  server.startsWith(filesScheme) ? Math.floor(maxHandOversToHost / 2) : maxHandOversToHost;

/**
 * Shares this worker's slots out between the servers of all channels, so that one which hangs delays nobody else's messages. Each takes
 * `maxHandOvers` messages at a time. Others wait while it answers, and their senders take turns; if it is silent they give their slots back.
 * A server is a login: those of many firms at one host have `maxHandOversToHost` slots together.
 */
export class ChannelServers {
  private readonly servers = new Map<string, ServerTraffic>();
  /** the messages that are being handed over, by host */
  private readonly atHosts = new Map<string, number>();
  private turnsTaken = 0;

  /**
   * @param patienceMs so long a server may be silent before nobody waits behind its messages any more
   * @param hangMs an attempt that fails after so long found a server that doesn't answer
   */
  constructor(
    private readonly patienceMs = 1_000,
    private readonly hangMs = 8_000,
  ) {}

  /**
   * Does the work in one of the server's slots. What is begun in vain, such as reading attachments, belongs into `work`.
   * @param sender whose message it is, such as an organization's id: no sender's many messages delay another's
   * @throws HandOverError, deferred, if the server doesn't answer and another message tries it; ApplicationFailure, to be retried soon,
   *   if all its slots are taken, or its host's; and what `work` throws
   */
  async run<T>(server: string, sender: string, work: () => Promise<T>): Promise<T> {
    const { traffic, attempt } = await this.enter(server, sender);
    try {
      const result = await work();
      this.note(traffic, true);
      return result;
    } catch (error) {
      if (error instanceof HandOverError)
        this.note(traffic, error.outcome === "refused" || performance.now() - attempt.begunAt < this.hangMs);
      throw error;
    } finally {
      traffic.running.delete(attempt);
      this.countAtHost(server, -1);
      if (traffic.running.size === 0 && traffic.waiting.size === 0 && !traffic.isHanging) this.servers.delete(server);
      this.next(traffic)?.go();
    }
  }

  private trafficTo(server: string): ServerTraffic {
    const traffic = this.servers.get(server) ?? {
      running: new Set(),
      waiting: new Set(),
      turns: new Map(),
      answeredAt: 0,
      isHanging: false,
    };
    this.servers.set(server, traffic);
    return traffic;
  }

  /** Takes a slot at the same moment as it finds one free. */
  private async enter(server: string, sender: string): Promise<{ traffic: ServerTraffic; attempt: Attempt }> {
    for (;;) {
      // Anew after each wait: what the others have left meanwhile is gone.
      const traffic = this.trafficTo(server);
      if (traffic.isHanging && traffic.running.size > 0)
        throw new HandOverError(
          "deferred",
          "the server does not answer; another message is trying it" satisfies FailureWords,
        );
      if (this.countAtHost(server, 0) >= mostAtHost(server)) throw busy();
      if (traffic.running.size < maxHandOvers) {
        this.countAtHost(server, 1);
        const attempt = { begunAt: performance.now() };
        traffic.running.add(attempt);
        traffic.turns.set(sender, ++this.turnsTaken);
        return { traffic, attempt };
      }
      if (this.isSilent(traffic)) throw busy();
      await this.turn(traffic, sender);
    }
  }

  /** @returns how many messages are being handed over to all servers of its host */
  private countAtHost(server: string, more: -1 | 0 | 1): number {
    const host = URL.canParse(server) ? new URL(server).host : server;
    const count = (this.atHosts.get(host) ?? 0) + more;
    if (count > 0) this.atHosts.set(host, count);
    else this.atHosts.delete(host);
    return count;
  }

  private isSilent({ running, answeredAt }: ServerTraffic): boolean {
    const begunAt = Math.min(...[...running].map((attempt) => attempt.begunAt));
    return performance.now() - Math.max(begunAt, answeredAt) >= this.patienceMs;
  }

  /** Waits until a slot is free, but no longer than the server may be silent. */
  private turn(traffic: ServerTraffic, sender: string): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        clearTimeout(timer);
        traffic.waiting.delete(waiting);
        resolve();
      };
      const waiting = { sender, go };
      const timer = setTimeout(go, this.patienceMs);
      traffic.waiting.add(waiting);
    });
  }

  /** Who waits longest of the sender whose latest turn is longest ago. */
  private next({ waiting, turns }: ServerTraffic): Waiting | undefined {
    const latest = ({ sender }: Waiting) => turns.get(sender) ?? 0;
    return [...waiting].sort((a, b) => latest(a) - latest(b))[0];
  }

  private note(traffic: ServerTraffic, answered: boolean): void {
    traffic.isHanging = !answered;
    if (answered) traffic.answeredAt = performance.now();
    else for (const { go } of [...traffic.waiting]) go();
  }
}

const busy = () =>
  ApplicationFailure.create({
    type: "mail_server_busy",
    message: "The server takes its time over earlier messages; this one follows.",
    nextRetryDelay: busyForMs,
    // Not one line of the log for each message every two seconds, for as long as a server hangs.
    category: ApplicationFailureCategory.BENIGN,
  });
