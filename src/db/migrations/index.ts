import { Foundation0001 } from "./0001-foundation.js";

/** In order; each is applied once and never changed afterwards. */
export const migrations = [Foundation0001];
