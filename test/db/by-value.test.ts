import { expect, it } from "@jest/globals";
import { setChannel } from "../../src/accounts/channels.js";
import { notifyOfEndingKeys } from "../../src/accounts/keys/key-notices.js";
import { addKey } from "../../src/accounts/keys/keys.js";
import { noteLoginRefusal } from "../../src/activities/messages/login-refusals.js";
import { takeWritten } from "../../src/channels/incoming/take-written.js";
import { usableChannels } from "../../src/db/channels/channel-settings.js";
import { contactsByAddress } from "../../src/db/channels/contacts-by-address.js";
import { loginRestMs } from "../../src/db/channels/login-rest.js";
import { ownAddresses } from "../../src/db/channels/own-addresses.js";
import { hasTemplate, isWindowOpen } from "../../src/db/channels/whatsapp-window.js";
import { Message } from "../../src/db/entities/message.js";
import { organizationQuery } from "../../src/db/organization-query.js";
import { entriesWithCodes, pricesOfCodes } from "../../src/db/prices/prices-of-codes.js";
import { hydrate } from "../../src/db/table.js";
import { transact } from "../../src/db/transact.js";
import { dayMs, minuteMs } from "../../src/domain/calendar/durations.js";
import { startApi } from "../support/caller.js";
import { createContact, organization, type TestOrganization, type TestRecord } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";

const api = forAllTests(startApi);

const [from, numbers] = ["studio@pec.test", ["+393330000001", "+393330000002"]];
const whatsApp = {
  phoneNumberId: "1",
  accessToken: "a".repeat(40),
  appSecret: "b".repeat(32),
  verifyToken: "c".repeat(20),
};

/** What another firm may have too: an address, the number of a client, a code; it is found by that, and not by an id. */
async function furnish(org: TestOrganization): Promise<void> {
  const { database, config, log } = api.app;
  const { organizationId } = org;
  for (const [channel, given] of [
    ["pec", { smtpUrl: "smtps://u:p@smtp.pec.test", from }],
    ["whatsapp", whatsApp],
  ] as const)
    await transact(database, null, (unit) => setChannel(unit, config, { organizationId, channel, given }));
  const refused = hydrate(Message, { organizationId, channel: "pec", from });
  await noteLoginRefusal({ database, config, log }, refused, "535 no", new Date(Date.now() + dayMs));
  for (const [n, number] of numbers.entries()) {
    const message = { id: `w${n}`, from: number, name: null, at: new Date(), text: "Ciao", about: null, files: [] };
    await takeWritten(database, { organizationId, channel: "whatsapp", to: "1" }, message);
  }
  const { items } = await org.ok<{ items: TestRecord[] }>("list_threads", { channel: "whatsapp" });
  await org.ok("delete_thread", { threadId: items[0]?.id });
  await createContact(org);
  const { id: bookId } = await org.ok("create_price_book", { name: "Listino" });
  const entries = [{ code: "A1", description: "Scavo", unit: "m", price: 11 }];
  await org.ok("add_price_book_entries", { bookId, entries });
}

async function foundBy({ organizationId }: TestOrganization): Promise<Record<string, unknown>> {
  const { database, config } = api.app;
  const query = organizationQuery(database, organizationId);
  const [now, codes] = [new Date(), ["A1"]];
  return {
    isOwn: (await ownAddresses(database, config, organizationId))(from),
    hasPec: (await usableChannels(query, config)).has("pec"),
    hasMail: (await usableChannels(query, config)).has("email"),
    rests: (await loginRestMs(database, organizationId, "pec")) > 0,
    template: await hasTemplate(query, config, organizationId),
    mayWrite: await Promise.all(numbers.map((number) => isWindowOpen(query, number, now))),
    contacts: (await contactsByAddress(query, "email", "maria.bianchi@cliente.test")).length,
    coded: (await entriesWithCodes(query, null, codes)).length,
    prices: (await pricesOfCodes(query, null, codes, null)).length,
  };
}

it("finds what a firm has by an address, a number or a code, and not what another has by the same", async () => {
  const [other, own] = [await organization(api), await organization(api)];
  await own.ok("create_price_book", { name: "Vuoto" });
  const nothing = await foundBy(own);
  await furnish(other);
  expect(await foundBy(own)).toEqual(nothing);
  const something = await foundBy(other);
  expect(something).toMatchObject({ isOwn: true, mayWrite: [true, true], contacts: 1, coded: 1, prices: 1 });
  for (const [name, value] of Object.entries(something)) expect([name, value]).not.toEqual([name, nothing[name]]);
});

it("tells of a firm's key that ends the firm's own owners alone", async () => {
  const { database, log } = api.app;
  const [other, own] = [await organization(api), await organization(api)];
  await other.member("owner");
  const { email } = await own.member("owner");
  // Told a day before, of a key that was made for longer.
  const ending = { name: "sito", expiresAt: new Date(Date.now() + dayMs + minuteMs) };
  await transact(database, null, (unit) => addKey(unit, { organizationId: own.organizationId, ...ending }));
  await notifyOfEndingKeys(database, log, new Date(Date.now() + minuteMs));
  const { rows } = await api.pool.query(
    "select organization_id as firm, email from account_link where kind = 'key_ends'",
  );
  expect(rows).toEqual([{ firm: own.organizationId, email }]);
});
