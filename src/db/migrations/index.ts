import { Foundation0001 } from "./0001-foundation.js";
import { Search0002 } from "./0002-search.js";

/** In order; each is applied once and never changed afterwards. */
export const migrations = [Foundation0001, Search0002];
