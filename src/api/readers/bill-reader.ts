import type { Logger } from "pino";
import type { ReadBill } from "../../actions/outside.js";
import type { Config } from "../../config.js";
import { TooMuchHere } from "../../db/reading.js";
import { ActionError, unprocessable } from "../../domain/errors.js";
import { memberIdOf } from "../../domain/permissions.js";
import { megabyte } from "../../domain/sizes.js";
import type { Files } from "../../files/files.js";
import { Turns } from "../turns.js";
import type { Failure } from "./jobs.js";
import { readInThread } from "./read-in-thread.js";

/** An XPWE of ours of the largest bill, 49,000 lines with long texts and a row or two each, has 65 to 80 MB. */
const leastMegabytes = 100;
const limits = { timeMs: 60_000, heapMegabytes: 300, growthMegabytes: 600 };

const refusalOf = ({ code, detail, refusal }: Failure): ActionError | TooMuchHere => {
  if (code === "too_much_here") return new TooMuchHere(detail);
  const isTooLarge = code === "too_large" || refusal === "too_large" || refusal === "archive_too_large";
  return isTooLarge ? new ActionError("too_large", detail) : unprocessable(detail);
};

/**
 * Makes the function that reads stored files as bills, each in a thread of its own: two at a time, and of one organization one.
 * @param most characters that a bill may have which is answered here; `TooMuchHere` for a larger one, however small its file is
 */
export function createBillReader(
  files: Pick<Files, "read">,
  { MAX_FILE_MB }: Pick<Config, "MAX_FILE_MB">,
  log: Logger,
  most?: number,
  readApart = readInThread,
): ReadBill {
  const turns = new Turns({ atOnce: 2, ofOne: 1, waiting: 100, waitingOfOne: 20, waitingOfMember: 10 });
  const maxMegabytes = Math.max(MAX_FILE_MB, leastMegabytes);
  return (caller, file, options, client) => {
    const { organizationId } = caller;
    const read = async () => {
      if (file.sizeBytes > maxMegabytes * megabyte)
        throw new ActionError(
          "too_large",
          `The file has more than ${maxMegabytes} MB. Split it, and import its parts.`,
        );
      const bytes = await files.read(organizationId, file.id);
      const reading = await readApart(
        "bill",
        bytes,
        most === undefined ? options : { ...options, most },
        limits,
        log,
        client?.signal,
      );
      if ("failure" in reading) throw refusalOf(reading.failure);
      return reading.answer;
    };
    return turns.run(organizationId, client, read, memberIdOf(caller));
  };
}
