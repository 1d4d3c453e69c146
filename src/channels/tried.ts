import type { Way } from "../db/channel-settings.js";
import type { Channel } from "../domain/vocabulary.js";

/** What is said to a person, by the person's language. */
export interface Words {
  en: string;
  it: string;
}

/** What came of trying one direction of a channel. */
export interface Tried {
  ok: boolean;
  words: Words;
}

/** A channel that the organization has set. */
export type OwnWay<C extends Channel> = Extract<Way<C>, { by: "settings" }>;
