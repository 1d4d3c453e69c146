import { Foundation0001 } from "./0001-foundation.js";
import { Time0003 } from "./0003-time.js";

/** In order; each is applied once and never changed afterwards. */
export const migrations = [Foundation0001, Time0003];
