import type { Logger } from "pino";
import type { Queries } from "../../db/database.js";
import { codeOf } from "../../db/error-code.js";
import { newId } from "../../db/new-id.js";
import type { SecurityAction } from "./security-actions.js";

type Facts = "organizationId" | "userId" | "keyId" | "connectionId" | "route" | "reason" | "about" | "ip";

/** An event as the owners see it. Without an organization it concerns that of its connection, or all of its person. */
export type SecurityEvent = { action: string } & Record<Facts, string | null>;

type Row = SecurityEvent & { id: string; at: Date /** not written yet */; times: number };

const writeAfterMs = 1_000;
/** Different events of one key, connection, person or organization within a minute; of more, the log alone has a line. */
const mostPerMinute = 30;

/**
 * The security events that are kept for owners. What happens again within a minute is counted in one row, and all is written once a
 * second, so that neither a request waits for it nor a flood fills the database. Whatever a crash takes stands in the log.
 */
export class SecurityEvents {
  private minute = 0;
  private readonly rows = new Map<string, Row>();
  private readonly counts = new Map<string, number>();
  private readonly waiting = new Set<Row>();
  private timer: NodeJS.Timeout | undefined;
  private written: Promise<void> = Promise.resolve();

  constructor(
    private readonly queries: Queries,
    private readonly log: Logger,
  ) {}

  add(event: SecurityEvent): void {
    const whose = event.keyId ?? event.connectionId ?? event.userId ?? event.organizationId;
    // Unknown keys and addresses belong to no organization.
    if (whose === null) return;
    const row = this.rowOf(event, whose);
    if (!row) return;
    Object.assign(row, { times: row.times + 1, at: new Date(), ip: event.ip });
    this.waiting.add(row);
    this.timer ??= setTimeout(() => void this.flush(), writeAfterMs).unref();
  }

  /** Writes what waits. A failure costs the rows alone: the log has the lines. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const rows = [...this.waiting].map((row) => ({ ...row }));
    for (const row of this.waiting) row.times = 0;
    this.waiting.clear();
    if (rows.length > 0)
      this.written = this.written
        .then(() => this.write(rows))
        .catch((err: unknown) => this.log.warn({ err, rows: rows.length }, "security events are only in the log"));
    await this.written;
  }

  /** One row that the database can't take must not cost the others. */
  private async write(rows: Row[]): Promise<void> {
    try {
      await write(this.queries, rows);
    } catch (error) {
      if (rows.length === 1 || !isAboutData(error)) throw error;
      for (const row of rows)
        await write(this.queries, [row]).catch((err: unknown) => {
          if (!isAboutData(err)) throw err;
          this.log.warn({ err, action: row.action }, "a security event is only in the log");
        });
    }
  }

  /** The row that counts this event; undefined where there are too many. */
  private rowOf(event: SecurityEvent, whose: string): Row | undefined {
    const minute = Math.floor(Date.now() / 60_000);
    if (minute !== this.minute) {
      this.minute = minute;
      this.rows.clear();
      this.counts.clear();
    }
    // Guesses may come from everywhere at once; who is in, and from where, is told of each address.
    const key = JSON.stringify(event.action === "signed_in" ? event : { ...event, ip: null });
    const known = this.rows.get(key);
    if (known) return known;
    const count = (this.counts.get(whose) ?? 0) + 1;
    if (count > mostPerMinute) return undefined;
    const row: Row = { ...event, id: newId(), at: new Date(), times: 0 };
    this.rows.set(key, row);
    this.counts.set(whose, count);
    return row;
  }
}

const insert = `
  insert into security_event (organization_id, id, at, times, action, user_id, key_id, connection_id, route, reason, about, address)
  select o.id, e.id, e.at, e.times, e.action, e."userId", e."keyId", e."connectionId", e.route, e.reason, e.about, e.ip
  from jsonb_to_recordset($1) e (id uuid, at timestamptz, times integer, action text, "organizationId" uuid, "userId" uuid,
    "keyId" uuid, "connectionId" text, route text, reason text, about text, ip text)
  left join connection c on c.grant_id = e."connectionId"
  cross join lateral (
    select coalesce(e."organizationId", c.organization_id) as id
    union select m.organization_id from membership m where m.user_id = e."userId" and coalesce(e."organizationId", c.organization_id) is null) o
  where o.id is not null
  on conflict (organization_id, id) do update
    set times = security_event.times + excluded.times, at = excluded.at, address = excluded.address`;

async function write(queries: Queries, rows: Row[]): Promise<void> {
  await queries.query(insert, [JSON.stringify(rows)]);
}

/** Whether Postgres refused the values themselves: in class 22 what can't be stored, in class 23 what breaks a constraint. */
const isAboutData = (error: unknown): boolean => /^2[23]/.test(codeOf(error));

/** Writes what happened on the command line, for the owners of each organization of the person. */
export const recordAccountEvent = (queries: Queries, action: SecurityAction, userId: string): Promise<void> =>
  write(queries, [
    {
      ...{ id: newId(), at: new Date(), times: 1, action, userId },
      ...{ organizationId: null, keyId: null, connectionId: null, route: null, reason: null, about: null, ip: null },
    },
  ]);

/** How long the owners see what happened, in days. */
export const keptDays = 90;
/** Of each action in an organization, so that a flood of one pushes out nothing but its own. */
const kept = 20_000;

/** Deletes the events whose time is over, and those that are too many. */
export async function deleteOldSecurityEvents(queries: Queries): Promise<void> {
  await queries.query(`delete from security_event where at < now() - interval '${keptDays} days'`);
  await queries.query(
    `delete from security_event e using (
       select organization_id, id, row_number() over (partition by organization_id, action order by id desc) as n from security_event
       join (select organization_id, action from security_event group by 1, 2 having count(*) > $1) many using (organization_id, action)) r
     where r.n > $1 and e.organization_id = r.organization_id and e.id = r.id`,
    [kept],
  );
}
