import { once } from "node:events";
import { expect, it } from "@jest/globals";
import { Attempts } from "../../../src/channels/reader/attempts.js";
import { ByteBudget } from "../../../src/channels/reader/byte-budget.js";
import { openMailbox } from "../../../src/channels/reader/open-mailbox.js";
import { type HeldMailbox, hold } from "../../../src/channels/reader/place.js";
import { placeIn } from "../../../src/channels/reader/place-in.js";
import { readerTimes } from "../../../src/channels/reader/reader-times.js";
import { takeNew } from "../../../src/channels/reader/take-new.js";
import { newId } from "../../../src/db/new-id.js";
import { Files } from "../../../src/files/files.js";
import { startApi } from "../../support/caller.js";
import { organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { startImap } from "../../support/imap.js";

const api = forAllTests(startApi);
const imap = forAllTests(startImap);

it("counts no try of a mail whose connection ended while it waited for its turn", async () => {
  const { database, config, log } = api.app;
  const { organizationId } = await organization(api);
  imap.append("Subject: Sana\r\n\r\nSana\r\n");
  const open = await openMailbox(imap.url);
  const budget = new (class extends ByteBudget {
    override async run<T>(owner: string, bytes: number, work: () => Promise<T>): Promise<T> {
      const closed = once(open.client, "close");
      imap.dropConnections();
      await closed;
      return super.run(owner, bytes, work);
    }
  })(1_000, 1);
  const mailbox: HeldMailbox = { organizationId, channel: "email", holder: newId() };
  const before = await hold(database, mailbox, 60_000);
  if (!before) throw new Error("another holds the mailbox");
  const state = { place: await placeIn(database, open, mailbox, before), attempts: new Attempts(), failures: 0 };
  const files = new Files(database, config);
  const deps = { database, config, log, files, budget, times: readerTimes, tellOwners: async () => undefined };
  await expect(takeNew(deps, open, mailbox, state, new AbortController().signal)).rejects.toThrow(
    "the mail server closed the connection",
  );
  const rows = await database.query("select tries from mailbox_reading where organization_id = $1", [organizationId]);
  expect(rows).toEqual([{ tries: 0 }]);
});
