import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { verify } from "@node-rs/argon2";
import { parseApiKey } from "../../src/accounts/keys/api-key.js";
import { loadOAuthKeys } from "../../src/accounts/oauth-keys.js";
import { secretHash } from "../../src/accounts/secret-hash.js";
import { loadConfig } from "../../src/config.js";
import { decryptSecret } from "../../src/db/secrets.js";
import { createTestDatabase, openPool } from "../support/database.js";
import { closedAfterTest, forAllTests } from "../support/for-tests.js";
import { admin, adminProgram } from "./command.js";

const secretKey = "ab".repeat(32);
const directory = mkdtempSync(path.join(tmpdir(), "pratica-admin-"));
const database = forAllTests(createTestDatabase);
const pool = forAllTests(() => openPool(database.ownerUrl, 2));
let organizationId: string;
let ownerId: string;

const run = (...args: string[]) =>
  admin([...args, "--json"], { DATABASE_URL: database.appUrl, SECRET_KEY: secretKey, DATA_DIR: directory });
const rows = async (sql: string, values: unknown[] = []) => (await pool.query(sql, values)).rows;
const events = async (organization: string) =>
  (await rows("select action, via, changes from audit_event where organization_id = $1 order by id", [
    organization,
  ])) as {
    action: string;
    via: string;
    changes: { record: string; after: Record<string, unknown> }[];
  }[];

beforeAll(async () => {
  organizationId = (await run("organization", "create", "--name", "Studio Rossi")).json.organizationId;
  const owner = ["--email", "Olga@studio.test", "--name", "Olga", "--role", "owner", "--password", "molto segreta 1"];
  ownerId = (await run("user", "create", "--organization", organizationId, ...owner)).json.userId;
});
afterAll(() => rmSync(directory, { recursive: true }));

describe("organization", () => {
  it("is created, and the audit log says so", async () => {
    const { status, stdout } = await run("organization", "create", "--name", "Studio Bianchi");
    expect(status).toBe(0);
    expect(stdout.split("\n")).toHaveLength(2);
    const { organizationId: id } = JSON.parse(stdout);
    expect(await rows("select name, timezone from organization where id = $1", [id])).toEqual([
      { name: "Studio Bianchi", timezone: "Europe/Rome" },
    ]);
    expect(await events(id)).toMatchObject([{ action: "create_organization", via: "admin" }]);
  });

  it("is listed with its id, by which all other commands take it", async () => {
    const { json: studio } = await run("organization", "create", "--name", "Studio Neri");
    const { json } = await run("organization", "list");
    expect(json.organizations[0]).toEqual({ organizationId, name: "Studio Rossi" });
    expect(json.organizations.at(-1)).toEqual({ ...studio, name: "Studio Neri" });
  });

  it("gets another name, never a blank one", async () => {
    const { json: studio } = await run("organization", "create", "--name", " Studio Gallo ");
    const rename = (name: string) => run("organization", "update", "--id", studio.organizationId, "--name", name);
    expect((await rename(" Studio Gallo e Associati ")).json).toEqual(studio);
    const refused = await rename(" ");
    expect([refused.status, refused.json.error.message]).toEqual([1, "An organization needs a name."]);
    expect(await rows("select name from organization where id = $1", [studio.organizationId])).toEqual([
      { name: "Studio Gallo e Associati" },
    ]);
    expect((await events(studio.organizationId)).at(-1)).toMatchObject({
      action: "update_organization",
      changes: [{ before: { name: "Studio Gallo" }, after: { name: "Studio Gallo e Associati" } }],
    });
  });

  it("takes every detail of its letterhead, and loses those that are given empty", async () => {
    const logo = path.join(directory, "logo.svg");
    writeFileSync(logo, '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>');
    const details = ["--legal-name", "Rossi Srl", "--vat-number", "01234560371", "--tax-code", "RNLMRC78C14A944R"];
    const more = [
      "--address",
      "Via Roma 1",
      "--email",
      "a@b.it",
      "--pec",
      "a@pec.it",
      "--phone",
      "051",
      "--iban",
      "IT02",
    ];
    const rest = ["--professional-order", "Collegio", "--timezone", "Europe/Lisbon", "--signature", "Geom. Rossi"];
    const days = ["--holiday", "12-07", "--holiday", "06-25", "--logo", logo];
    const quotas = ["--quota-mails", "5000", "--quota-invitations", "0", "--quota-model-calls", "7"];
    const update = await run(
      "organization",
      "update",
      "--id",
      organizationId,
      ...details,
      ...more,
      ...rest,
      ...days,
      ...quotas,
    );
    expect(update.json).toEqual({ organizationId });
    expect(await rows("select * from organization where id = $1", [organizationId])).toMatchObject([
      {
        legal_name: "Rossi Srl",
        vat_number: "01234560371",
        tax_code: "RNLMRC78C14A944R",
        address: "Via Roma 1",
        email: "a@b.it",
        pec: "a@pec.it",
        phone: "051",
        iban: "IT02",
        professional_order: "Collegio",
        timezone: "Europe/Lisbon",
        signature: "Geom. Rossi",
        holidays: ["06-25", "12-07"],
        quota_mails: 5000,
        quota_invitations: 0,
        quota_model_calls: 7,
        logo: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
        version: 2,
      },
    ]);

    const inARow = await run("organization", "update", "--id", organizationId, "--holiday", "12-07", "06-24");
    expect(inARow.json).toEqual({ organizationId });
    expect(await rows("select holidays from organization where id = $1", [organizationId])).toEqual([
      { holidays: ["06-24", "12-07"] },
    ]);
    await run("organization", "update", "--id", organizationId, "--phone", "", "--holiday", "", "--logo", "");
    expect(await rows("select phone, holidays, logo, pec from organization where id = $1", [organizationId])).toEqual([
      { phone: null, holidays: [], logo: null, pec: "a@pec.it" },
    ]);
  });

  it("says which codes of the letterhead documents would print wrongly, and stores them", async () => {
    const remarkOf = async (...details: string[]) => {
      const { json, stderr } = await run("organization", "update", "--id", organizationId, ...details);
      expect(json).toEqual({ organizationId });
      return stderr;
    };
    const remark = await remarkOf(
      "--vat-number",
      "01234560372",
      "--tax-code",
      "X",
      "--iban",
      "IT61X0542811101000000123456",
    );
    expect(remark).toMatch(
      /^Stored as given.*\n--vat-number is not.*\n--tax-code is not.*\n--iban is not an IBAN.*\n$/,
    );
    const right = [
      "--vat-number",
      "IT 01234560371",
      "--tax-code",
      "01234560371",
      "--iban",
      "IT60 X054 2811 1010 0000 0123 456",
    ];
    expect(await remarkOf(...right)).toBe("");
    expect(await remarkOf("--vat-number", "", "--tax-code", "", "--iban", "")).toBe("");
  });

  it.each([
    [["--timezone", "Europe/Atlantis"], "invalid_input", /Europe\/Atlantis/],
    [["--timezone", "CET"], "invalid_input", /"CET" is an abbreviation.*Europe\/Rome/],
    [["--holiday", "02-30"], "invalid_input", /02-30/],
    [["--quota-mails", "1e3"], "invalid_input", /"1e3" is not a quota/],
    [["--logo", "/nowhere/logo.png"], "invalid_input", /nowhere/],
    [["--logo", new URL(import.meta.url).pathname], "invalid_input", /neither SVG/],
    [[], "invalid_input", /Nothing to change/],
  ])("refuses %j", async (args, code, message) => {
    const { status, json, stderr } = await run("organization", "update", "--id", organizationId, ...args);
    expect([status, json.error.code]).toEqual([1, code]);
    expect(json.error.message).toMatch(message);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  it("says which one it doesn't know", async () => {
    for (const id of ["x", "00000000-0000-7000-8000-000000000000"]) {
      const { json } = await run("organization", "update", "--id", id, "--phone", "1");
      expect(json.error).toEqual({ code: "not_found", message: `id: there is no such record: ${id}` });
    }
  });
});

describe("user set-password", () => {
  it("gives a person a new password, ends what the old one opened, and tells of it", async () => {
    const person = [
      "--organization",
      organizationId,
      "--email",
      "piera@studio.test",
      "--name",
      "Piera",
      "--role",
      "member",
    ];
    const { userId } = (await run("user", "create", ...person, "--password", "prima parola di Piera")).json;
    await rows(
      `insert into web_session (id_sha256, id, user_id, created_at, last_seen_at, expires_at)
       values ('x', gen_random_uuid(), $1, now(), now(), now() + interval '1 day') returning id`,
      [userId],
    );
    const file = path.join(directory, "password");
    writeFileSync(file, "seconda parola di scorta\n");
    const set = (email: string, ...password: string[]) => run("user", "set-password", "--email", email, ...password);
    expect((await set("PIERA@studio.test", "--password-file", file)).json).toEqual({ userId });
    const [user] = await rows("select password_hash as hash from user_account where id = $1", [userId]);
    expect(await verify(user.hash, "seconda parola di scorta")).toBe(true);
    expect(await rows("select from web_session where user_id = $1", [userId])).toEqual([]);
    expect(await rows("select kind from account_link where user_id = $1", [userId])).toEqual([
      { kind: "password_changed" },
    ]);
    expect(await rows("select action, organization_id from security_event where user_id = $1", [userId])).toEqual([
      { action: "set_password", organization_id: organizationId },
    ]);
    expect((await events(organizationId)).at(-1)).toMatchObject({ action: "set_password", via: "admin" });

    expect((await set("piera@studio.test", "--password", "corta")).json.error.code).toBe("invalid_input");
    expect((await set("nessuno@studio.test", "--password", "seconda parola")).json.error.code).toBe("not_found");
  });
});

describe("user create", () => {
  it("stores the password as an argon2id hash, and neither in the audit log", async () => {
    const [user] = (await rows("select * from user_account where id = $1", [ownerId])) as { password_hash: string }[];
    expect(user?.password_hash).toMatch(/^\$argon2id\$/);
    expect(await verify(user?.password_hash ?? "", "molto segreta 1")).toBe(true);
    expect(JSON.stringify(await events(organizationId))).not.toMatch(/segreta|argon2/);
  });

  it("adds the membership of a known e-mail address, whatever its case, and says that the password stays", async () => {
    const { json: other } = await run("organization", "create", "--name", "Studio Verdi");
    const again = [
      "--email",
      "olga@STUDIO.test",
      "--name",
      "Altra",
      "--role",
      "viewer",
      "--password",
      "un'altra segreta",
    ];
    const { json, stderr } = await run("user", "create", "--organization", other.organizationId, ...again);
    expect(json).toEqual({ userId: ownerId });
    expect(stderr).toMatch(/password stay/);
    expect(await rows("select name from user_account where id = $1", [ownerId])).toEqual([{ name: "Olga" }]);
    expect(await rows("select role from membership where user_id = $1 order by role", [ownerId])).toEqual([
      { role: "owner" },
      { role: "viewer" },
    ]);
  });

  it("changes a member's role, but never takes the last owner", async () => {
    const member = ["--organization", organizationId, "--email", "mario@studio.test"];
    const details = ["--name", "Mario", "--password", "un segreto lungo"];
    const { userId } = (await run("user", "create", ...member, ...details, "--role", "member")).json;
    await run("user", "create", ...member, "--role", "guest");
    expect(await rows("select role from membership where user_id = $1", [userId])).toEqual([{ role: "guest" }]);
    const refused = await run(
      "user",
      "create",
      "--organization",
      organizationId,
      "--email",
      "olga@studio.test",
      "--role",
      "member",
    );
    expect(refused.json.error.code).toBe("conflict");
  });

  it.each([
    [
      ["--email", "not an address", "--name", "N", "--role", "member", "--password", "abbastanza lunga"],
      /e-mail address/,
    ],
    [["--email", "a@studio.test", "--name", "N", "--role", "boss", "--password", "abbastanza lunga"], /role "boss"/],
    [["--email", "a@studio.test", "--name", "N", "--role", "member", "--password", "corta"], /12 characters/],
    [["--email", "a@studio.test", "--role", "member", "--password", "abbastanza lunga"], /name/],
  ])("refuses %j", async (args, message) => {
    const { json } = await run("user", "create", "--organization", organizationId, ...args);
    expect(json.error.code).toBe("invalid_input");
    expect(json.error.message).toMatch(message);
  });
});

describe("key create and key revoke", () => {
  it("makes a key whose secret is stored only as a hash, for a user and a list of permissions", async () => {
    const options = ["--user", ownerId, "--permissions", "projects:view, tasks:edit", "--name", "Sito"];
    const { json } = await run("key", "create", "--organization", organizationId, ...options);
    const secret = parseApiKey(json.key)?.secret ?? "";
    expect(parseApiKey(json.key)?.keyId).toBe(json.keyId);
    expect(await rows("select * from api_key where id = $1", [json.keyId])).toMatchObject([
      {
        user_id: ownerId,
        permissions: ["projects:view", "tasks:edit"],
        secret_sha256: secretHash(secret),
        revoked_at: null,
      },
    ]);
    expect(JSON.stringify(await events(organizationId))).not.toContain(secret);

    for (let times = 0; times < 2; times++) {
      expect((await run("key", "revoke", "--id", json.keyId)).json).toEqual({ keyId: json.keyId, revoked: true });
    }
    expect(await rows("select from api_key where id = $1 and revoked_at is not null", [json.keyId])).toHaveLength(1);
    expect((await events(organizationId)).filter(({ action }) => action === "revoke_key")).toHaveLength(1);
  });

  it("revokes a key by its id as the key's text has it", async () => {
    const { json } = await run("key", "create", "--organization", organizationId, "--name", "Sito");
    const inText = String(json.key).split("_")[1] as string;
    expect((await run("key", "revoke", "--id", inText)).json).toEqual({ keyId: json.keyId, revoked: true });
    expect(await rows("select from api_key where id = $1 and revoked_at is not null", [json.keyId])).toHaveLength(1);
  });

  it("makes a key of the organization itself", async () => {
    const { json } = await run("key", "create", "--organization", organizationId, "--name", "Gestionale");
    expect(await rows("select user_id, permissions from api_key where id = $1", [json.keyId])).toEqual([
      { user_id: null, permissions: null },
    ]);
  });

  it("makes keys that end after a year, with a day that is given, or never", async () => {
    const { json: studio } = await run("organization", "create", "--name", "Studio Neri");
    const expiry = async (...options: string[]) => {
      const { json } = await run(
        "key",
        "create",
        "--organization",
        studio.organizationId,
        "--name",
        "Sito",
        ...options,
      );
      if (json.error) return json.error;
      const [row] = await rows(
        "select expires_at, expires_at - created_at = interval '365 days' as is_year from api_key where id = $1",
        [json.keyId],
      );
      return row;
    };
    expect(await expiry()).toMatchObject({ is_year: true });
    expect(await expiry("--expires", "never")).toMatchObject({ expires_at: null });
    expect((await expiry("--expires", "2099-06-30")).expires_at.toISOString()).toBe("2099-06-30T22:00:00.000Z");
    for (const wrong of ["2020-01-31", "2099-02-31", "tomorrow"])
      expect(await expiry("--expires", wrong)).toMatchObject({ code: "invalid_input" });
  });

  it("refuses an unknown permission, and a user who is no member", async () => {
    const name = ["--organization", organizationId, "--name", "N"];
    const unknown = await run("key", "create", ...name, "--permissions", "projects:view,projects:paint");
    expect(unknown.json.error).toMatchObject({
      code: "invalid_input",
      message: expect.stringMatching(/projects:paint/),
    });
    const stranger = await run("key", "create", ...name, "--user", organizationId);
    expect(stranger.json.error).toMatchObject({ code: "not_found", message: expect.stringMatching(/^user:/) });
    expect((await run("key", "revoke", "--id", organizationId)).json.error.code).toBe("not_found");
  });
});

describe("a password", () => {
  it("needs not stand among the arguments", async () => {
    const file = path.join(directory, "password");
    writeFileSync(file, "una frase dal file 7\n");
    const settings = { DATABASE_URL: database.appUrl, DATA_DIR: directory, PRATICA_PASSWORD: "dall'ambiente una 8" };
    const create = (email: string, ...args: string[]) =>
      admin(
        [
          "user",
          "create",
          "--organization",
          organizationId,
          "--email",
          email,
          "--name",
          "P",
          "--role",
          "viewer",
          "--json",
          ...args,
        ],
        settings,
      );
    const made = [
      [(await create("file@studio.test", "--password-file", file)).json.userId, "una frase dal file 7"],
      [(await create("ambiente@studio.test")).json.userId, settings.PRATICA_PASSWORD],
    ];
    for (const [userId, password] of made) {
      const [row] = await rows("select password_hash from user_account where id = $1", [userId]);
      expect(await verify(row.password_hash, password)).toBe(true);
    }
    const { stdout } = await admin(["--help"], settings);
    expect(stdout).toMatch(/--password-file FILE.*PRATICA_PASSWORD/s);
  });
});

describe("sign-in rotate-keys", () => {
  it("makes new keys beside the old ones, encrypted", async () => {
    expect((await run("sign-in", "rotate-keys")).json).toEqual({ keyNumber: 1 });
    expect((await run("sign-in", "rotate-keys")).json).toEqual({ keyNumber: 2 });
    const { keys } = await loadOAuthKeys({ query: rows }, loadConfig({ SECRET_KEY: secretKey }));
    expect(keys.map(({ n, jwk }) => [n, jwk.kty])).toEqual([
      [2, "RSA"],
      [1, "RSA"],
    ]);
    const stored = await rows("select keys from oauth_key");
    expect(stored.some((row) => row.keys.includes(keys[0]?.cookieKey))).toBe(false);
  });
});

describe("secrets rotate", () => {
  it("encrypts everything with the new key, and says that the previous one may go", async () => {
    const one = closedAfterTest(await createTestDatabase());
    const settings = (SECRET_KEY: string, SECRET_KEY_PREVIOUS = "") => ({
      DATABASE_URL: one.appUrl,
      DATA_DIR: directory,
      SECRET_KEY,
      SECRET_KEY_PREVIOUS,
    });
    await admin(["sign-in", "rotate-keys"], settings(secretKey));
    const newKey = "cd".repeat(32);
    const { status, json, stderr } = await admin(["secrets", "rotate", "--json"], settings(newKey, secretKey));
    expect([status, json]).toEqual([0, { rewritten: 1, unreadable: 0 }]);
    expect(stderr).toMatch(/Remove SECRET_KEY_PREVIOUS, and start Pratica again/);
    const back = await admin(["secrets", "rotate", "--json"], settings(secretKey));
    expect(back.json.error).toMatchObject({ message: expect.stringMatching(/SECRET_KEY isn't the key that/) });
  });
});

describe("channel set", () => {
  const smtpUrl = "smtp://studio:pass%20word@mail.studio.test:587";

  it("stores an organization's mail server encrypted, and its password nowhere else", async () => {
    const options = ["--channel", "email", "--smtp-url", smtpUrl, "--from", "studio@studio.test"];
    const { json } = await run("channel", "set", "--organization", organizationId, ...options);
    expect(json).toEqual({ organizationId, channel: "email" });
    const [row] = await rows("select * from mail_channel where organization_id = $1", [organizationId]);
    expect(row.from_address).toBe("studio@studio.test");
    expect(row.settings.toString("latin1")).not.toContain("mail.studio.test");
    const config = loadConfig({ SECRET_KEY: secretKey });
    expect(JSON.parse(decryptSecret(config, row.settings, "mail_channel.settings", organizationId, "email"))).toEqual({
      smtpUrl,
    });
    expect(JSON.stringify(await events(organizationId))).not.toContain("pass%20word");
  });

  const set = (channel: string, options: string[]) =>
    run("channel", "set", "--organization", organizationId, "--channel", channel, ...options);
  const stored = async (channel: string) => {
    const where = "organization_id = $1 and channel = $2";
    const [row] = await rows(`select * from mail_channel where ${where}`, [organizationId, channel]);
    const config = loadConfig({ SECRET_KEY: secretKey });
    const text = decryptSecret(config, row.settings, "mail_channel.settings", organizationId, channel);
    return { from: row.from_address, ...JSON.parse(text) };
  };

  it("takes a PEC's address from its login, and the settings of WhatsApp and SMS", async () => {
    const pecUrl = "smtps://studio%40pec.studio.test:parola@smtps.pec.test:465";
    expect((await set("pec", ["--smtp-url", pecUrl])).json).toEqual({ organizationId, channel: "pec" });
    expect(await stored("pec")).toEqual({ from: "studio@pec.studio.test", smtpUrl: pecUrl });
    const meta = ["--phone-number-id", "106", "--access-token", "T", "--app-secret", "S", "--verify-token", "V"];
    expect((await set("whatsapp", [...meta, "--base-url", "http://127.0.0.1:9/v23.0"])).json.channel).toBe("whatsapp");
    expect(await stored("whatsapp")).toMatchObject({ phoneNumberId: "106", baseUrl: "http://127.0.0.1:9/v23.0" });
    const twilio = ["--provider", "twilio", "--account-sid", "S", "--auth-token", "T"];
    expect((await set("sms", [...twilio, "--from", "+390212345678"])).json).toEqual({ organizationId, channel: "sms" });
    expect(await stored("sms")).toEqual({ from: "+390212345678", provider: "twilio", accountSid: "S", authToken: "T" });
    expect((await run("channel", "unset", "--organization", organizationId, "--channel", "sms")).json).toEqual({
      organizationId,
      channel: "sms",
    });
    expect(await rows("select from mail_channel where organization_id = $1", [organizationId])).toHaveLength(3);
  });

  it("says which setting is missing, wrong, or another channel's", async () => {
    const faults = await Promise.all([
      set("pec", ["--smtp-url", "http://mail.test"]),
      set("whatsapp", ["--phone-number-id", "106"]),
      set("sms", ["--provider", "twilio", "--account-sid", "S", "--auth-token", "T"]),
      set("email", ["--smtp-url", smtpUrl, "--provider", "twilio"]),
      run("channel", "unset", "--organization", organizationId, "--channel", "fax"),
    ]);
    expect(faults.map(({ json }) => json.error.message)).toEqual([
      expect.stringMatching(/^--smtp-url is written smtp/),
      expect.stringMatching(/^--access-token is missing/),
      expect.stringMatching(/^--from is missing/),
      "--provider is no setting of the channel email",
      expect.stringMatching(/no channel "fax"/),
    ]);
  });
});

describe("the command line", () => {
  const usageCases: [string[], RegExp][] = [
    [["organisation", "create"], /no command/],
    [["toString", "call"], /no command/],
    [["organization", "create"], /needs --name/],
    [["organization", "create", "--name", "A", "--colour", "red"], /--colour/],
    [["organization", "create", "Rossi", "--name", "A"], /Rossi/],
  ];
  it.each(usageCases)("answers %j with its usage and status 2", async (args, message) => {
    const { status, stderr } = await admin(args, {});
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^Usage: /m);
  });
  it("shows how a command is called, and for one that isn't known all, with what was wrong in sight", async () => {
    const [known, unknown, help] = [
      await adminProgram(["key", "revoke"], {}),
      await admin(["key", "remove"], {}),
      await admin(["key", "revoke", "--help"], {}),
    ];
    expect(known.status).toBe(2);
    expect(known.stderr).toMatch(/^key revoke needs --id\.\n\nUsage: .*\n\n {2}key revoke --id KEYID\n\n--json .*\n$/);
    expect(unknown.stderr).toMatch(/^Usage: .*key create.*\nThere is no command "key remove"\.\n$/s);
    expect(known.stderr).toContain(help.stdout);
  });

  it("shows each command on lines that fit a terminal", async () => {
    const { stdout } = await admin(["help"], {});
    expect(stdout.split("\n").filter((line) => line.length > 150 || line !== line.trimEnd())).toEqual([]);
  });

  it("prints readable text without --json", async () => {
    const { stdout } = await adminProgram(["organization", "create", "--name", "Studio"], {
      DATABASE_URL: database.appUrl,
    });
    expect(stdout).toMatch(/^organizationId: [0-9a-f-]{36}\n$/);
  });

  it("says in one line that no database answers", async () => {
    const command = ["organization", "create", "--name", "Studio"];
    const nobody = await adminProgram(command, { DATABASE_URL: "postgres://pratica@127.0.0.1:1/pratica" });
    const nothing = await admin(command, { DATABASE_URL: "", DATA_DIR: directory });
    expect([nobody.status, nothing.status]).toEqual([1, 1]);
    expect(nobody.stderr).toMatch(/^The database doesn't answer.*\n$/);
    expect(nothing.stderr).toMatch(/^No Pratica runs on .*npm start.*\n$/);
  });
});
