// A program of its own, so that the launcher carries no ORM for as long as it runs. It is sent `PrepareOrder`, and answers
// `{ type: "prepared", appUrl, email }` or `{ type: "refused", reason }`.

import { prepareDatabase } from "../db/prepare.js";
import { createDemo } from "./demo.js";
import type { FirstRun } from "./first-run.js";
import { words } from "./say.js";

export interface PrepareOrder {
  ownerUrl: string;
  /** The application role's password; unset: derived from the owner's. */
  appPassword: string | undefined;
  /** What to make of the demo organization; null where an earlier start made it. */
  demo: FirstRun | null;
}

process.once("disconnect", () => process.exit(1));
process.once("message", ({ ownerUrl, appPassword, demo }: PrepareOrder) => {
  const prepare = async () => {
    const { appUrl } = await prepareDatabase(ownerUrl, appPassword);
    const email = demo && (await createDemo(appUrl, demo));
    return { type: "prepared", appUrl, email };
  };
  void prepare()
    .catch((error: unknown) => ({ type: "refused", reason: words(error) }))
    .then((answer) => process.send?.(answer, () => process.exit(0)));
});
