import { hourMs, minuteMs } from "../../domain/calendar/durations.js";
import type { Channel } from "../../domain/vocabulary.js";
import type { Queries } from "../database.js";

/** Providers lock a mailbox after a few refusals: until this has passed, or the settings have changed, a channel's login isn't tried. */
export const loginWaitMs = hourMs;

/** How long a channel's login still rests since it was refused; 0: it may be tried. */
export async function loginRestMs(queries: Queries, organizationId: string, channel: Channel): Promise<number> {
  const [refused] = await queries.query<{ at: Date | null }>(
    "select login_refused_at as at from mail_channel where organization_id = $1 and channel = $2",
    [organizationId, channel],
  );
  const leftMs = refused?.at ? refused.at.getTime() + loginWaitMs - Date.now() : 0;
  // A refusal dated in the future happened before the clock was set back.
  return leftMs > loginWaitMs + minuteMs ? 0 : Math.max(0, leftMs);
}
