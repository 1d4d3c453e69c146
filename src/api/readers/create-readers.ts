import type { Logger } from "pino";
import type { Readers } from "../../actions/outside.js";
import type { Config } from "../../config.js";
import type { Files } from "../../files/files.js";
import { createBillReader } from "./bill-reader.js";
import { readInThread } from "./read-in-thread.js";
import { createTextReader } from "./text-reader.js";

/** Makes what actions read stored files by. @param most characters that a bill may have which is answered here; unset: any number */
export const createReaders = (
  files: Files,
  config: Config,
  log: Logger,
  most?: number,
  read = readInThread,
): Readers => ({
  readText: createTextReader(files, log, read),
  readBill: createBillReader(files, config, log, most, read),
  readHead: (file) => files.head(file),
});
