import { expect, it } from "@jest/globals";
import { setChannel } from "../../../src/accounts/channels.js";
import { tellOfUnreadMailbox } from "../../../src/activities/notices/mailbox-notices.js";
import { explainImapFailure } from "../../../src/channels/reader/mailbox-failure.js";
import { transact } from "../../../src/db/transact.js";
import { startApi } from "../../support/caller.js";
import { organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);

it.each([
  ["imaps.aruba.it", true],
  ["outlook.office365.com", false],
])("of a refused login at %s ask for a new password where one may do: %s", async (host, asks) => {
  const { database, config } = api.app;
  const { organizationId, member } = await organization(api);
  await member("owner");
  const given = { smtpUrl: "smtps://studio:segreto@smtp.studio.test", from: "studio@studio.test" };
  await transact(database, null, (unit) => setChannel(unit, config, { organizationId, channel: "email", given }));
  const refusal = Object.assign(new Error("Command failed"), {
    authenticationFailed: true,
    responseText: "LOGIN failed.",
  });
  const { words } = explainImapFailure(refusal, {}, host);
  await tellOfUnreadMailbox({ database, config })({ organizationId, channel: "email" }, words, null);
  const { rows } = await api.pool.query("select body from message where organization_id = $1", [organizationId]);
  expect(rows.map(({ body }) => body.includes("Se la password è cambiata"))).toEqual([asks]);
});
