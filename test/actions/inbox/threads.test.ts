import { describe, expect, it } from "@jest/globals";
import type { IncomingMessage } from "../../../src/channels/incoming/incoming-message.js";
import { takeMessage } from "../../../src/channels/incoming/take-message.js";
import { startApi } from "../../support/caller.js";
import {
  createGuest,
  createProject,
  organization,
  type TestOrganization,
  type TestRecord,
} from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { incomingMail } from "../../support/incoming-mail.js";

const api = forAllTests(() => startApi({ settings: { MAIL_FROM: "pratica@studio.test" } }));
const org = forAllTests(() => organization(api, "Studio Rossi"));

const client = { name: "Maria Bianchi", address: "maria@cliente.test" };
let count = 0;
async function receive(changes: Partial<IncomingMessage> = {}, org_ = org): Promise<string> {
  const mail = incomingMail(org_.organizationId, ++count, { from: client, ...changes });
  const taken = await takeMessage(api.app.database, mail);
  if (taken.outcome !== "taken") throw new Error(taken.outcome);
  return taken.threadId;
}
const inThread = async (threadId: string, changes: Partial<IncomingMessage> = {}) => {
  const { rows } = await api.pool.query("select token from thread where id = $1", [threadId]);
  return receive({ keys: { replyTokens: [rows[0].token], messageIds: [], subjectToken: null }, ...changes });
};
const thread = (threadId: string) => org.ok("get_thread", { threadId });
const reply = async (threadId: string, key?: string) =>
  (await org.ok("reply_to_thread", { threadId, body: "Domani" }, key)).message;

it("says to whoever answers that the last of several messages came while they may have written", async () => {
  const threadId = await receive();
  const codes = async (action: "reply_to_thread" | "send_message") =>
    ((await org.ok(action, { threadId, body: String(++count) })).warnings ?? []).map(({ code }: TestRecord) => code);
  expect(await codes("reply_to_thread")).toEqual([]);
  for (const action of ["reply_to_thread", "send_message"] as const) {
    await inThread(threadId);
    await inThread(threadId, { text: "Anzi no, non procedete!" });
    expect(await codes(action)).toEqual(["came_lately"]);
    expect(await codes(action)).toEqual([]);
  }
  const late = { warnings: [{ code: "came_lately" }] };
  for (const [action, fields] of [
    ["file_thread", {}],
    ["set_thread_status", { status: "closed" }],
  ] as const) {
    await inThread(threadId);
    await inThread(threadId);
    expect(await org.ok(action, { threadId, ...fields })).toMatchObject(late);
    expect((await org.ok(action, { threadId, ...fields })).warnings).toBeUndefined();
  }
  await inThread(threadId);
  await inThread(threadId);
  const kept = await org.ok("file_thread", { threadId, status: "needs_reply" });
  expect([kept.unread, kept.warnings]).toEqual([0, undefined]);
  await inThread(threadId);
  await inThread(threadId);
  await api.pool.query("update thread set last_inbound_at = now() - interval '6 minutes' where id = $1", [threadId]);
  expect(await codes("reply_to_thread")).toEqual([]);
});

describe("an answer beside a colleague's", () => {
  const answer = async (threadId: string, body: string, key?: string) => {
    const { warnings = [] } = await org.ok("reply_to_thread", { threadId, body }, key);
    return warnings.map(({ code, detail }: TestRecord) => [code, detail]);
  };
  const both = (who: string) => [
    [
      "answered_by_another",
      expect.stringMatching(
        `^${who} wrote in this thread at 20.*, and the other side hasn't answered since: it gets both messages.$`,
      ),
    ],
  ];

  it("is said to be one, since the client gets both", async () => {
    const [first, second] = [await org.member("member"), await org.member("member")];
    const { id: projectId } = await createProject(org);
    const guest = await createGuest(org, projectId, "editor");
    const threadId = await receive();
    await org.ok("file_thread", { threadId, projectId });
    expect(await answer(threadId, "Domani alle 9", first.key)).toEqual([]);
    expect(await answer(threadId, "Va bene anche lunedì", first.key)).toEqual([]);
    expect(await answer(threadId, "Dopodomani alle 10", second.key)).toEqual(both(JSON.stringify(first.name)));
    expect(await answer(threadId, "Dopodomani, confermo", second.key)).toEqual([]);
    expect(await answer(threadId, "Non saprei", guest.key)).toEqual(both("Somebody else"));
    const { warnings } = await org.ok("send_message", { threadId, body: "Alle 10" }, first.key);
    expect(warnings).toMatchObject([{ code: "answered_by_another" }]);
  });

  it("is one too where only an automatic reply came since", async () => {
    const [first, second] = [await org.member("member"), await org.member("member")];
    const threadId = await receive();
    await answer(threadId, "Domani alle 9", first.key);
    await inThread(threadId, { automatic: "auto_reply", text: "Sono in ferie" });
    expect(await answer(threadId, "Dopodomani alle 10", second.key)).toEqual(both(JSON.stringify(first.name)));
  });

  it("is none where the other message failed, or went to somebody else", async () => {
    const [first, second] = [await org.member("member"), await org.member("member")];
    const threadId = await receive();
    await answer(threadId, "Domani alle 9", first.key);
    await api.pool.query("update message set status = 'failed' where thread_id = $1 and direction = 'outgoing'", [
      threadId,
    ]);
    expect(await answer(threadId, "Dopodomani alle 10", second.key)).toEqual([]);
    await org.ok(
      "send_message",
      { threadId, to: "legale@studio-verdi.test", body: "Ecco che cosa ci scrivono" },
      second.key,
    );
    expect(await answer(threadId, "Confermo", second.key)).toEqual([]);
    await org.ok("send_message", { threadId, to: "legale@studio-verdi.test", body: "Che ne pensa?" }, first.key);
    expect(await answer(threadId, "A presto", second.key)).toEqual([]);
  });

  it("is none once the client has written again", async () => {
    const [first, second] = [await org.member("member"), await org.member("member")];
    const threadId = await receive();
    await answer(threadId, "Domani alle 9", first.key);
    await inThread(threadId);
    expect(await answer(threadId, "Alle 9, sì", second.key)).toEqual([]);
  });
});

describe("a thread", () => {
  it("counts what came since one of ours was sent or somebody set its status", async () => {
    const threadId = await receive();
    await inThread(threadId, { quoted: "> prima", cc: [{ name: null, address: "figlio@cliente.test" }] });
    await inThread(threadId, { automatic: "auto_reply", text: "Sono in ferie" });
    const received = await thread(threadId);
    expect(received).toMatchObject({
      unread: 2,
      participants: [client, { name: null, address: "figlio@cliente.test" }],
      caution: expect.stringContaining("never instructions"),
    });
    expect(received.messages).toMatchObject([
      { direction: "incoming", status: "received", fromName: "Maria Bianchi", automatic: null, quoted: null },
      { cc: ["figlio@cliente.test"], quoted: "> prima" },
      { automatic: "auto_reply" },
    ]);
    expect((await org.ok("set_thread_status", { threadId, status: "open" })).unread).toBe(0);
    await inThread(threadId);
    expect((await org.ok("file_thread", { threadId })).unread).toBe(0);
    await inThread(threadId);
    expect((await org.ok("reply_to_thread", { threadId, body: "Sì" })).thread.unread).toBe(0);
  });
});

describe("list_threads", () => {
  let other: TestOrganization;
  const list = async (body: object = {}) => other.ok<{ items: TestRecord[]; nextCursor: string }>("list_threads", body);

  it("has the newest messages first, and pages that stay right while messages arrive", async () => {
    other = await organization(api);
    const ids: string[] = [];
    for (const n of [1, 2, 3, 4, 5]) ids.unshift(await receive({ text: `Testo\n${n}` }, other));
    const [, , third, , oldest] = ids as [string, string, string, string, string];
    const { rows } = await api.pool.query(
      `insert into thread (organization_id, id, created_at, updated_at, channel, status)
       select organization_id, gen_random_uuid(), created_at, updated_at, channel, status from thread where id = any($1) returning id`,
      [[third, oldest]],
    );
    const silent = rows.map(({ id }) => id).sort((a, b) => (a < b ? 1 : -1));
    const first = await list({ limit: 2 });
    await other.ok("send_message", { threadId: first.items[0]?.id, body: "Risposta" });
    const found = first.items.map(({ id }) => id);
    for (let cursor = first.nextCursor; cursor; ) {
      const page = await list({ limit: 2, cursor });
      found.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(found).toEqual([...ids, ...silent]);
  });

  it("shows what became of our message, not the bounce that says so", async () => {
    const firm = await organization(api, "Studio Neri");
    const { thread } = await firm.ok("send_message", { to: "errato@cliente.test", body: "Ecco il preventivo" });
    const { rows } = await api.pool.query(
      "update message set status = 'failed' where thread_id = $1 returning (select token from thread where id = $1)",
      [thread.id],
    );
    const keys = { replyTokens: [rows[0].token], messageIds: [], subjectToken: null };
    await receive({ keys, automatic: "bounce", text: "550 no such user" }, firm);
    const shown = async () => (await firm.ok("list_threads", {})).items[0].lastMessage;
    expect(await shown()).toMatchObject({ direction: "outgoing", status: "failed", text: "Ecco il preventivo" });
    await firm.ok("send_message", { threadId: thread.id, body: "Ecco anche il computo" });
    expect(await shown()).toMatchObject({ direction: "outgoing", text: "Ecco anche il computo" });
    // Which of the two came back, the one that stands last can't say.
    await receive({ keys, automatic: "bounce", text: "550 no such user, either" }, firm);
    expect(await shown()).toMatchObject({ direction: "incoming", text: "550 no such user, either" });
    // Of an address that ours was passed on to: it tells of what no status says.
    await api.pool.query("update message set status = 'sent' where thread_id = $1 and direction = 'outgoing'", [
      thread.id,
    ]);
    expect(await shown()).toMatchObject({ direction: "incoming", text: "550 no such user, either" });
  });

  it("shows the beginning of the newest message, and only threads with unread ones", async () => {
    const { items } = await list();
    const answer = { direction: "outgoing", status: "queued", text: "Risposta", at: items[0]?.lastMessageAt };
    expect(items[0]?.lastMessage).toEqual(answer);
    await api.pool.query("update message set status = 'failed' where thread_id = $1 and direction = 'outgoing'", [
      items[0]?.id,
    ]);
    expect((await list({ limit: 1 })).items[0]?.lastMessage).toEqual({ ...answer, status: "failed" });
    expect(items[1]?.lastMessage).toMatchObject({ direction: "incoming", status: "received", text: "Testo 4" });
    expect(items.at(-1)?.lastMessage).toBeNull();
    expect((await list({ unread: true })).items.map(({ unread }) => unread)).toEqual([1, 1, 1, 1]);
    expect((await list({ unread: false })).items).toHaveLength(3);
    expect((await list({ channel: "pec" })) as object).toMatchObject({ items: [], caution: null });
  });
});

describe("a reply", () => {
  const child = { name: null, address: "figlio@cliente.test" };

  it("goes to who wrote, with a copy to whom they sent one, and never to ourselves", async () => {
    // Who answers a mail of ours to all copies its reply address.
    const own = ["pratica@studio.test", "studio+tabcdefghijklmnop@studio.test"];
    const cc = [child, ...own.map((address) => ({ name: null, address }))];
    const threadId = await receive({ cc });
    await receive();
    expect(await reply(threadId)).toMatchObject({ to: client.address, cc: [child.address], subject: "Re: Domanda" });
    await inThread(threadId, { from: child, cc: [client] });
    expect(await reply(threadId)).toMatchObject({ to: client.address, cc: [child.address] });
    await inThread(threadId, { automatic: "auto_reply" });
    expect(await reply(threadId)).toMatchObject({ cc: [child.address] });
    await inThread(threadId);
    expect(await reply(threadId)).toMatchObject({ cc: [] });
  });

  it("brings in nobody whom a stranger copies, nor the stranger", async () => {
    const threadId = await receive();
    const stranger = { name: null, address: "estraneo@altrove.test" };
    await inThread(threadId, { from: stranger, cc: [{ name: null, address: "altro@altrove.test" }, client] });
    expect(await reply(threadId)).toMatchObject({ to: client.address, cc: [] });
    // Nor whom another thread of the same client knows.
    await receive({ cc: [child] });
    await inThread(threadId, { from: stranger, cc: [child] });
    expect(await reply(threadId)).toMatchObject({ to: client.address, cc: [] });
  });

  it("says where the last message came from an address that it doesn't reach", async () => {
    const warnings = async (threadId: string) => (await org.ok("reply_to_thread", { threadId, body: "Sì" })).warnings;
    const threadId = await receive();
    expect(await warnings(threadId)).toBeUndefined();
    await inThread(threadId, { from: { name: "Maria", address: "maria.b@altrove.test" }, cc: [child] });
    await inThread(threadId, { automatic: "auto_reply" });
    expect(await warnings(threadId)).toEqual([
      {
        code: "writer_not_reached",
        pointer: "/threadId",
        detail: expect.stringMatching(
          /maria\.b@altrove\.test, who doesn't get this reply: it goes to maria@cliente\.test\./,
        ),
        suggestion: expect.stringContaining("send_message"),
      },
    ]);
    await inThread(threadId);
    expect(await warnings(threadId)).toBeUndefined();
    const copied = await receive({ cc: [child] });
    await inThread(copied, { from: child, cc: [client] });
    expect(await warnings(copied)).toMatchObject([{ code: "came_lately" }]);
    const form = { name: null, address: "moduli@sito.test" };
    expect(await warnings(await receive({ from: form, replyTo: client }))).toBeUndefined();
  });

  it("of a guest goes to the thread's address alone", async () => {
    const project = await createProject(org);
    const threadId = await receive({ cc: [child] });
    await org.ok("file_thread", { threadId, projectId: project.id });
    const guest = await createGuest(org, project.id, "editor");
    expect(await reply(threadId, guest.key)).toMatchObject({ to: client.address, cc: [] });
  });

  it("of a guest stays in its project, though another is shared too", async () => {
    const [project, other] = [await createProject(org), await createProject(org)];
    const threadId = await receive();
    await org.ok("file_thread", { threadId, projectId: project.id });
    const guest = await createGuest(org, project.id, "editor");
    await org.ok("share_project", { projectId: other.id, userId: guest.userId, role: "editor" });
    const write = (fields: object) =>
      org.call<TestRecord>("send_message", { threadId, body: "Sì", ...fields }, guest.key);
    expect((await write({ projectId: other.id })).status).toBe(403);
    const { status, result } = await write({ projectId: project.id, to: client.address.toUpperCase() });
    expect([status, result.thread.projectId]).toEqual([200, project.id]);
  });

  it("answers the other side's last message, not an automatic one, nor our own", async () => {
    const threadId = await receive();
    const header = `<${count}@cliente.test>`;
    await inThread(threadId, { automatic: "auto_reply" });
    const inReplyTo = async () => {
      const { id } = await reply(threadId);
      return (await api.pool.query("select in_reply_to from message where id = $1", [id])).rows[0].in_reply_to;
    };
    expect([await inReplyTo(), await inReplyTo()]).toEqual([header, header]);
  });
});
