import { createHash } from "node:crypto";
import { request } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, it, jest } from "@jest/globals";
import { callerOfToken, type TokenRow, tokenRow } from "../../src/accounts/callers/app-callers.js";
import { secretHash } from "../../src/accounts/secret-hash.js";
import { actionNamed } from "../../src/actions/index.js";
import { Files } from "../../src/files/files.js";
import { auditOf } from "../support/audit.js";
import { startApi } from "../support/caller.js";
import { deletions, restoreLast } from "../support/deletions.js";
import { eventually } from "../support/eventually.js";
import { createGuest, createProject, organization, unknownId } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";
import { connect } from "../support/oauth.js";

const megabyte = 1024 * 1024;
const api = forAllTests(() =>
  startApi({ settings: { MAX_FILE_MB: "1", MAX_PRICE_LIST_MB: "2" }, atOwnAddress: true, waitLimitMs: 0 }),
);
const org = forAllTests(() => organization(api));

interface Sent {
  status: number;
  headers: Headers;
  body: { result?: Record<string, unknown>; code?: string; detail?: string; errors?: { pointer: string }[] };
}
const answerOf = async (response: Response): Promise<Sent> => ({
  status: response.status,
  headers: response.headers,
  body: (await response.json()) as Sent["body"],
});
const formOf = (parts: Record<string, string | File>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) form.append(name, value as string);
  return form;
};
const send = async (body: BodyInit, key = org.key, headers: Record<string, string> = {}): Promise<Sent> =>
  answerOf(
    await fetch(`${api.url}/api/rest/files`, {
      method: "POST",
      body,
      headers: { authorization: `Bearer ${key}`, ...headers },
    }),
  );
const upload = (
  content: string | Buffer,
  name = "nota.txt",
  more: Record<string, string> = {},
  ...rest: [string?, Record<string, string>?]
) => send(formOf({ file: new File([new Uint8Array(Buffer.from(content))], name), ...more }), ...rest);
const download = (id: unknown, key = org.key) =>
  fetch(`${api.url}/api/rest/files/${id}`, { headers: { authorization: `Bearer ${key}` } });
const places = async () => (await api.pool.query("select from file_place")).rowCount;

describe("an upload", () => {
  it("is kept, and comes back as it was sent", async () => {
    const content = Buffer.from(Array.from({ length: 700_000 }, (_, n) => (n * 31) % 251));
    const project = await createProject(org);
    const { status, body } = await upload(content, "Pianta piano terra è.bin", { projectId: project.id });
    expect(status).toBe(200);
    expect(body.result).toEqual({
      id: expect.any(String),
      name: "Pianta piano terra è.bin",
      contentType: "application/octet-stream",
      sizeBytes: 700_000,
      sha256: createHash("sha256").update(content).digest("hex"),
      projectId: project.id,
      source: "upload",
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(Buffer.from(await (await download(body.result?.id)).arrayBuffer()).equals(content)).toBe(true);
    expect(await auditOf(api, body.result?.id)).toMatchObject([{ action: "upload_file", record_type: "stored_file" }]);
  });

  it("may be empty, or as large as the limit", async () => {
    for (const size of [0, megabyte]) {
      const { status, body } = await upload(Buffer.alloc(size));
      expect([status, body.result?.sizeBytes]).toEqual([200, size]);
    }
  });

  it("that is larger is 413, and leaves nothing", async () => {
    const before = await places();
    for (const size of [megabyte + 1, 3 * megabyte]) {
      const { status, body } = await upload(Buffer.alloc(size));
      expect([status, body.code, body.detail]).toEqual([413, "too_large", expect.stringContaining("1 MB")]);
    }
    expect(await places()).toBe(before);
  });

  it("may be larger where its first bytes are those of a price list, up to the limit of these", async () => {
    const filled = (head: string, size: number) => upload(Buffer.concat([Buffer.from(head), Buffer.alloc(size, " ")]));
    const lists = ["<?xml version='1.0'?><Prezzario>", "Tariffa;Descrizione;Prezzo\n1;a;2\n", '[{"codice": "1"}]'];
    for (const head of lists) expect((await filled(head, 1.5 * megabyte)).status).toBe(200);
    for (const head of [...lists, "%PDF-1.7\n", "Gentile signora,\n", "<!doctype html>\n"])
      expect((await filled(head, 2.5 * megabyte)).body).toMatchObject({ code: "too_large" });
    for (const head of ["%PDF-1.7\n", "Gentile signora,\n", "PK\u0003\u0004"])
      expect((await filled(head, 1.5 * megabyte)).status).toBe(413);
  });

  it("is of the type that its first bytes tell, not of the one that it claims", async () => {
    const typeOf = async (content: string, name: string, type: string) =>
      (await send(formOf({ file: new File([content], name, { type }) }))).body.result?.contentType;
    expect(await typeOf("%PDF-1.7\n%âãÏÓ", "a.txt", "text/plain")).toBe("application/pdf");
    expect(await typeOf("<script>", "a.pdf", "application/pdf")).toBe("application/octet-stream");
    expect(await typeOf("ciao", "a.txt", "text/plain; charset=utf-8")).toBe("text/plain");
    expect(await typeOf("a;b", "a.csv", "")).toBe("text/csv");
    expect(await typeOf("PK\u0003\u0004", "computo.xlsx", "")).toBe(
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    );
  });

  it("has a name without a path or control characters", async () => {
    for (const [name, kept] of [
      ["../../etc/passwd", "passwd"],
      ["C:\\fascicolo\\a.pdf", "a.pdf"],
      ["  a.txt ", "a.txt"],
      ["", "file"],
    ] as const)
      expect((await upload("x", name)).body.result?.name).toBe(kept);
  });

  it.each([
    ["no file", () => formOf({ projectId: "" }), 400, "/file"],
    ["a further field", () => formOf({ file: new File(["x"], "a"), nome: "x" }), 400, "/nome"],
    ["a second file", () => formOf({ file: new File(["x"], "a"), altro: new File(["x"], "b") }), 400, ""],
    ["another part's file", () => formOf({ allegato: new File(["x"], "a") }), 400, "/allegato"],
  ])("with %s is refused, and leaves nothing", async (_, form, status, pointer) => {
    const before = await places();
    const answer = await send(form());
    expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([status, pointer]);
    expect(await places()).toBe(before);
  });

  it("has a name that shows what it is, however it came by it, and loses no letter", async () => {
    const tricky = "fattura\u200b\u202egpj.exe";
    const { result: file } = (await upload("a", tricky)).body;
    expect(file?.name).toBe("fatturagpj.exe");
    expect((await upload("a", "Perizia è — Ærø Łódź 日本 👍🏽 e\u0301.pdf")).body.result?.name).toBe(
      "Perizia è — Ærø Łódź 日本 👍🏽 e\u0301.pdf",
    );
    await org.ok("update_file", { fileId: file?.id, name: `nuova ${tricky}` });
    const link = await org.ok("create_upload_link", { name: tricky });
    await fetch(link.url, { method: "PUT", body: "b" });
    const names = (await org.ok("list_files", {})).items.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(["nuova fatturagpj.exe", "fatturagpj.exe"]));
    expect(names.join("")).not.toMatch(/[\u200b\u202e]/);
  });

  it("that is no form, or a broken one, is refused", async () => {
    expect((await send("x", org.key, { "content-type": "application/pdf" })).status).toBe(415);
    expect((await send("x", org.key, { "content-type": "multipart/form-data" })).status).toBe(400);
    expect((await send("x", org.key, { "content-type": "multipart/form-data; boundary=a" })).status).toBe(400);
    const cut = '--a\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc';
    expect((await send(cut, org.key, { "content-type": "multipart/form-data; boundary=a" })).status).toBe(400);
  });

  it("whose sender leaves half-way leaves nothing", async () => {
    const before = await places();
    const begun = await new Promise<() => void>((resolve) => {
      const sending = request(`${api.url}/api/rest/files`, {
        method: "POST",
        headers: { authorization: `Bearer ${org.key}`, "content-type": "multipart/form-data; boundary=a" },
      });
      sending.on("error", () => undefined);
      sending.write('--a\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n');
      sending.write(Buffer.alloc(500_000), () => resolve(() => sending.destroy()));
    });
    while ((await places()) === before) await new Promise((resolve) => setTimeout(resolve, 10));
    begun();
    while ((await places()) !== before) await new Promise((resolve) => setTimeout(resolve, 10));
  });

  it("is repeated under its Idempotency-Key, and another one refused", async () => {
    const key = { "idempotency-key": "carica-1" };
    const first = await upload("abc", "a.txt", {}, org.key, key);
    const before = await places();
    const again = await upload("abc", "a.txt", {}, org.key, key);
    expect([again.body, again.headers.get("idempotency-replayed")]).toEqual([first.body, "true"]);
    expect((await upload("abd", "a.txt", {}, org.key, key)).status).toBe(409);
    expect(await places()).toBe(before);
  });

  it("keeps its bytes where it can't be known whether it was committed", async () => {
    const { commits } = api.app.database;
    const { run } = commits;
    commits.run = async (...asked) => {
      commits.run = run;
      await commits.run(...asked);
      throw new Error("Connection terminated unexpectedly");
    };
    const key = { "idempotency-key": "carica-2" };
    expect((await upload("abc", "a.txt", {}, org.key, key)).status).toBe(503);
    const again = await upload("abc", "a.txt", {}, org.key, key);
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
    expect(await (await download(again.body.result?.id)).text()).toBe("abc");
  });

  it("needs documents:edit or inbox:edit", async () => {
    for (const [permission, status] of [
      ["documents:edit", 200],
      ["inbox:edit", 200],
      ["documents:view", 403],
      ["projects:edit", 403],
    ] as const)
      expect([permission, (await upload("x", "a", {}, await org.keyWith(permission))).status]).toEqual([
        permission,
        status,
      ]);
    expect((await upload("x", "a", {}, (await org.member("viewer")).key)).status).toBe(403);
    expect((await upload("x", "a", {}, "pra_x")).status).toBe(401);
  });

  it("is sent by POST, and fetched by GET: other methods are told which", async () => {
    for (const [place, method, allowed] of [
      ["", "GET", "POST"],
      ["/x", "DELETE", "GET, HEAD"],
    ] as const) {
      const headers = { authorization: `Bearer ${org.key}` };
      const answer = await fetch(`${api.url}/api/rest/files${place}`, { method, headers });
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, allowed]);
      expect(answer.headers.get("content-type")).toContain("application/problem+json");
    }
  });

  it("goes to a project that the caller reaches", async () => {
    const foreign = await createProject(await organization(api));
    for (const projectId of [unknownId, foreign.id]) expect((await upload("x", "a", { projectId })).status).toBe(404);
    const project = await createProject(org);
    const editor = await createGuest(org, project.id, "editor");
    const viewer = await createGuest(org, project.id, "viewer");
    const filed = await upload("x", "a", { projectId: project.id }, editor.key);
    expect(filed.status).toBe(200);
    expect((await upload("x", "a", {}, editor.key)).status).toBe(403);
    expect((await upload("x", "a", { projectId: project.id }, viewer.key)).status).toBe(403);
    expect((await download(filed.body.result?.id, viewer.key)).status).toBe(200);
    const stranger = await createGuest(org, (await createProject(org)).id, "editor");
    expect((await download(filed.body.result?.id, stranger.key)).status).toBe(404);
  });

  it("is sent on by a message", async () => {
    const { body } = await upload("ciao");
    const sent = await org.ok("send_message", {
      to: "a@example.test",
      body: "Ecco",
      attachmentFileIds: [body.result?.id],
    });
    expect(sent.message.attachments).toEqual([expect.objectContaining({ id: body.result?.id, name: "nota.txt" })]);
    const refused = await org.call("delete_file", { fileId: body.result?.id });
    expect([refused.status, refused.detail]).toEqual([409, expect.stringContaining(sent.message.id)]);
  });
});

describe("what came by mail", () => {
  it("is open to who sees the inbox, and to guests of the thread's project, and stays while its message has it", async () => {
    const { result: file } = (await upload("ciao", "messaggio.eml")).body as { result: { id: string } };
    const { result: receipt } = (await upload("<x/>", "daticert.xml")).body as { result: { id: string } };
    const project = await createProject(org);
    const { message } = await org.ok("send_message", { to: "a@example.test", body: "A", projectId: project.id });
    await api.pool.query("update message set raw_file_id = $2, receipts = $3 where id = $1", [
      message.id,
      file.id,
      JSON.stringify([{ type: "accettazione", fileId: receipt.id }]),
    ]);
    const { rows } = await api.pool.query(
      `insert into stored_file (organization_id, id, created_at, updated_at, name, content_type, size_bytes, sha256, content, source)
       select organization_id, gen_random_uuid(), now(), now(), name, content_type, size_bytes, sha256, 'x', 'incoming' from stored_file where id = $1
       returning id`,
      [file.id],
    );
    const came = rows[0].id as string;
    await api.pool.query("update message set raw_file_id = $2 where id = $1", [message.id, came]);
    const guest = await createGuest(org, project.id, "viewer");
    const stranger = await createGuest(org, (await createProject(org)).id, "viewer");
    for (const id of [came, receipt.id])
      expect([(await download(id, guest.key)).status, (await download(id, stranger.key)).status]).toEqual([200, 404]);
    expect((await download(came, await org.keyWith("inbox:view"))).status).toBe(200);
    const refused = await org.call("delete_file", { fileId: came });
    expect([refused.status, refused.detail]).toEqual([409, expect.stringContaining(message.id)]);
    const unseen = await org.call("delete_file", { fileId: came }, await org.keyWith("documents:delete"));
    expect([unseen.status, unseen.detail?.includes(message.id)]).toEqual([404, false]);
  });
});

describe("the files' actions", () => {
  it("list, rename, file, delete and bring back", async () => {
    const project = await createProject(org);
    const { result: file } = (await upload("ciao", "vecchio.txt")).body as { result: { id: string } };
    const changed = await org.ok("update_file", { fileId: file.id, name: " nuovo.txt ", projectId: project.id });
    expect(changed).toMatchObject({ ...file, name: "nuovo.txt", projectId: project.id });
    expect((await org.ok<{ items: unknown[] }>("list_files", { projectId: project.id })).items).toEqual([changed]);
    expect(
      (await org.ok<{ items: unknown[] }>("list_files", { projectId: project.id, source: "issued" })).items,
    ).toEqual([]);
    expect(await org.ok("update_file", { fileId: file.id, projectId: "" })).toMatchObject({ projectId: null });
    await org.ok("delete_file", { fileId: file.id });
    expect((await download(file.id)).status).toBe(404);
    expect(await deletions(org, "file")).toMatchObject([{ kind: "file", id: file.id, title: "nuovo.txt" }]);
    await restoreLast(org, "file");
    expect(await (await download(file.id)).text()).toBe("ciao");
  });

  it("keep a file when its project goes, and file it there again when it comes back", async () => {
    const project = await createProject(org);
    const { result: file } = (await upload("x", "a", { projectId: project.id })).body as { result: { id: string } };
    await org.ok("delete_project", { projectId: project.id });
    expect(await (await download(file.id)).text()).toBe("x");
    await restoreLast(org, "project");
    expect((await org.ok<{ items: unknown[] }>("list_files", { projectId: project.id })).items).toHaveLength(1);
  });

  it("show a guest the shared project's files alone, and let an editor take none out of it", async () => {
    const project = await createProject(org);
    const editor = await createGuest(org, project.id, "editor");
    const { result: file } = (await upload("x", "a", { projectId: project.id })).body as { result: { id: string } };
    await upload("y");
    const { items } = await org.ok<{ items: { id: string }[] }>("list_files", {}, editor.key);
    expect(items.map(({ id }) => id)).toEqual([file.id]);
    await org.ok("update_file", { fileId: file.id, name: "b" }, editor.key);
    for (const projectId of ["", (await createProject(org)).id])
      expect((await org.call("update_file", { fileId: file.id, projectId }, editor.key)).status).not.toBe(200);
  });
});

describe("a link", () => {
  const put = (url: unknown, content: string) => fetch(String(url), { method: "PUT", body: content }).then(answerOf);

  it("downloads one file without any other credential, as an attachment", async () => {
    const { result: file } = (await upload("ciao")).body as { result: { id: string } };
    const { url, expiresAt } = await org.ok("create_download_link", { fileId: file.id });
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(15 * 60_000);
    const answer = await fetch(url, { headers: { range: "bytes=0-1" } });
    expect([answer.status, await answer.text()]).toEqual([206, "ci"]);
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment/);
    expect((await fetch(`${url}x`)).status).toBe(404);
    await api.pool.query("update file_link set expires_at = now()");
    expect((await fetch(url)).status).toBe(404);
  });

  it("that has ended tells a person in a browser so, and whom to ask for another", async () => {
    const { result: file } = (await upload("ciao")).body as { result: { id: string } };
    const { url } = await org.ok("create_download_link", { fileId: file.id });
    await api.pool.query("update file_link set expires_at = now()");
    const shown = async (language: string) =>
      (await fetch(url, { headers: { accept: "text/html", "accept-language": language } })).text();
    expect(await shown("it")).toContain(
      "il link è scaduto o non è più valido: chiedine uno nuovo a chi te l'ha mandato.",
    );
    expect(await shown("en")).toContain("no longer valid; ask for a new one.");
  });

  it("takes the bytes of one file, once", async () => {
    const project = await createProject(org);
    const { url, fileId } = await org.ok("create_upload_link", { name: "foto.txt", projectId: project.id });
    const opened = await fetch(url, { headers: { accept: "text/html", "accept-language": "it" } });
    expect([opened.status, opened.headers.get("allow")]).toEqual([405, "PUT"]);
    expect(await opened.text()).toContain("con una sola richiesta PUT");
    const posted = await fetch(url, { method: "POST", body: "ciao" });
    expect([posted.status, posted.headers.get("allow")]).toEqual([405, "PUT"]);
    const tooMuch = await put(url, "x".repeat(megabyte + 1));
    expect(tooMuch.status).toBe(413);
    const { status, body } = await put(url, "ciao");
    expect([status, body.result]).toEqual([
      200,
      expect.objectContaining({ id: fileId, name: "foto.txt", sizeBytes: 4, projectId: project.id, source: "upload" }),
    ]);
    expect((await put(url, "ancora")).status).toBe(409);
    expect(await (await download(fileId)).text()).toBe("ciao");
  });

  it("takes one sender at a time; another who is refused, and leaves half-way, harms nobody", async () => {
    const { url, fileId } = await org.ok("create_upload_link", { name: "foto.txt" });
    const put = jest.spyOn(Files.prototype, "put");
    const begin = async () => {
      const before = put.mock.calls.length;
      const sending = request(url, { method: "PUT", headers: { "content-length": 4 } }).on("error", () => undefined);
      sending.write("ci");
      await eventually(async () => put.mock.calls.length > before);
      return sending;
    };
    const first = await begin();
    const place = "select from file_place where file_id = $1";
    await eventually(async () => (await api.pool.query(place, [fileId])).rowCount);
    const second = await begin();
    await expect(put.mock.results.at(-1)?.value).rejects.toMatchObject({ code: "conflict" });
    put.mockRestore();
    second.destroy();
    first.end("ao");
    await new Promise((resolve) => first.once("response", (answer) => answer.resume().once("end", resolve)));
    expect(await (await download(fileId)).text()).toBe("ciao");
  });

  it("takes neither compressed bytes, which would be kept as they come, nor a part, and is as good as before", async () => {
    const { url, fileId } = await org.ok("create_upload_link", { name: "relazione.txt" });
    const encoded = { method: "PUT", body: gzipSync("ciao"), headers: { "content-encoding": "gzip" } };
    expect((await fetch(url, encoded)).status).toBe(415);
    const part = { method: "PUT", body: "ci", headers: { "content-range": "bytes 0-1/4" } };
    expect((await fetch(url, part)).status).toBe(400);
    expect((await put(url, "ciao")).status).toBe(200);
    expect(await (await download(fileId)).text()).toBe("ciao");
  });

  it("whose bytes were cut off by a crash says how to go on, and not that the file is there", async () => {
    const { url, fileId } = await org.ok("create_upload_link", { name: "foto.txt" });
    await api.pool.query("insert into file_place (organization_id, file_id, store) values ($1, $2, 'database')", [
      org.organizationId,
      fileId,
    ]);
    const { status, body } = await put(url, "ciao");
    expect([status, body.detail]).toEqual([
      409,
      expect.stringContaining("if list_files doesn't show the file, make another with create_upload_link"),
    ]);
  });

  it("ends with the key that made it, and with its permission", async () => {
    const { result: file } = (await upload("ciao")).body as { result: { id: string } };
    const member = await org.member("member");
    const down = await org.ok("create_download_link", { fileId: file.id }, member.key);
    const up = await org.ok("create_upload_link", { name: "a" }, member.key);
    await api.pool.query("update membership set role = 'viewer' where user_id = $1", [member.userId]);
    expect((await fetch(down.url)).status).toBe(200);
    expect((await put(up.url, "x")).status).toBe(403);
    await api.pool.query("update api_key set revoked_at = now() where user_id = $1", [member.userId]);
    expect((await fetch(down.url)).status).toBe(404);
    expect((await put(up.url, "x")).status).toBe(404);
  });

  it("and uploads and downloads are open to an app's token, as far as it was approved, until it is disconnected", async () => {
    const member = await org.member("member");
    const { organizationId } = org;
    const [writer, reader] = await Promise.all([
      connect(api, member, { organizationId }),
      connect(api, member, { organizationId, mode: "read" }),
    ]);
    const token = String(writer.tokens.access_token);
    const { status, body } = await upload("ciao", "a.txt", {}, token);
    expect(status).toBe(200);
    expect((await upload("x", "a", {}, String(reader.tokens.access_token))).status).toBe(403);
    expect(await (await download(body.result?.id, String(reader.tokens.access_token))).text()).toBe("ciao");
    const resource = `${api.app.config.BASE_URL}/api/mcp`;
    const row = (await tokenRow(api.app.database, secretHash(token), resource)) as TokenRow;
    const made = await api.app.execute({
      action: actionNamed("create_download_link"),
      caller: callerOfToken(row),
      body: { fileId: body.result?.id },
      requestId: "r",
    });
    const { url } = made.result as { url: string };
    expect((await fetch(url)).status).toBe(200);
    await api.pool.query("update connection set revoked_at = now() where grant_id = $1", [writer.grantId]);
    expect((await fetch(url)).status).toBe(404);
    expect((await download(body.result?.id, token)).status).toBe(401);
  });
});
