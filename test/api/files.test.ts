import { createHash } from "node:crypto";
import { Socket } from "node:net";
import { beforeAll, describe, expect, it, jest } from "@jest/globals";
import { v7 as uuidv7 } from "uuid";
import type { FileSource } from "../../src/domain/files.js";
import { permissions } from "../../src/domain/permissions.js";
import { startApi } from "../support/caller.js";
import {
  createGuest,
  createProject,
  organization,
  storeFile,
  type TestRecord,
  unknownId,
} from "../support/factories.js";
import { closedAfterTest, forAllTests } from "../support/for-tests.js";
import { connectMcp } from "../support/mcp.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));

const store = (name: string, content: Buffer, contentType?: string, owner = org, source?: FileSource) =>
  storeFile(owner, name, { content, contentType, source });

const get = (
  fileId: string,
  key: string | null = org.key,
  headers: Record<string, string> = {},
  method = "GET",
  url = api.url,
) =>
  fetch(`${url}/api/rest/files/${fileId}`, {
    method,
    headers: { ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...headers },
  });

describe("downloading a file", () => {
  it("ends where its client takes nothing for a minute", async () => {
    const idle = jest.spyOn(Socket.prototype, "setTimeout");
    await (await get(await store("x.pdf", Buffer.from("x")))).arrayBuffer();
    expect(idle).toHaveBeenCalledWith(60_000);
    idle.mockRestore();
  });

  it("sends the very bytes, as a download that no browser runs", async () => {
    const content = Buffer.from(Array.from({ length: 3_000_000 }, (_, n) => (n * 31) % 251));
    const fileId = await store('Relazione è "finale" 漢/../x.pdf', content);
    const answer = await get(fileId);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    expect(answer.headers.get("content-length")).toBe("3000000");
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("content-security-policy")).toContain("sandbox");
    expect(answer.headers.get("etag")).toBe(`"${createHash("sha256").update(content).digest("hex")}"`);
    const disposition = answer.headers.get("content-disposition") ?? "";
    expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e\xa0-\xff]+"; filename\*=UTF-8''/);
    const name = decodeURIComponent(/filename\*=UTF-8''(.+)$/.exec(disposition)?.[1] ?? "");
    expect(name).toBe("Relazione è _finale_ 漢_.._x.pdf");
  });

  it("says an Italian name in ASCII and in UTF-8, which every browser reads", async () => {
    const answer = await get(await store("Perché così.xlsx", Buffer.from("x")));
    expect(answer.headers.get("content-disposition")).toBe(
      "attachment; filename=\"Perch_ cos_.xlsx\"; filename*=UTF-8''Perch%C3%A9%20cos%C3%AC.xlsx",
    );
  });

  it("answers 304 to who has it, and HEAD without its bytes", async () => {
    const fileId = await store("a.pdf", Buffer.from("abc"));
    const etag = (await get(fileId)).headers.get("etag") ?? "";
    const same = await get(fileId, org.key, { "if-none-match": etag });
    expect([same.status, await same.text()]).toEqual([304, ""]);
    expect((await get(fileId, org.key, { "if-none-match": '"other"' })).status).toBe(200);
    expect((await get(fileId, org.key, { "if-none-match": `"other" , W/${etag}` })).status).toBe(304);
    expect((await get(fileId, org.key, { "if-none-match": `a${" ".repeat(15_000)}b` })).status).toBe(200);
    const head = await get(fileId, org.key, {}, "HEAD");
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "3", ""]);
  });

  it.each([
    ["bytes=0-3", "0123", "bytes 0-3/10"],
    ["bytes=8-", "89", "bytes 8-9/10"],
    ["bytes=-3", "789", "bytes 7-9/10"],
    ["bytes=5-99", "56789", "bytes 5-9/10"],
    ["bytes=-99", "0123456789", "bytes 0-9/10"],
  ])("answers %s with 206 and that part", async (range, text, described) => {
    const fileId = await store("a.txt", Buffer.from("0123456789"), "text/plain");
    const answer = await get(fileId, org.key, { range });
    expect([answer.status, answer.headers.get("content-range"), await answer.text()]).toEqual([206, described, text]);
    expect(answer.headers.get("content-length")).toBe(String(text.length));
  });

  it("answers 416 to a range beyond the end, and with the whole file to one that it can't read or that is of another version", async () => {
    const fileId = await store("a.txt", Buffer.from("0123456789"), "text/plain");
    for (const range of ["bytes=10-", "bytes=-0"]) {
      const beyond = await get(fileId, org.key, { range });
      expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, "bytes */10"]);
      expect(beyond.headers.get("content-type")).toMatch(/^application\/problem\+json/);
      expect(await beyond.json()).toMatchObject({
        status: 416,
        code: "range_not_satisfiable",
        requestId: beyond.headers.get("x-request-id"),
      });
    }
    for (const range of ["bytes=3-1", "bytes=0-1,4-5", "lines=1-2", "bytes=-"])
      expect([range, (await get(fileId, org.key, { range })).status]).toEqual([range, 200]);
    expect((await get(fileId, org.key, { range: "bytes=0-1", "if-range": '"other"' })).status).toBe(200);
  });

  it("says so where the store of its bytes can't be reached", async () => {
    const keys = { S3_ACCESS_KEY_ID: "x", S3_SECRET_ACCESS_KEY: "x" };
    const settings = { S3_BUCKET: "x", S3_ENDPOINT: "http://127.0.0.1:9", ...keys };
    const lines: string[] = [];
    const logged = { write: (line: string) => void lines.push(line) };
    const apart = closedAfterTest(await startApi({ beside: api, settings, logged }));
    const fileId = await store("a.pdf", Buffer.from("abc"));
    await api.pool.query("insert into file_place (organization_id, file_id, store) values ($1, $2, 's3')", [
      org.organizationId,
      fileId,
    ]);
    const answer = await get(fileId, org.key, {}, "GET", apart.url);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(answer.headers.get("content-disposition")).toBeNull();
    const { code, requestId } = (await answer.json()) as Record<string, string>;
    expect(code).toBe("unavailable");
    const warned = () => lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);
    const err = { message: expect.stringContaining("ECONNREFUSED") };
    expect(warned()).toMatchObject([{ requestId, err }]);

    lines.length = 0;
    const client = await connectMcp(apart.url, org.key);
    const called = await client.call("read_file", { fileId });
    await client.close();
    expect(called.isError).toBe(true);
    expect(warned()).toMatchObject([{ err }]);
  });

  it("gives no page of a stranger's its own type", async () => {
    for (const type of ["text/html", "application/xhtml+xml; charset=utf-8", "image/svg+xml"]) {
      const answer = await get(await store("a", Buffer.from("<b>"), type));
      expect(answer.headers.get("content-type")).toBe("application/octet-stream");
      expect(answer.headers.get("content-disposition")).toMatch(/^attachment/);
    }
  });

  it("bears strange names and types, and empty files", async () => {
    for (const [name, type] of [
      ["\r\nX-Evil: 1", "text/html\r\nX-Evil: 1"],
      ["", ""],
      ["\ud800.pdf".toWellFormed(), "image/png"],
      ["..", "x"],
    ]) {
      const answer = await get(await store(name ?? "", Buffer.alloc(0), type));
      expect([answer.status, answer.headers.get("x-evil")]).toEqual([200, null]);
      expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename=/);
      expect(answer.headers.get("content-type")).toBe(type === "image/png" ? type : "application/octet-stream");
    }
  });

  it("says the same of a missing, a malformed and a foreign id", async () => {
    const other = await organization(api);
    const foreign = await store("a.pdf", Buffer.from("abc"), "application/pdf", other);
    for (const id of [unknownId, "x", foreign, `${foreign}%00`, "%F0%9F%8F%A0"]) {
      const answer = await get(id);
      expect(answer.status).toBe(404);
      const problem = (await answer.json()) as { code: string; detail: string };
      expect(problem.code).toBe("not_found");
      expect(problem.detail).toMatch(/^fileId: there is no such record: /);
    }
    expect((await get(foreign, other.key)).status).toBe(200);
  });

  describe("by a key of one permission", () => {
    const files: Record<string, string> = {};
    beforeAll(async () => {
      const document = await org.ok("create_document", { title: "Preventivo" });
      await org.ok("issue_document", { docId: document.id });
      for (const kind of ["issued", "issuedAndSent", "carried", "ofNotice", "loose"])
        files[kind] = await store(`${kind}.pdf`, Buffer.from(kind));
      for (const kind of ["incoming", "incomingAndFiled"])
        files[kind] = await store(`${kind}.eml`, Buffer.from(kind), "message/rfc822", org, "incoming");
      const { id: projectId } = await createProject(org);
      await org.ok("update_file", { fileId: files.incomingAndFiled, projectId });
      await api.pool.query(
        `insert into revision_pdf (organization_id, revision_id, file_id, sha256, created_at)
         select organization_id, id, $2, 'x', now() from document_revision where document_id = $1`,
        [document.id, files.issued],
      );
      await org.ok("issue_document", { docId: (await org.ok("create_document", { title: "Altro" })).id });
      await api.pool.query(
        `insert into revision_pdf (organization_id, revision_id, file_id, sha256, created_at)
         select organization_id, id, $2, 'x', now() from document_revision where organization_id = $1 and document_id <> $3`,
        [org.organizationId, files.issuedAndSent, document.id],
      );
      await org.ok("send_message", {
        to: "a@example.test",
        body: "In allegato.",
        attachmentFileIds: [files.issuedAndSent, files.carried],
      });
      await api.pool.query(
        `insert into message (organization_id, id, created_at, updated_at, direction, channel, to_address, body, attachments, status)
         values ($1, $2, now(), now(), 'outgoing', 'email', 'a@example.test', '', jsonb_build_array(jsonb_build_object('id', $3::text)), 'sent')`,
        [org.organizationId, uuidv7(), files.ofNotice],
      );
    });

    it.each(permissions)("%s opens files of its own area alone", async (permission) => {
      const key = await org.keyWith(permission);
      const statuses = await Promise.all(Object.values(files).map(async (id) => (await get(id, key)).status));
      const expected: Record<string, number[]> = {
        "documents:view": [200, 200, 200, 200, 200, 404, 200],
        "inbox:view": [404, 404, 200, 404, 404, 200, 200],
        // Exports of bills: export-bill-of-quantities.test.ts has them.
        "bills_of_quantities:view": Array(7).fill(404),
      };
      expect(statuses).toEqual(expected[permission] ?? Array(7).fill(403));
    });

    it("documents:view neither lists, reads nor gives away what came with messages, unless it is filed under a project", async () => {
      const key = await org.keyWith("documents:view");
      const { items } = await org.ok("list_files", { source: "incoming" }, key);
      expect(items.map(({ id }: TestRecord) => id)).toEqual([files.incomingAndFiled]);
      for (const action of ["read_file", "create_download_link"])
        expect((await org.call(action, { fileId: files.incoming }, key)).status).toBe(404);
      const edit = await org.keyWith("documents:view", "documents:edit", "documents:delete");
      for (const action of ["update_file", "delete_file"])
        expect((await org.call(action, { fileId: files.incoming }, edit)).status).toBe(404);
    });

    it("needs the key, and is open to a viewer", async () => {
      expect((await get(files.loose ?? "", null)).status).toBe(401);
      expect((await get(files.loose ?? "", (await org.member("viewer")).key)).status).toBe(200);
    });
  });

  it("gives guests the PDFs issued in projects shared with them and nothing else, and who sees only messages no issued PDF", async () => {
    const project = await createProject(org);
    const guest = await createGuest(org, project.id, "viewer");
    const stranger = await createGuest(org, (await createProject(org)).id, "editor");
    const document = await org.ok("create_document", { title: "Preventivo", projectId: project.id });
    await org.ok("issue_document", { docId: document.id });
    const pdf = await store("preventivo.pdf", Buffer.from("%PDF"));
    const loose = await store("altro.pdf", Buffer.from("%PDF"));
    await api.pool.query(
      `insert into revision_pdf (organization_id, revision_id, file_id, sha256, created_at)
       select organization_id, id, $2, 'x', now() from document_revision where document_id = $1`,
      [document.id, pdf],
    );
    expect((await get(pdf, guest.key)).status).toBe(200);
    expect((await get(pdf, await org.keyWith("documents:view"))).status).toBe(200);
    expect((await get(pdf, await org.keyWith("inbox:view"))).status).toBe(404);
    expect((await get(loose, guest.key)).status).toBe(404);
    expect((await get(pdf, stranger.key)).status).toBe(404);
    await api.pool.query("delete from project_share where user_id = $1", [guest.userId]);
    expect((await get(pdf, guest.key)).status).toBe(404);
  });
});
