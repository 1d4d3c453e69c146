import { createHmac } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { setChannel } from "../../../src/accounts/channels.js";
import { sortedTwilioFields, twilioAddresses } from "../../../src/channels/providers/signatures.js";
import { readPosted } from "../../../src/channels/whatsapp/posted.js";
import { transact } from "../../../src/db/transact.js";
import { startApi } from "../../support/caller.js";
import { openAsOwner } from "../../support/database.js";
import { eventually } from "../../support/eventually.js";
import {
  createContact,
  createProject,
  ordersFor,
  organization,
  type TestRecord,
  unknownId,
} from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { expectProportional } from "../../support/growth.js";
import { sentWhileHeld } from "../../support/waiting.js";

const api = forAllTests(() => startApi({ settings: { BASE_URL: baseUrl, AUTH_FAILURES_PER_MINUTE: "100000" } }));
const org = forAllTests(() => organization(api));
const baseUrl = "https://pratica.studio.test";

beforeAll(async () => {
  await set("sms", { provider: "twilio", accountSid: "AC1", authToken: "segreto", from: "+390212345678" });
  await set("whatsapp", { phoneNumberId: "555", accessToken: "gettone", appSecret: "firma", verifyToken: "parola" });
});

const set = (channel: string, given: Record<string, string>) =>
  transact(api.app.database, null, (unit) =>
    setChannel(unit, api.app.config, { organizationId: org.organizationId, channel, given }),
  );

const signed = (raw: string | Buffer, secret = "firma") =>
  `sha256=${createHmac("sha256", secret).update(raw).digest("hex")}`;
async function meta(body: unknown, signature?: string, organizationId = org.organizationId): Promise<number> {
  const raw = typeof body === "string" ? body : JSON.stringify(body);
  const response = await fetch(`${api.url}/webhooks/whatsapp/${organizationId}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-hub-signature-256": signature ?? signed(raw) },
    body: raw,
  });
  await response.arrayBuffer();
  return response.status;
}
const change = (value: object) => ({
  object: "whatsapp_business_account",
  entry: [{ id: "1", changes: [{ field: "messages", value: { metadata: { phone_number_id: "555" }, ...value } }] }],
});
const now = () => String(Math.floor(Date.now() / 1_000));
const wrote = (id: string, content: object, from = "393331234567") =>
  change({
    contacts: [{ wa_id: from, profile: { name: "An\u200bna\u2060" } }],
    messages: [{ id, from, timestamp: now(), ...content }],
  });
const told = (id: string, status: string, more: object = {}) =>
  change({ statuses: [{ id, status, timestamp: now(), ...more }] });

async function twilio(
  fields: Record<string, string>,
  query = "",
  { token = "segreto", base = baseUrl } = {},
): Promise<number> {
  const url = `${base}/webhooks/sms/${org.organizationId}${query}`;
  const text = Object.keys(fields)
    .sort()
    .map((name) => name + fields[name])
    .join("");
  const signature = createHmac("sha1", token)
    .update(url + text)
    .digest("base64");
  const response = await fetch(`${api.url}/webhooks/sms/${org.organizationId}${query}`, {
    method: "POST",
    headers: { "x-twilio-signature": signature },
    body: new URLSearchParams(fields),
  });
  await response.arrayBuffer();
  return response.status;
}

/** A message of ours that the provider has taken under this name; null: nobody knows whether it did. */
async function sent(channel: "whatsapp" | "sms", providerId: string | null): Promise<TestRecord> {
  const { message } = await org.ok<TestRecord>("send_message", { channel: "sms", to: "333 9999999", body: "Ciao" });
  await api.pool.query(
    `update message set channel = $2, provider_id = $3, status = $4, handed_over_at = case when $4 = 'sent' then now() end where id = $1`,
    [message.id, channel, providerId, providerId ? "sent" : "uncertain"],
  );
  return message;
}
const messageOf = async ({ id, threadId }: TestRecord): Promise<TestRecord> => {
  const { messages } = await org.ok("get_thread", { threadId });
  return messages.find((one: TestRecord) => one.id === id);
};
const count = async (table: string) => (await api.pool.query(`select from ${table}`)).rowCount;

describe("WhatsApp's first call", () => {
  const challenge = async (token: string, organizationId = org.organizationId, more = {}) => {
    const asked = { "hub.mode": "subscribe", "hub.verify_token": token, "hub.challenge": "1158", ...more };
    const query = new URLSearchParams(asked);
    const response = await fetch(`${api.url}/webhooks/whatsapp/${organizationId}?${query}`);
    return [response.status, await response.text()];
  };
  it("is answered where the verify token matches", async () => {
    expect(await challenge("parola")).toEqual([200, "1158"]);
    for (const [token, id] of [["altra"], [""], ["parola", unknownId], ["parola", "x"]] as [string, string?][])
      expect((await challenge(token, id))[0]).toBe(403);
    // Nothing else is said back, least of all what a browser would take for a page.
    for (const more of [{ "hub.mode": "unsubscribe" }, { "hub.challenge": "<p>1158</p>" }, { "hub.challenge": "" }])
      expect((await challenge("parola", undefined, more))[0]).toBe(403);
  });
});

describe("a wrong signature", () => {
  it("is 401 and stores nothing, also of organizations that don't exist", async () => {
    const body = wrote("wamid.forged", { type: "text", text: { body: "ciao" } });
    const raw = JSON.stringify(body);
    const before = await count("message");
    for (const signature of ["", "sha256=", signed(raw, "altra"), signed(raw).slice(7), signed(`${raw} `)])
      expect(await meta(raw, signature)).toBe(401);
    for (const id of [unknownId, "x"]) expect(await meta(raw, signed(raw), id)).toBe(401);
    const sms = { MessageSid: "SMforged", From: "+393331234567", To: "+39", Body: "x" };
    for (const wrong of [{ token: "altro" }, { base: `${baseUrl}:8443` }, { base: "https://altro.test" }])
      expect(await twilio(sms, "", wrong)).toBe(401);
    expect(await count("message")).toBe(before);
  });

  it("is seen by the owners, who may have a secret that was replaced at the provider alone", async () => {
    const other = await organization(api);
    const given = { provider: "twilio", accountSid: "AC2", authToken: "precedente", from: "+390212345678" };
    const { organizationId } = other;
    await transact(api.app.database, null, (unit) =>
      setChannel(unit, api.app.config, { organizationId, channel: "sms", given }),
    );
    const response = await fetch(`${api.url}/webhooks/sms/${organizationId}`, {
      method: "POST",
      body: "MessageSid=SM1",
    });
    expect(response.status).toBe(401);
    expect(await meta({}, "sha256=", organizationId)).toBe(401);
    const seen = () =>
      api.pool.query("select action, route, reason, times from security_event where organization_id = $1", [
        organizationId,
      ]);
    await eventually(async () => (await seen()).rowCount === 1, 10_000);
    const route = "/webhooks/sms/:organizationId";
    expect((await seen()).rows).toEqual([{ action: "credentials_refused", route, reason: "signature", times: 1 }]);
  });
});

describe("strangers' bodies", () => {
  /** Posts all but the last byte of a body. @returns the connection, and the status of its answer */
  function hold(raw: string, id: string) {
    const socket = connect(Number(new URL(api.url).port), "127.0.0.1").on("error", () => undefined);
    const head = [`POST /webhooks/whatsapp/${id} HTTP/1.1`, "Host: pratica", `X-Hub-Signature-256: ${signed(raw)}`];
    socket.write(`${head.join("\r\n")}\r\nContent-Length: ${raw.length}\r\n\r\n${raw.slice(0, -1)}`);
    return { socket, status: once(socket, "data").then(([answer]) => String(answer).split(" ")[1]) };
  }
  const padded = (size: number) => JSON.stringify({ padding: "".padEnd(size - 14) });

  it("are held up to a limit for each address, beside which ordinary posts are taken", async () => {
    const large = padded(3 * 1024 * 1024);
    const held = Array.from({ length: 8 }, () => hold(large, unknownId));
    // What the large ones leave of the limit would not do for all of these.
    const ordinary: typeof held = [];
    try {
      expect(await Promise.race(held.map(({ status }) => status))).toBe("429");
      ordinary.push(...Array.from({ length: 40 }, () => hold(padded(60_000), org.organizationId)));
      expect(await meta(told("wamid.beside", "sent"))).toBe(200);
      for (const { socket } of ordinary) socket.write("}");
      expect(new Set(await Promise.all(ordinary.map(({ status }) => status)))).toEqual(new Set(["200"]));
    } finally {
      for (const { socket } of [...held, ...ordinary]) socket.destroy();
    }
    await eventually(async () => (await meta(large)) === 200);
  });
});

describe("messages by WhatsApp", () => {
  it("start a thread with the contact, once however often they are posted", async () => {
    const contact = await createContact(org, { name: "Anna Verdi", email: "", phones: ["333 123 4567"] });
    const body = wrote("wamid.1", { type: "text", text: { body: "Quando\u0000 passate?\u202e" } });
    for (const _ of [1, 2]) expect(await meta(body)).toBe(200);
    const { items } = await org.ok<TestRecord>("list_threads", { channel: "whatsapp" });
    expect(items).toMatchObject([
      { status: "needs_reply", contactId: contact.id, channel: "whatsapp", participants: [{ name: "Anna" }] },
    ]);
    const { messages } = await org.ok("get_thread", { threadId: items[0].id });
    expect(messages).toMatchObject([{ body: "Quando passate?", from: "+393331234567", status: "received" }]);
    // It opens the 24 hours.
    expect((await org.call("reply_to_thread", { threadId: items[0].id, body: "Domani" })).status).toBe(200);
  });

  it.each([
    [{ type: "image", image: { id: "9", mime_type: "image/jpeg", caption: "Ecco" } }, /^Ecco\n\n\[Foto image\/jpeg/],
    [{ type: "location", location: { latitude: 44.5, longitude: 11.3, name: "Cantiere" } }, /Cantiere 44\.5, 11\.3/],
    [
      { type: "contacts", contacts: [{ name: { formatted_name: "Luca" }, phones: [{ phone: "+39 333" }] }] },
      /Luca \+39 333/,
    ],
    [
      {
        type: "contacts",
        contacts: [
          { name: { formatted_name: "Eva" }, emails: [{ email: "eva@rossi.test" }], org: { company: "Rossi" } },
        ],
      },
      /Eva Rossi eva@rossi\.test/,
    ],
    [{ type: "reaction", reaction: { emoji: "👍" } }, /👍/],
    [{ type: "button", button: { text: "Sì" } }, /^Sì$/],
    [{ type: "interactive", interactive: { list_reply: { title: "Lunedì" } } }, /^Lunedì$/],
    [{ type: "system", system: { type: "user_changed_number", wa_id: "393480001122" } }, /ora è \+393480001122/],
    [
      { type: "edit", edit: { original_message_id: "wamid.0", message: { type: "text", text: { body: "Alle 10" } } } },
      /corretto\] Alle 10$/,
    ],
    [
      { type: "edit", edit: { message: { type: "image", image: { id: "9", mime_type: "image/jpeg" } } } },
      /^\[Messaggio corretto\]\n\n\[Foto image\/jpeg: il file sta arrivando\]$/,
    ],
    [
      { type: "text", text: { body: "Va bene, procediamo" }, context: { forwarded: true } },
      /^\[Messaggio inoltrato\] Va bene, procediamo$/,
    ],
    [
      {
        type: "image",
        image: { id: "9", mime_type: "image/jpeg" },
        context: { id: null, frequently_forwarded: true },
      },
      /^\[Messaggio inoltrato\]\n\n\[Foto image\/jpeg/,
    ],
    [{ type: "edit", edit: { message: { type: "edit" } } }, /WhatsApp/],
    [{ type: "revoke", revoke: { original_message_id: "wamid.0" } }, /eliminato/],
    [{ type: "hologram" }, /WhatsApp/],
    [{ type: "text" }, /WhatsApp/],
    [{ type: "interactive", interactive: { type: "nfm_reply", nfm_reply: { name: "flow" } } }, /WhatsApp/],
  ])("are told in words: %j", async (content, words) => {
    const id = `wamid.${JSON.stringify(content)}`;
    expect(await meta(wrote(id, content, "393330000001"))).toBe(200);
    const { rows } = await api.pool.query("select body from message where provider_id = $1", [id]);
    expect(rows).toEqual([{ body: expect.stringMatching(words) }]);
  });

  it("stand where they were written when they come late and in any order, which an outage makes Meta do", async () => {
    const from = "393330000080";
    const write = (minutesAgo: number, body: string) => {
      const timestamp = String(Math.floor(Date.now() / 1_000) - 60 * minutesAgo);
      return meta(wrote(`wamid.late-${minutesAgo}`, { type: "text", text: { body }, timestamp }, from));
    };
    await write(0, "Ci siete?");
    const { rows } = await api.pool.query("select id from thread where address = $1", [`+${from}`]);
    const threadId = rows[0].id;
    await org.ok("reply_to_thread", { threadId, body: "Sì" });
    for (const [minutesAgo, body] of [
      [90, "Anzi no, giovedì"],
      [120, "Va bene martedì"],
      // Clocks differ: an answer isn't put before what it answers.
      [0.5, "Bene"],
    ] as const)
      expect(await write(minutesAgo, body)).toBe(200);
    const { messages, status, unread } = await org.ok("get_thread", { threadId });
    expect(messages.map(({ body }: TestRecord) => body)).toEqual([
      "Va bene martedì",
      "Anzi no, giovedì",
      "Ci siete?",
      "Sì",
      "Bene",
    ]);
    expect({ status, unread }).toEqual({ status: "needs_reply", unread: 3 });
    const written = Date.parse(messages[0].createdAt);
    expect(Math.abs(Date.now() - 120 * 60_000 - written)).toBeLessThan(60_000);
    const { items } = await org.ok<{ items: TestRecord[] }>("list_threads", { channel: "whatsapp" });
    await write(60, "Dimenticavo: alle 9");
    const [first] = (await org.ok<{ items: TestRecord[] }>("list_threads", { channel: "whatsapp" })).items;
    expect(first).toMatchObject({ id: threadId, lastMessage: { text: "Dimenticavo: alle 9" } });
    expect(items[0]).toMatchObject({ id: threadId, lastMessage: { text: "Bene" } });
  });

  it("stand where they came when they say that they are older than what Meta still brings", async () => {
    for (const [id, timestamp] of [
      ["wamid.old", "0"],
      ["wamid.new", "3999999999"],
    ] as const) {
      await meta(wrote(id, { type: "text", text: { body: "Quando?" }, timestamp }, "393330000081"));
      const { rows } = await api.pool.query("select created_at as at from message where provider_id = $1", [id]);
      expect(Math.abs(Date.now() - rows[0].at.getTime())).toBeLessThan(60_000);
    }
  });

  const elsewhere = "[Un messaggio che non si trova in questa conversazione]";
  it("quote what they answer, but nothing that others wrote", async () => {
    const [writer, other] = ["393330000077", "393330000078"];
    const ask = { type: "text", text: { body: "Martedì o giovedì?" } };
    await meta(wrote("wamid.ask", ask, writer));
    const answers = [
      wrote("wamid.yes", { type: "text", text: { body: "Sì" }, context: { from: writer, id: "wamid.ask" } }, writer),
      wrote("wamid.up", { type: "reaction", reaction: { emoji: "👍", message_id: "wamid.ask" } }, writer),
      wrote("wamid.spy", { type: "text", text: { body: "?" }, context: { id: "wamid.ask" } }, other),
      wrote("wamid.odd", { type: "text", text: { body: "?" }, context: { forwarded: true } }, writer),
    ];
    for (const answer of answers) expect(await meta(answer)).toBe(200);
    const { rows } = await api.pool.query(
      "select provider_id, quoted from message where provider_id = any('{wamid.yes,wamid.up,wamid.spy,wamid.odd}') order by created_at, id",
    );
    expect(rows.map(({ quoted }) => quoted)).toEqual([ask.text.body, ask.text.body, elsewhere, null]);
  });

  it("that take something back, or tell of a new number, don't begin the 24 hours; only the number asks for somebody", async () => {
    const writer = "393330000080";
    const thread = async () =>
      (await api.pool.query("select status, unread, last_inbound_at from thread where address = $1", [`+${writer}`]))
        .rows[0];
    await meta(wrote("wamid.deal", { type: "text", text: { body: "Procediamo" } }, writer));
    await api.pool.query(
      "update thread set status = 'closed', unread = 0, last_inbound_at = '2026-01-01' where address = $1",
      [`+${writer}`],
    );
    const before = await thread();
    await meta(wrote("wamid.revoked", { type: "revoke", revoke: { original_message_id: "wamid.deal" } }, writer));
    await meta(wrote("wamid.off", { type: "reaction", reaction: { emoji: "", message_id: "wamid.deal" } }, writer));
    expect(await thread()).toEqual(before);
    const changed = { type: "user_changed_number", body: "A changed to B", wa_id: "393330000081" };
    await meta(wrote("wamid.moved", { type: "system", system: changed }, writer));
    expect(await thread()).toEqual({ ...before, status: "needs_reply", unread: 1 });
    const { rows } = await api.pool.query(
      "select body, quoted from message where provider_id = any('{wamid.revoked,wamid.off,wamid.moved}') order by created_at, id",
    );
    expect(rows).toEqual([
      { body: "[Messaggio eliminato da chi l'ha scritto]", quoted: "Procediamo" },
      { body: "[Reazione: tolta]", quoted: "Procediamo" },
      { body: "[Ha cambiato numero: ora è +393330000081]", quoted: null },
    ]);
    await meta(wrote("wamid.up2", { type: "reaction", reaction: { emoji: "👍", message_id: "wamid.deal" } }, writer));
    expect((await thread()).last_inbound_at).not.toEqual(before.last_inbound_at);
  });

  it("that take something back ask for nobody in a new thread either, and a reaction may be gone without a word", async () => {
    const [writer, moved] = ["393330000082", "393330000083"];
    const threads = async () =>
      (
        await api.pool.query(
          "select status, unread, last_inbound_at from thread where address in ($1, $2) order by address",
          [`+${writer}`, `+${moved}`],
        )
      ).rows;
    await meta(wrote("wamid.off2", { type: "reaction", reaction: { message_id: "wamid.gone" } }, writer));
    await meta(wrote("wamid.moved2", { type: "system", system: { wa_id: "393330000084" } }, moved));
    expect(await threads()).toEqual([
      { status: "open", unread: 0, last_inbound_at: null },
      { status: "needs_reply", unread: 1, last_inbound_at: null },
    ]);
  });

  it("quote what we wrote to them, but nothing of another thread, which may be hidden from who reads the answer", async () => {
    const writer = "393330000079";
    const answer = (id: string, about: string) =>
      meta(wrote(id, { type: "text", text: { body: "Sì" }, context: { id: about } }, writer));
    await meta(wrote("wamid.elsewhere", { type: "text", text: { body: "Riservato" } }, writer));
    const projectId = (await createProject(org)).id;
    const { message } = await org.ok<TestRecord>("send_message", {
      channel: "whatsapp",
      to: `+${writer}`,
      body: "A domani?",
      projectId,
    });
    await api.pool.query("update message set provider_id = 'wamid.ours' where id = $1", [message.id]);
    await answer("wamid.here", "wamid.ours");
    await answer("wamid.there", "wamid.elsewhere");
    const { messages } = await org.ok("get_thread", { threadId: message.threadId });
    expect(messages.map(({ quoted }: TestRecord) => quoted)).toEqual([null, "A domani?", elsewhere]);
  });

  it("come into one thread where a new number sends several at once", async () => {
    const from = "393337654321";
    const write = (n: number) => meta(wrote(`wamid.at-once-${n}`, { type: "text", text: { body: `${n}` } }, from));
    const posted = await sentWhileHeld(api.pool, ["lock table thread in share mode"], () => [1, 2].map(write));
    expect(posted).toEqual([200, 200]);
    const { rows } = await api.pool.query("select id, unread from thread where address = $1", [`+${from}`]);
    expect(rows).toEqual([{ id: expect.any(String), unread: 2 }]);
    expect((await org.ok("get_thread", { threadId: rows[0].id })).messages).toHaveLength(2);
  });

  it("leave other firms their connections, however many come at once", async () => {
    const [elsewhere, from] = [await organization(api), "393337654322"];
    const { id: projectId } = await createProject(elsewhere);
    const write = (n: number) => meta(wrote(`wamid.rush-${n}`, { type: "text", text: { body: `${n}` } }, from));
    const posted = await sentWhileHeld(
      api.pool,
      ["lock table thread in share mode"],
      () => Array.from({ length: 40 }, (_, n) => write(n)),
      () => elsewhere.ok("create_task", { projectId, title: "Sopralluogo" }),
    );
    expect(new Set(posted)).toEqual(new Set([200]));
  });

  it("come also from somebody who hides the number, and are answered by Meta's name of the person", async () => {
    const user = "IT.13491208655302741918";
    const write = (n: number) =>
      meta(
        change({
          contacts: [{ user_id: user, profile: { name: "Anna", username: "anna.verdi" } }],
          messages: [
            { id: `wamid.hidden-${n}`, from_user_id: user, timestamp: now(), type: "text", text: { body: "Sì" } },
          ],
        }),
      );
    for (const n of [1, 2]) expect(await write(n)).toBe(200);
    const { rows } = await api.pool.query("select id, unread, participants from thread where address = $1", [user]);
    expect(rows).toEqual([{ id: expect.any(String), unread: 2, participants: [{ name: "Anna", address: user }] }]);
    const { message } = await org.ok<TestRecord>("reply_to_thread", { threadId: rows[0].id, body: "Bene" });
    expect(message).toMatchObject({ to: user, channel: "whatsapp" });
  });

  it("come also from numbers that our list of the world's doesn't know, and are answered there", async () => {
    const from = "5215512345678";
    expect(await meta(wrote("wamid.mexico", { type: "text", text: { body: "Hola" } }, from))).toBe(200);
    const { rows } = await api.pool.query("select id from thread where address = $1", [`+${from}`]);
    for (const action of ["reply_to_thread", "send_message"]) {
      const { message } = await org.ok<TestRecord>(action, { threadId: rows[0].id, body: action });
      expect(message).toMatchObject({ to: `+${from}`, channel: "whatsapp" });
    }
  });

  it("of another number, without sense, or beside such are left or taken each by itself", async () => {
    const before = (await count("message")) ?? 0;
    const other = change({
      metadata: { phone_number_id: "556" },
      messages: [{ id: "wamid.o", from: "39333", timestamp: now() }],
    });
    for (const body of [other, {}, [], { entry: "x" }, { entry: [null, { changes: [{ value: { messages: [1] } }] }] }])
      expect(await meta(body)).toBe(200);
    expect(await count("message")).toBe(before);
    const good = { id: "wamid.good", from: "393330000002", timestamp: now(), type: "text", text: { body: "ok" } };
    expect(await meta(change({ messages: [{ id: "", from: "?" }, null, good] }))).toBe(200);
    expect(await count("message")).toBe(before + 1);
  });

  it("under a name with NUL are left, and what they name so isn't known; what stands beside them is taken", async () => {
    const about = { from: "393330000003", timestamp: now() };
    const messages = [
      { ...about, id: "wamid.\0", type: "text", text: { body: "a" } },
      { ...about, id: "wamid.up-nul", type: "reaction", reaction: { emoji: "👍", message_id: "wamid.\0" } },
    ];
    const statuses = [{ id: "wamid.\0", status: "sent", timestamp: now() }];
    const before = (await count("message")) ?? 0;
    expect(await meta(change({ messages, statuses }))).toBe(200);
    expect(await count("message")).toBe(before + 1);
  });

  it("that are no JSON, nested without end, or too large are refused", async () => {
    expect(await meta("{")).toBe(400);
    expect(await meta("[".repeat(500_000))).toBe(400);
    expect(await meta(`"${"x".repeat(3_200_000)}"`)).toBe(413);
    expect(await meta(change({ statuses: Array(100_000).fill({}) }))).toBe(400);
  });

  it("come by the dozen in one body of nearly 3 MB, the most that Meta posts", async () => {
    const before = (await count("message")) ?? 0;
    const messages = Array.from({ length: 40 }, (_, n) => ({
      id: `wamid.crowd-${n}`,
      from: `39333100${n % 10}`,
      timestamp: now(),
      type: "text",
      text: { body: "x".repeat(72_000) },
    }));
    expect(await meta(change({ messages }))).toBe(200);
    expect(await count("message")).toBe(before + messages.length);
  });
});

describe("how far a message came", () => {
  it("never goes back, in whatever order it is told", async () => {
    const message = await sent("whatsapp", "wamid.s1");
    const at = new Date("2026-11-20T10:00:00Z");
    for (const [n, status] of ["read", "sent", "delivered", "sent", "read"].entries()) {
      await meta(told("wamid.s1", status, { timestamp: String(at.getTime() / 1000 + n) }));
      const first = at.toISOString();
      expect(await messageOf(message)).toMatchObject({ status: "delivered", readAt: first, deliveredAt: first });
    }
    await meta(told("wamid.s1", "failed", { errors: [{ code: 1, title: "late" }] }));
    expect(await messageOf(message)).toMatchObject({ status: "delivered", error: null });
  });

  it("has its own times, though that it was read is told before that it was delivered", async () => {
    const message = await sent("whatsapp", "wamid.times");
    await meta(told("wamid.times", "read", { timestamp: "1795305900" }));
    await meta(told("wamid.times", "delivered", { timestamp: "1795305600" }));
    expect(await messageOf(message)).toMatchObject({
      deliveredAt: new Date(1_795_305_600_000).toISOString(),
      readAt: new Date(1_795_305_900_000).toISOString(),
    });
  });

  it("is told also of the number that the studio had before", async () => {
    const message = await sent("whatsapp", "wamid.before");
    const statuses = [{ id: "wamid.before", status: "failed", timestamp: now(), errors: [{ code: 131026 }] }];
    await meta(change({ metadata: { phone_number_id: "554" }, statuses }));
    expect(await messageOf(message)).toMatchObject({ status: "failed" });
  });

  it("a failure is the end, with the code's words, and its writer is told", async () => {
    const message = await sent("whatsapp", "wamid.s2");
    const errors = [{ code: 131026, title: "Undeliverable", error_data: { details: "Not on WhatsApp" } }];
    for (const status of ["failed", "delivered"]) await meta(told("wamid.s2", status, { errors }));
    expect(await messageOf(message)).toMatchObject({ status: "failed", error: "131026 Not on WhatsApp" });
    expect(await ordersFor(api, `send-message:${message.id}`)).toContainEqual({
      type: "sendMessage",
      signal: "sendAgain",
    });
  });

  it("is known also of a message whose answer never came", async () => {
    const message = await sent("whatsapp", null);
    await meta(told("wamid.s3", "delivered", { biz_opaque_callback_data: message.id }));
    expect(await messageOf(message)).toMatchObject({ status: "delivered" });
    const sms = await sent("sms", null);
    expect(await twilio({ MessageSid: "SM3", MessageStatus: "sent" }, `?message=${sms.id}`)).toBe(200);
    expect(await messageOf(sms)).toMatchObject({ status: "sent", handedOverAt: expect.any(String) });
    // Another's name for it counts no more.
    await twilio({ MessageSid: "SM4", MessageStatus: "failed" }, `?message=${sms.id}`);
    expect(await messageOf(sms)).toMatchObject({ status: "sent" });
  });

  it("takes ten thousand in one body, of which one is known", async () => {
    const message = await sent("whatsapp", "w9999");
    const statuses = Array.from({ length: 10_000 }, (_, n) => ({
      id: `w${n}`,
      status: "delivered",
      timestamp: "1795305600",
    }));
    expect(await meta(change({ statuses }))).toBe(200);
    expect(await messageOf(message)).toMatchObject({ status: "delivered" });
  });
});

describe("a post of WhatsApp's", () => {
  /** A post as it is read, and how many turns others had meanwhile. */
  async function readBesideOthers(body: unknown) {
    let turns = 0;
    let isRead = false;
    const others = () => {
      turns++;
      if (!isRead) setImmediate(others);
    };
    setImmediate(others);
    const posted = await readPosted(body, "555");
    isRead = true;
    return { ...posted, turns };
  }

  it.each(["statuses", "messages", "contacts"])("of nothing but faulty %s gives others their turns", async (name) => {
    const body = change({ [name]: Array.from({ length: 50_000 }, () => ({})) });
    const { turns, ...posted } = await readBesideOthers(body);
    expect(posted).toEqual({ messages: [], statuses: [] });
    expect(turns).toBeGreaterThan(40);
  });

  it("of many parts does so too, and takes what has more than a message can have as one without words", async () => {
    const parts = Array.from({ length: 20_000 }, () => ({ value: {} }));
    const address = { street: "1", city: "2", state: "3", zip: "4", country: "5", country_code: "it", type: "HOME" };
    const card = {
      ...{
        name: { formatted_name: "Anna", first_name: "A", last_name: "B" },
        addresses: [address],
        birthday: "1980-01-01",
      },
      ...{
        phones: Array(3).fill({ phone: "1", wa_id: "39", type: "CELL" }),
        emails: [{ email: "a@b.test", type: "WORK" }],
      },
    };
    const message = (contacts: number) => ({
      ...{ id: `${contacts}`, from: "39333123456", timestamp: "1", type: "contacts" },
      contacts: Array.from({ length: contacts }, () => card),
    });
    const value = { messages: [message(1_000), message(257)] };
    const { turns, messages } = await readBesideOthers({ entry: [{ changes: [...parts, { value }] }] });
    expect(turns).toBeGreaterThan(30);
    expect(messages).toMatchObject([
      { id: "1000", from: "+39333123456", text: "[Messaggio di un tipo che WhatsApp non trasmette]" },
      { id: "257", text: expect.stringMatching(/^(\[Contatto: Anna 1 1 1 a@b\.test\]\n?){257}$/) },
    ]);
  });

  it("of many messages and their writers is read in a time that grows with it", async () => {
    await expectProportional({
      input: (size) => {
        const contacts = Array.from({ length: 7 * size }, () => ({ wa_id: "1" }));
        const message = { id: "1", timestamp: "1", type: "", from: "39333123456" };
        const messages = Array.from({ length: size }, () => message);
        return change({ contacts, messages });
      },
      work: (body) => readPosted(body, "555"),
      small: 500,
      large: 16_000,
    });
  }, 60_000);

  it("names each writer as the first of its contacts with that number or id does", async () => {
    const contacts = [
      { wa_id: "39333123456", profile: { name: "Anna" } },
      { user_id: "IT.1", profile: { name: "Bruno" } },
      { wa_id: "39333123456", profile: { name: "Carla" } },
    ];
    const from = [{ from: "39333123456" }, { from_user_id: "IT.1" }, { from: "39333000000" }];
    const messages = from.map((writer, n) => ({ id: `${n}`, timestamp: "1", type: "text", ...writer }));
    const { messages: read } = await readPosted(change({ contacts, messages }), "555");
    expect(read.map(({ name }) => name)).toEqual(["Anna", "Bruno", null]);
  });
});

describe("by SMS", () => {
  it("messages and states come, signed over the public address", async () => {
    const incoming = {
      MessageSid: "SM10",
      SmsStatus: "received",
      From: "+393335556666",
      To: "+390212345678",
      Body: "Sì,\u200b grazie\u{e0041}",
    };
    for (const _ of [1, 2]) expect(await twilio(incoming)).toBe(200);
    const { items } = await org.ok<TestRecord>("list_threads", { channel: "sms", status: "needs_reply" });
    expect(items).toHaveLength(1);
    const { messages } = await org.ok("get_thread", { threadId: items[0]?.id });
    expect(messages).toMatchObject([{ body: "Sì, grazie" }]);
    const message = await sent("sms", "SM11");
    expect(await twilio({ MessageSid: "SM11", MessageStatus: "undelivered", ErrorCode: "30005" })).toBe(200);
    expect(await messageOf(message)).toMatchObject({ status: "failed", error: expect.stringContaining("30005") });
    for (const at of ["", "?message=", "?message=nessuno"])
      expect(await twilio({ MessageSid: "SMunknown", MessageStatus: "delivered" }, at)).toBe(200);
    expect(await twilio({ nothing: "x" })).toBe(200);
    expect(await twilio({ nothing: "x" }, "", { base: `${baseUrl}:443` })).toBe(200);
  });

  it("come though the database restarts meanwhile: Twilio posts each once", async () => {
    const owner = await openAsOwner(api.app.database.url);
    await owner.query(`
      create sequence refusals;
      create function refuse_twice() returns trigger security definer language plpgsql as $$ begin
        if nextval('refusals') <= 2 then raise exception 'restarting' using errcode = '57P03'; end if;
        return new; end $$;
      create trigger refuse_twice before insert on message for each row when (new.provider_id = 'SM20') execute function refuse_twice()`);
    await owner.end();
    const incoming = { MessageSid: "SM20", From: "+393335550020", To: "+390212345678", Body: "Confermo" };
    expect(await twilio(incoming)).toBe(200);
    const { rows } = await api.pool.query("select body from message where provider_id = 'SM20'");
    expect(rows).toEqual([{ body: "Confermo" }]);
  });

  it("from a name or a short number are its own, whatever digits are in it, and nobody can answer them", async () => {
    const write = (From: string) =>
      twilio({ MessageSid: `SM ${From}`, SmsStatus: "received", From, To: "+390212345678", Body: `Da ${From}` });
    const contact = await createContact(org, { name: "Ugo Neri", email: "", phones: ["347 111 2223"] });
    const senders = ["+393471112223", "A3471112223", "48484", "4300001"];
    for (const sender of senders) expect(await write(sender)).toBe(200);
    const { rows } = await api.pool.query(
      "select id, address, contact_id from thread where address = any($1) order by id",
      [senders],
    );
    expect(rows.map(({ address }) => address)).toEqual(senders);
    expect(rows.map(({ contact_id }) => contact_id)).toEqual([contact.id, null, null, null]);
    for (const { id, address } of rows.slice(1))
      for (const [action, more] of [
        ["reply_to_thread", {}],
        ["send_message", { to: address }],
      ] as const)
        expect(await org.call(action, { threadId: id, body: "Grazie", ...more })).toMatchObject({
          status: 422,
          detail: expect.stringContaining(`Nobody can answer ${address}`),
        });
  });

  it("are read in a time that grows with their fields alone, and no more than 128 kB of them", async () => {
    await expectProportional({
      input: (size) => new URLSearchParams(Array.from({ length: size }, (_, n) => [`f${n % (size / 2)}`, `${n}`])),
      work: sortedTwilioFields,
      small: 2_000,
      large: 40_000,
    });
    expect(await twilio({ MessageSid: "SMlong", Body: "x".repeat(120_000) })).toBe(200);
    expect(await twilio({ Body: "x".repeat(140_000) })).toBe(413);
  });

  it("may be signed with the address's port, or without it", () => {
    const path = "/webhooks/sms/1?message=2";
    for (const [base, ...signed] of [
      ["https://pratica.test", "https://pratica.test:443", "https://pratica.test"],
      ["https://pratica.test:8443", "https://pratica.test:8443", "https://pratica.test"],
      ["http://[::1]", "http://[::1]:80", "http://[::1]"],
    ])
      expect(twilioAddresses(`${base}${path}`)).toEqual(signed.map((one) => `${one}${path}`));
  });
});
