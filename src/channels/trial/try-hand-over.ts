import type { Way } from "../../db/channels/channel-settings.js";
import type { BilingualText } from "../../domain/language.js";
import type { Channel } from "../../domain/vocabulary.js";
import type { HandedOver } from "../channel.js";
import { HandOverError } from "../hand-over-error.js";
import { inItalian } from "../italian-failures.js";

/** What came of trying one direction of a channel. */
export interface TrialOutcome {
  ok: boolean;
  words: BilingualText;
}

/** A channel that the organization has set. */
export type OwnWay<C extends Channel> = Extract<Way<C>, { by: "settings" }>;

/** Tries to hand a trial message over. @param to whom it goes to @param compose reads what it needs, and returns what hands it over */
export async function tryHandOver(
  to: string,
  compose: () => Promise<() => Promise<HandedOver>>,
): Promise<TrialOutcome> {
  try {
    const { serverWords } = await (await compose())();
    const en = `A trial message to ${to} was taken: ${serverWords}`;
    return { ok: true, words: { en, it: `Un messaggio di prova a ${to} è stato accettato: ${serverWords}` } };
  } catch (error) {
    if (!(error instanceof HandOverError)) throw error;
    const { serverWords } = error;
    const en = `A trial message to ${to} was not taken: ${serverWords}`;
    const it = `Un messaggio di prova a ${to} non è stato accettato: ${inItalian(serverWords)}`;
    return { ok: false, words: { en, it } };
  }
}
