import { createCipheriv, randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { v7 as uuidv7 } from "uuid";
import { databaseFindings } from "../../src/admin/doctor/database.js";
import { loadConfig } from "../../src/config.js";
import { ownSettings } from "../../src/db/channels/channel-settings.js";
import { Database } from "../../src/db/database.js";
import { checkSecretKey } from "../../src/db/installation.js";
import { rewriteSecrets, rotateSecrets, unreadableSecrets } from "../../src/db/rotate-secrets.js";
import { decryptSecret, encryptSecret, isCurrent, type SecretRow, tryDecryptSecret } from "../../src/db/secrets.js";
import { createTestDatabase } from "../support/database.js";
import { forAllTests } from "../support/for-tests.js";

const [first, second, lost] = ["ab", "cd", "ef"].map((pair) => pair.repeat(32)) as [string, string, string];
const before = { SECRET_KEY: first };
const during = { SECRET_KEY: second, SECRET_KEY_PREVIOUS: first };
const after = { SECRET_KEY: second };

/** A value as it was stored before values were bound to their rows. */
function unbound(key: string, text: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(key, "hex"), nonce);
  const encrypted = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

describe("an encrypted value", () => {
  const row: SecretRow = ["mail_channel.settings", "a", "email"];
  const stored = encryptSecret(before, "però", ...row);

  it("is read for its row alone", () => {
    expect(decryptSecret(before, stored, ...row)).toBe("però");
    const others: SecretRow[] = [
      ["mail_channel.settings", "b", "email"],
      ["mail_channel.settings", "a", "pec"],
      ["organization_ai.api_key", "a", "email"],
    ];
    for (const other of others) expect(tryDecryptSecret(before, stored, ...other)).toBeNull();
    expect(() => decryptSecret(before, stored, "mail_channel.settings", "b", "email")).toThrow(
      /mail_channel\.settings/,
    );
  });

  it("is read with its key alone, as long as that one is known", () => {
    expect(decryptSecret(during, stored, ...row)).toBe("però");
    expect(tryDecryptSecret(after, stored, ...row)).toBeNull();
    expect([isCurrent(before, stored), isCurrent(during, stored)]).toEqual([true, false]);
    expect(() => decryptSecret({}, stored, ...row)).toThrow(/SECRET_KEY is not set/);
  });

  it("of the form before is still read", () => {
    const old = unbound(first, "segreto");
    for (const keys of [before, during]) expect(decryptSecret(keys, old, ...row)).toBe("segreto");
    expect(isCurrent(before, old)).toBe(false);
    expect(tryDecryptSecret(after, old, ...row)).toBeNull();
    expect(tryDecryptSecret(after, Buffer.from("short"), ...row)).toBeNull();
  });

  it("is spoilt by each changed byte", () => {
    for (let n = 0; n < stored.length; n++) {
      const spoilt = Buffer.from(stored);
      spoilt[n] = 255 - (spoilt[n] as number);
      expect(tryDecryptSecret(before, spoilt, ...row)).toBeNull();
    }
  });
});

describe("a new SECRET_KEY", () => {
  const test = forAllTests(createTestDatabase);
  const database = forAllTests(() => Database.open(test.appUrl, 1));
  const [rossi, bianchi, olga] = [uuidv7(), uuidv7(), uuidv7()];
  const config = (keys: object) => loadConfig(keys as NodeJS.ProcessEnv);
  const client: SecretRow = ["oauth_artifact.sealed_secret", "Client", "0a".repeat(32)];

  beforeAll(async () => {
    await checkSecretKey(database, before);
    for (const id of [rossi, bianchi])
      await database.query(
        "insert into organization (id, name, created_at, updated_at) values ($1, 'Studio', now(), now())",
        [id],
      );
    await database.query(
      "insert into user_account (id, email, name, password_hash, created_at) values ($1, 'o@studio.test', 'Olga', '', now())",
      [olga],
    );
    const mail =
      "insert into mail_channel (organization_id, channel, settings, updated_at) values ($1, 'email', $2, now())";
    const smtp = (host: string) => JSON.stringify({ smtpUrl: `smtp://${host}` });
    await database.query(mail, [rossi, unbound(first, smtp("rossi"))]);
    await database.query(mail, [
      bianchi,
      encryptSecret(before, smtp("bianchi"), "mail_channel.settings", bianchi, "email"),
    ]);
    const ai =
      "insert into organization_ai (organization_id, provider, model, api_key, updated_at) values ($1, 'openai', 'm', $2, now())";
    await database.query(ai, [rossi, null]);
    await database.query(ai, [bianchi, unbound(lost, "sk-lost")]);
    await database.query(
      "insert into second_factor (user_id, secret, last_step, confirmed_at) values ($1, $2, 0, now())",
      [olga, encryptSecret(before, "TOTP", "second_factor.secret", olga)],
    );
    await database.query("insert into oauth_key (n, keys) values (12, $1)", [unbound(first, "{}")]);
    await database.query(
      "insert into oauth_artifact (model, id_sha256, payload) values ('Client', decode($1, 'hex'), $2)",
      [client[2], JSON.stringify({ sealed_secret: encryptSecret(before, "client", ...client).toString("base64") })],
    );
  });

  const stored = async (): Promise<[SecretRow, Buffer][]> => {
    const rows = await database.query<{ place: SecretRow[0]; key: string[]; value: Buffer }>(
      `select 'mail_channel.settings' as place, array[organization_id::text, channel] as key, settings as value from mail_channel
       union all select 'second_factor.secret', array[user_id::text], secret from second_factor
       union all select 'oauth_key.keys', array[n::text], keys from oauth_key
       union all select 'oauth_artifact.sealed_secret', array[model, encode(id_sha256, 'hex')], decode(payload ->> 'sealed_secret', 'base64')
       from oauth_artifact`,
    );
    return rows.map(({ place, key, value }) => [[place, ...key], value]);
  };
  const currentCount = async () => (await stored()).filter(([, value]) => isCurrent(during, value)).length;
  const foundOfKey = async (keys: object) =>
    (await databaseFindings(database, config(keys))).find(({ check }) => check === "secret key");
  const keyFinding = async (keys: object) => (await foundOfKey(keys))?.state;

  it("is taken beside the previous one, alone not yet", async () => {
    await expect(checkSecretKey(database, after)).rejects.toThrow(/SECRET_KEY isn't the key.* previousSecretKey/);
    await checkSecretKey(database, during);
    expect((await ownSettings(database, config(during), rossi, "email"))?.settings.smtpUrl).toBe("smtp://rossi");
    expect([await keyFinding(before), await keyFinding(during), await keyFinding(after)]).toEqual([
      "ok",
      "warning",
      "problem",
    ]);
  });

  it("loses nothing where its work is broken off after a batch", async () => {
    for await (const batch of rewriteSecrets(database, during, 1)) {
      expect(batch).toEqual({ rewritten: 1, unreadable: 0 });
      break;
    }
    expect(await currentCount()).toBe(1);
    for (const [row, value] of await stored()) expect(tryDecryptSecret(during, value, ...row)).not.toBeNull();
    await checkSecretKey(database, before);
  });

  it("encrypts the rest when it is repeated, and is the only one from then on", async () => {
    // What neither key can read was lost with a key before; it stands in no one's way.
    expect(await rotateSecrets(database, during)).toEqual({ rewritten: 4, unreadable: 1 });
    expect(await currentCount()).toBe(5);
    for (const [row, value] of await stored()) expect(tryDecryptSecret(after, value, ...row)).not.toBeNull();
    await checkSecretKey(database, after);
    await expect(checkSecretKey(database, before)).rejects.toThrow(/SECRET_KEY isn't the key/);
    expect([await keyFinding(after), await keyFinding(during)]).toEqual(["ok", "warning"]);
    expect(await rotateSecrets(database, during)).toEqual({ rewritten: 0, unreadable: 1 });
  });

  it("isn't enough yet for what a process with the previous one alone has saved since", async () => {
    expect((await foundOfKey(during))?.says).toMatch(/isn't needed any more/);
    const late = encryptSecret(before, "TOTP", "second_factor.secret", olga);
    await database.query("update second_factor set secret = $1 where user_id = $2", [late, olga]);
    expect((await foundOfKey(during))?.says).toMatch(/encrypted with SECRET_KEY_PREVIOUS: run secrets rotate/);
    expect(await rotateSecrets(database, during)).toEqual({ rewritten: 1, unreadable: 1 });
    expect((await foundOfKey(during))?.says).toMatch(/isn't needed any more/);
  });

  it("reads nothing that was moved to another firm's row", async () => {
    await database.query(
      "update mail_channel set settings = (select settings from mail_channel where organization_id = $1) where organization_id = $2",
      [rossi, bianchi],
    );
    await expect(ownSettings(database, config(after), bianchi, "email")).rejects.toThrow(/not encrypted for this row/);
    expect((await ownSettings(database, config(after), rossi, "email"))?.settings.smtpUrl).toBe("smtp://rossi");
  });

  it("counts what was moved among what can't be read, and names the tables", async () => {
    const unreadable = { "mail_channel.settings": 1, "organization_ai.api_key": 1 };
    expect(Object.fromEntries(await unreadableSecrets(database, after))).toEqual(unreadable);
    expect(await rotateSecrets(database, after)).toEqual({ rewritten: 0, unreadable: 2 });
    const findings = await databaseFindings(database, config(after));
    expect(findings.find(({ check }) => check === "stored secrets")).toMatchObject({
      state: "warning",
      says: expect.stringContaining("1 in mail_channel.settings, 1 in organization_ai.api_key"),
    });
    expect((await databaseFindings(database, config(before))).map(({ check }) => check)).not.toContain(
      "stored secrets",
    );
  });
});
