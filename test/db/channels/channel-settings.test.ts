import { describe, expect, it } from "@jest/globals";
import { setChannel } from "../../../src/accounts/channels.js";
import { ownSettings, usableChannels, wayOf } from "../../../src/db/channels/channel-settings.js";
import { organizationQuery } from "../../../src/db/organization-query.js";
import { transact } from "../../../src/db/transact.js";
import { channels } from "../../../src/domain/vocabulary.js";
import { startApi } from "../../support/caller.js";
import { organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

type Settings = { SMTP_URL?: string; MAILBOX_SMTP_PORT?: number };

/** The channels that an organization may send by that has set these. */
async function usable(settings: Settings, ...set: string[]): Promise<string[]> {
  const query = async <T extends object>() => set.map((channel) => ({ channel, from: null })) as T[];
  const found = await usableChannels(query, { SMTP_URL: undefined, MAILBOX_SMTP_PORT: undefined, ...settings });
  return channels.filter((channel) => found.has(channel));
}

/** As npm start sets them where nobody has set SMTP_URL. */
const localMailbox = { SMTP_URL: "smtp://127.0.0.1:2525", MAILBOX_SMTP_PORT: 2525 };
const server = { SMTP_URL: "smtp://mail.studio.test" };

describe("an organization may send by", () => {
  it("every channel where nothing real is set: all go to the local mailbox", async () => {
    expect(await usable(localMailbox)).toEqual([...channels]);
  });

  it("what it has set alone, as soon as it has set one", async () => {
    expect(await usable(localMailbox, "pec")).toEqual(["pec"]);
    expect(await usable(localMailbox, "email", "sms")).toEqual(["email", "sms"]);
    expect(await usable({}, "whatsapp")).toEqual(["whatsapp"]);
  });

  it("the installation's mail server besides", async () => {
    expect(await usable(server)).toEqual(["email"]);
    expect(await usable(server, "pec")).toEqual(["email", "pec"]);
  });

  it("e-mail where there is neither server nor mailbox: it waits for one", async () => {
    expect(await usable({})).toEqual(["email"]);
  });
});

describe("a firm's channels", () => {
  const api = forAllTests(startApi);

  it("are its own, and another's change nothing of where its mail goes", async () => {
    const { database } = api.app;
    const config = { ...api.app.config, ...localMailbox };
    const [first, second, bare] = [await organization(api), await organization(api), await organization(api)];
    for (const [{ organizationId }, name] of [
      [first, "primo"],
      [second, "secondo"],
    ] as const) {
      const given = { smtpUrl: `smtps://u:p@smtp.${name}.test`, from: `${name}@pec.test` };
      await transact(database, null, (unit) => setChannel(unit, config, { organizationId, channel: "pec", given }));
    }
    const froms = [first, second, bare].map(async ({ organizationId }) => {
      const own = await ownSettings(database, config, organizationId, "pec");
      const usable = await usableChannels(organizationQuery(database, organizationId), config);
      return [
        own?.from,
        own?.settings.smtpUrl,
        usable.require("pec"),
        (await wayOf(database, config, organizationId, "email")).by,
      ];
    });
    expect(await Promise.all(froms)).toEqual([
      ["primo@pec.test", "smtps://u:p@smtp.primo.test", "primo@pec.test", "nothing"],
      ["secondo@pec.test", "smtps://u:p@smtp.secondo.test", "secondo@pec.test", "nothing"],
      [undefined, undefined, null, "localMailbox"],
    ]);
  });
});
