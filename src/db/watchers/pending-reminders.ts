/**
 * SQL of the reminders that are still pending though they were due before an instant, also SQL: `organization_id`, `id`, `submission_id`,
 * `due_at`. Those with a watcher and those without have an index each.
 */
export const pendingSince = (instant: string): string =>
  ["is null", "is not null"]
    .map(
      (watched) => `select organization_id, id, submission_id, due_at from reminder
        where status = 'pending' and due_at < ${instant} and watched_at ${watched}`,
    )
    .join(" union all ");
