// A program of its own, so that the launcher doesn't keep the ORM in memory. It receives a `PrepareRequest` as a message and answers
// `{ type: "prepared", appUrl, email }` or `{ type: "refused", reason }`.

import { withDatabase } from "../../db/database.js";
import { checkSecretKey } from "../../db/installation.js";
import { prepareDatabase } from "../../db/preparation/prepare.js";
import { messageOf } from "../say.js";
import { createDemo, type DemoFacts } from "./demo.js";

export interface PrepareRequest {
  ownerUrl: string;
  /** the application role's password; if undefined, it is derived from the owner's */
  appPassword: string | undefined;
  secretKey: string;
  previousSecretKey: string | undefined;
  /** the demo organization to create; null if an earlier start has created it */
  demo: DemoFacts | null;
}

process.once("disconnect", () => process.exit(1));
process.once("message", ({ ownerUrl, appPassword, secretKey, previousSecretKey, demo }: PrepareRequest) => {
  const prepare = async () => {
    const { appUrl } = await prepareDatabase(ownerUrl, appPassword);
    const keys = { SECRET_KEY: secretKey, SECRET_KEY_PREVIOUS: previousSecretKey };
    await withDatabase(appUrl, (database) => checkSecretKey(database, keys));
    const email = demo && (await createDemo(appUrl, demo));
    return { type: "prepared", appUrl, email };
  };
  void prepare()
    .catch((error: unknown) => ({ type: "refused", reason: messageOf(error) }))
    .then((answer) => process.send?.(answer, () => process.exit(0)));
});
