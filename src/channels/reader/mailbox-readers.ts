import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { ownSettings } from "../../db/channels/channel-settings.js";
import { isOver } from "../../db/lease.js";
import { sayOnce } from "../../db/say-once.js";
import type { MailChannel } from "../../domain/messages/mail.js";
import { ByteBudget } from "./byte-budget.js";
import { hold, leave, release, renew } from "./place.js";
import { readMailbox } from "./read-mailbox.js";
import type { ReaderDependencies } from "./reader-dependencies.js";
import { readerTimes } from "./reader-times.js";

/** So many bytes of mail, and so many mails, are in a worker's memory at once; reading one takes a few times its size. */
const [budgetBytes, mailsAtOnce] = [64 * 1024 * 1024, 2];
/** Connections that are opened at once would be many handshakes at once. */
const maxNewPerLook = 50;
const stopMs = 10_000;

interface SetChannel {
  organizationId: string;
  channel: MailChannel;
  changedAt: Date;
  isOthers: boolean;
}

interface Reader {
  changedAt: number;
  /** null: the channel's settings name no mailbox to read */
  reading: { stop: AbortController; done: Promise<void> } | null;
}

const setChannels = `select c.organization_id as "organizationId", c.channel, c.updated_at as "changedAt",
    r.held_by is distinct from $1 and not ${isOver("r.held_until")} as "isOthers"
  from mail_channel c left join mailbox_reading r on r.organization_id = c.organization_id and r.channel = c.channel
  where c.channel in ('email', 'pec') order by c.organization_id`;

/**
 * Reads the mailboxes of all organizations, each by one worker alone: a row says which, and another takes over when that one is silent.
 * A connection waits for news in each mailbox; mails are taken two at a time.
 */
export function startMailboxReaders(
  parts: Omit<ReaderDependencies, "budget" | "times">,
  times = readerTimes,
): { stop(): Promise<void> } {
  const deps: ReaderDependencies = { ...parts, times, budget: new ByteBudget(budgetBytes, mailsAtOnce) };
  const { database, config, log } = deps;
  const holder = randomUUID();
  const readers = new Map<string, Reader>();
  /** read with other settings before, until it is read with the new ones: the first start may fail */
  const changed = new Set<string>();
  const stopping = new AbortController();
  const keyOf = ({ organizationId, channel }: Pick<SetChannel, "organizationId" | "channel">) =>
    `${organizationId} ${channel}`;

  async function end(key: string): Promise<void> {
    const reader = readers.get(key);
    reader?.reading?.stop.abort();
    await reader?.reading?.done;
    readers.delete(key);
  }

  async function start(set: SetChannel): Promise<void> {
    const { organizationId, channel } = set;
    const [key, changedAt] = [keyOf(set), set.changedAt.getTime()];
    const own = await ownSettings(database, config, organizationId, channel);
    const imapUrl = own?.settings.imapUrl;
    const held = { organizationId, channel, holder };
    if (!imapUrl) {
      await leave(database, held);
      return void readers.set(key, { changedAt, reading: null });
    }
    const mailbox = { ...held, imapUrl, changedAt: set.changedAt };
    const place = await hold(database, mailbox, times.leaseMs);
    if (!place) return;
    // What was refused before was refused with other settings, also where that attempt ended after the change.
    const isOld = changed.has(key) || place.failedAt === null || place.failedAt < set.changedAt;
    const stop = new AbortController();
    const begun = isOld ? { ...place, retryAt: null, refusals: 0 } : place;
    const done = readMailbox(deps, mailbox, begun, stop.signal).catch((err: unknown) =>
      log.error({ organizationId, channel, err }, "the reader of a mailbox ended"),
    );
    readers.set(key, { changedAt, reading: { stop, done } });
    changed.delete(key);
    // One that has ended by itself is started again with the next look.
    done.then(() => !stop.signal.aborted && readers.delete(key));
  }

  async function look(): Promise<void> {
    const channels = await database.query<SetChannel>(setChannels, [holder]);
    const wanted = new Map(channels.map((set) => [keyOf(set), set]));
    for (const [key, { changedAt }] of [...readers])
      if (wanted.get(key)?.changedAt.getTime() !== changedAt) {
        await end(key);
        changed.add(key);
      }
    const unread = channels.filter((set) => !set.isOthers && !readers.has(keyOf(set)));
    for (const set of unread.slice(0, maxNewPerLook)) {
      if (stopping.signal.aborted) return;
      try {
        await start(set);
      } catch (err) {
        const { organizationId, channel } = set;
        log.warn({ organizationId, channel, err }, "the reading of a mailbox could not begin");
      }
    }
  }

  async function keepHeld(): Promise<void> {
    const held = new Set((await renew(database, holder, times.leaseMs)).map(keyOf));
    for (const [key, { reading }] of [...readers]) if (reading && !held.has(key)) await end(key);
  }

  /** Does it again and again; the database may be away for a while. */
  async function repeat(everyMs: number, work: () => Promise<void>): Promise<void> {
    const said = sayOnce(log, {
      fails: "the mailboxes could not be looked after; trying again",
      isDone: "the mailboxes are looked after again",
    });
    while (!stopping.signal.aborted) {
      try {
        await work();
        said.done();
      } catch (err) {
        said.failed(err);
      }
      await wait(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const repeating = [repeat(times.lookMs, look), repeat(times.leaseMs / 4, keepHeld)];
  return {
    async stop() {
      stopping.abort();
      await Promise.all(repeating);
      const ended = Promise.all([...readers.keys()].map(end));
      await Promise.race([ended, wait(stopMs, undefined, { ref: false })]);
      // If the database is away, the mailboxes are free when their time is over.
      await release(database, holder).catch((err: unknown) => log.debug({ err }, "the mailboxes were not given back"));
    },
  };
}
