import { activitiesOver } from "./activities.js";
import { eventually } from "./eventually.js";
import { type FlyingTime, startFlyingTime } from "./flying-time.js";

type Sent = { message: { id: string } };

/** Flying time in which something can happen between a hand-over that finds its message withdrawn, and its workflow's next step. */
export interface RestoringTime extends FlyingTime {
  /**
   * Sends while the mail server is out, deletes what holds the message, and restores it once the message's workflow is about to end; until
   * the message has left.
   */
  restoredAtOnce<T extends Sent>(send: () => Promise<T>, remove: (sent: T) => Promise<unknown>): Promise<T>;
}

const isOut = "451 4.3.2 try later";

export async function startRestoringTime(settings: Record<string, string> = {}): Promise<RestoringTime> {
  let meanwhile: (() => Promise<unknown>) | null = null;
  const time = await startFlyingTime(settings, (database, config) => {
    const activities = activitiesOver(database, config);
    return {
      ...activities,
      async handOverMessage(input) {
        const outcome = await activities.handOverMessage(input);
        if (outcome.outcome === "failed") {
          await meanwhile?.();
          meanwhile = null;
        }
        return outcome;
      },
    };
  });
  const restoreLast = async () => {
    const [deleted] = (await time.org.ok("list_deleted", { limit: 1 })).items;
    await time.org.ok("restore_record", { deletionId: deleted.deletionId });
    await time.ordered();
  };
  return {
    ...time,
    async restoredAtOnce(send, remove) {
      time.smtp.behaviour.rejectWith = isOut;
      const sent = await send();
      const { id } = sent.message;
      const state = () =>
        time.one<{ status: string; error: string | null }>("select status, error from message where id = $1", id);
      await eventually(async () => (await state()).error === isOut);
      delete time.smtp.behaviour.rejectWith;
      meanwhile = restoreLast;
      await remove(sent);
      await time.pass(0.1);
      await eventually(async () => (await state()).status === "sent");
      return sent;
    },
  };
}
