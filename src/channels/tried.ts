import type { Way } from "../db/channel-settings.js";
import type { BilingualText } from "../domain/language.js";
import type { Channel } from "../domain/vocabulary.js";

/** What came of trying one direction of a channel. */
export interface Tried {
  ok: boolean;
  words: BilingualText;
}

/** A channel that the organization has set. */
export type OwnWay<C extends Channel> = Extract<Way<C>, { by: "settings" }>;
