import { surely } from "../domain/messages/withdrawn.js";

// SQL of what waits and what failed, one row each: for the metrics, and for who looks into an installation.

/** Orders that Temporal has not taken yet, the seconds since the oldest of them, and how many it has refused at least once. */
export const waitingOrders = `select count(*) as waiting, coalesce(extract(epoch from now() - min(created_at)), 0)::float as lag,
  count(*) filter (where attempts > 0) as refused from outbox`;

/** Messages that were not handed over yet, and the seconds since the oldest of them. */
export const queuedMessages = `select count(*) as queued, coalesce(extract(epoch from now() - min(created_at)), 0)::float as "oldestQueued"
  from message where status = 'queued' and handed_over_at is null`;

/** Messages that failed in the last 24 hours, without those that were withdrawn, which are no failures. */
export const messagesFailedLately = `select count(*) as failed from message
  where status = 'failed' and coalesce(error, '') not like '${surely}%' and updated_at > now() - interval '24 hours'`;
