import { createHash, randomBytes } from "node:crypto";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { v7 as uuidv7 } from "uuid";
import { loadConfig } from "../../src/config.js";
import { Database, type Queries } from "../../src/db/database.js";
import { transact } from "../../src/db/transact.js";
import { BytesMissing } from "../../src/files/file-store.js";
import { addFile, Files } from "../../src/files/files.js";
import { S3Store } from "../../src/files/s3-store.js";
import { createTestDatabase } from "../support/database.js";
import { closedAfterTest, forAllTests } from "../support/for-tests.js";
import { listening } from "../support/listening.js";
import { startS3 } from "../support/s3.js";

const testDatabase = forAllTests(createTestDatabase);
const s3 = forAllTests(startS3);
const database = forAllTests(() => Database.open(testDatabase.appUrl));
const organizationId = uuidv7();
const stores: { database?: Files; s3?: Files } = {};
const store = (name: string): Files => stores[name as "s3"] as Files;
/** What an object storage at an address is asked by. */
const storeAt = (S3_ENDPOINT: string, allowedMs?: number) =>
  new S3Store(loadConfig({ ...s3.settings, S3_ENDPOINT }), allowedMs);

beforeAll(async () => {
  await database.query(
    "insert into organization (id, name, created_at, updated_at) values ($1, 'Studio', now(), now())",
    [organizationId],
  );
  stores.database = new Files(database, loadConfig({}));
  stores.s3 = new Files(database, loadConfig(s3.settings));
});

const pieceBytes = 256 * 1024;
const partBytes = 8 * 1024 * 1024;
/** In chunks as a socket brings them. */
async function* arriving(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 60_000) yield bytes.subarray(at, at + 60_000);
}
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const rangeOf = async (files: Files, id: string, start: number, end: number) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of files.open(organizationId, id, { start, end })) chunks.push(chunk);
  return Buffer.concat(chunks);
};
const count = async (id: string) => (await database.query("select from file_place where file_id = $1", [id])).length;

describe.each(["database", "s3"] as const)("the %s store", (name) => {
  it.each([0, 1, pieceBytes - 1, pieceBytes, pieceBytes + 1, 3 * pieceBytes])("gives %i bytes back", async (size) => {
    const bytes = randomBytes(size);
    const kept = await store(name).put(organizationId, arriving(bytes));
    expect(kept).toEqual({
      id: expect.any(String),
      sizeBytes: size,
      sha256: sha256(bytes),
      head: bytes.subarray(0, 4100),
    });
    expect((await store(name).read(organizationId, kept.id)).equals(bytes)).toBe(true);
  });

  it.each([partBytes, partBytes * 2 + 5])("keeps %i bytes, which are more than one part", async (size) => {
    const bytes = randomBytes(size);
    const { id } = await store(name).put(organizationId, arriving(bytes));
    expect(sha256(await store(name).read(organizationId, id))).toBe(sha256(bytes));
    expect(await rangeOf(store(name), id, partBytes - 2, partBytes - 1)).toEqual(
      bytes.subarray(partBytes - 2, partBytes),
    );
  });

  it.each([
    [0, 1],
    [0, pieceBytes - 1],
    [pieceBytes - 3, pieceBytes + 2],
    [pieceBytes, pieceBytes + 9],
    [2 * pieceBytes - 1, 2 * pieceBytes - 1],
  ])("reads the bytes from %i to %i alone", async (start, end) => {
    const bytes = randomBytes(2 * pieceBytes);
    const { id } = await store(name).put(organizationId, bytes);
    expect((await rangeOf(store(name), id, start, end)).equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  it("leaves nothing of bytes whose sender fails", async () => {
    const id = uuidv7();
    const failing = async function* () {
      yield randomBytes(partBytes + 1);
      throw new Error("the sender left");
    };
    await expect(store(name).put(organizationId, failing(), id)).rejects.toThrow("the sender left");
    expect(await count(id)).toBe(0);
  });

  it("removes what it is told to, again and again, and says then that it is missing", async () => {
    const { id } = await store(name).put(organizationId, Buffer.from("ciao"));
    for (let n = 0; n < 2; n++) await store(name).discard(organizationId, id);
    await expect(store(name).read(organizationId, id)).rejects.toThrow(BytesMissing);
    await database.query("insert into file_place (organization_id, file_id, store) values ($1, $2, $3)", [
      organizationId,
      id,
      name,
    ]);
    await expect(store(name).read(organizationId, id)).rejects.toThrow(BytesMissing);
  });

  it("finds no file of another organization", async () => {
    const { id } = await store(name).put(organizationId, Buffer.from("ciao"));
    await expect(store(name).read(uuidv7(), id)).rejects.toThrow(BytesMissing);
  });
});

it("a file stays readable when the installation changes to the other store", async () => {
  const both = new Files(database, loadConfig({ ...s3.settings, FILE_STORE: "database" }));
  const inS3 = await store("s3").put(organizationId, Buffer.from("nel bucket"));
  const inDatabase = await both.put(organizationId, Buffer.from("nella base"));
  for (const files of [both, store("s3")]) {
    expect((await files.read(organizationId, inS3.id)).toString()).toBe("nel bucket");
    expect((await files.read(organizationId, inDatabase.id)).toString()).toBe("nella base");
  }
  await expect(store("database").read(organizationId, inS3.id)).rejects.toThrow(/S3_BUCKET/);
});

it("pieces in the database are read one at a time for each organization, so that many readers leave others their connections", async () => {
  const [own, other] = [organizationId, uuidv7()];
  await database.query(
    "insert into organization (id, name, created_at, updated_at) values ($1, 'Altro studio', now(), now())",
    [other],
  );
  const bytes = randomBytes(2 * pieceBytes + 1);
  const ids = new Map<string, string>();
  for (const whose of [own, other]) ids.set(whose, (await store("database").put(whose, bytes)).id);
  let begun = 0;
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const queries: Queries = {
    async query<T extends object>(text: string, values: unknown[] = []) {
      if (text.startsWith("select bytes") && values[0] === own) {
        begun++;
        await released;
      }
      return database.query<T>(text, values);
    },
  };
  const files = new Files(queries, loadConfig({}));
  const read = (whose: string) => files.read(whose, ids.get(whose) as string);
  const readers = Array.from({ length: 5 }, () => read(own));
  expect((await read(other)).equals(bytes)).toBe(true);
  expect(begun).toBe(1);
  release();
  for (const reader of readers) expect((await reader).equals(bytes)).toBe(true);
});

it("pieces in the database are written one at a time for each organization", async () => {
  let [writing, most] = [0, 0];
  const queries: Queries = {
    async query<T extends object>(text: string, values: unknown[] = []) {
      if (!text.startsWith("insert into file_content")) return database.query<T>(text, values);
      most = Math.max(most, ++writing);
      return database.query<T>(text, values).finally(() => writing--);
    },
  };
  const files = new Files(queries, loadConfig({}));
  const bytes = randomBytes(2 * pieceBytes + 1);
  const kept = await Promise.all(Array.from({ length: 5 }, () => files.put(organizationId, arriving(bytes))));
  expect(most).toBe(1);
  for (const { id } of kept) expect((await files.read(organizationId, id)).equals(bytes)).toBe(true);
});

it("a file of an earlier release is read from its row, by one reader of its organization at a time", async () => {
  const bytes = randomBytes(2 * pieceBytes + 3);
  const id = uuidv7();
  await database.query(
    `insert into stored_file (organization_id, id, created_at, updated_at, name, content_type, size_bytes, sha256, content)
     values ($1, $2, now(), now(), 'x.pdf', 'application/pdf', $3, 'x', $4)`,
    [organizationId, id, bytes.length, bytes],
  );
  let [reading, most] = [0, 0];
  const queries: Queries = {
    async query<T extends object>(text: string, values: unknown[] = []) {
      if (!text.startsWith("select substring")) return database.query<T>(text, values);
      most = Math.max(most, ++reading);
      return database.query<T>(text, values).finally(() => reading--);
    },
  };
  const files = new Files(queries, loadConfig(s3.settings));
  const read = await Promise.all(Array.from({ length: 3 }, () => files.read(organizationId, id)));
  expect([read.every((each) => each.equals(bytes)), most]).toEqual([true, 1]);
  const end = pieceBytes + 4;
  expect(
    (await rangeOf(store("database"), id, pieceBytes - 1, end)).equals(bytes.subarray(pieceBytes - 1, end + 1)),
  ).toBe(true);
});

it("an object storage out of reach is unavailable, and not an internal error", async () => {
  const files = new Files(database, loadConfig({ ...s3.settings, S3_ENDPOINT: "http://127.0.0.1:9" }));
  await expect(files.put(organizationId, Buffer.from("x"))).rejects.toMatchObject({
    code: "unavailable",
    // Pages say of what has no words of its own that the database is away.
    extras: { italian: expect.stringContaining("archivio dei file") },
  });
});

it.each([
  ["refuses the key", { S3_ACCESS_KEY_ID: "un altro" }],
  ["hasn't the bucket", { S3_BUCKET: "altrove" }],
])("an object storage that %s says nothing of a file, which it may still have", async (_, wrong) => {
  const bytes = randomBytes(10);
  const { id } = await store("s3").put(organizationId, bytes);
  const files = new Files(database, loadConfig({ ...s3.settings, ...wrong }));
  for (const asked of [
    () => files.put(organizationId, bytes),
    () => files.read(organizationId, id),
    () => files.head({ organizationId, id, sizeBytes: 10 }),
  ])
    await expect(asked()).rejects.toMatchObject({ code: "unavailable" });
  expect(await store("s3").read(organizationId, id)).toEqual(bytes);
});

it("an object storage that breaks off in the middle of a file is unavailable too", async () => {
  const server = createServer((_, answer) => {
    answer.writeHead(200, { "content-length": "1000" });
    answer.write(randomBytes(500), () => answer.destroy());
  });
  const { url, close } = await listening(server);
  const { id } = await store("s3").put(organizationId, randomBytes(1000));
  const files = new Files(database, loadConfig({ ...s3.settings, S3_ENDPOINT: url }));
  await expect(files.read(organizationId, id)).rejects.toMatchObject({ code: "unavailable" });
  await close();
});

it.each([
  ["the headers", (answer: ServerResponse) => answer.socket?.write("HTTP/1.1 200 OK\r\nETag: ")],
  ["the body", (answer: ServerResponse) => answer.writeHead(200, { etag: '"1"', "content-length": 1000 }).write("x")],
])("an object storage that trickles %s is unavailable in the end", async (_, begin) => {
  const { url } = closedAfterTest(
    await listening(
      createServer((request, answer) => {
        request.resume();
        begin(answer);
        const more = setInterval(() => answer.socket?.write("x"), 20);
        answer.once("close", () => clearInterval(more));
      }),
    ),
  );
  const [slow, key] = [storeAt(url, 300), { organizationId, fileId: uuidv7() }];
  const read = async () => {
    for await (const _piece of slow.open(key, undefined, 1000));
  };
  const asked = [read(), slow.put(key, arriving(Buffer.from("x"))), slow.delete(key)];
  const unavailable = { status: "rejected", reason: expect.objectContaining({ code: "unavailable" }) };
  expect(await Promise.allSettled(asked)).toEqual(asked.map(() => unavailable));
});

it("a file whose size isn't known has the time of as many bytes as the answer says", async () => {
  const pieces = Array.from({ length: 5 }, () => randomBytes(20_000));
  const { url } = closedAfterTest(
    await listening(
      createServer(async (_request, answer) => {
        answer.writeHead(200, { etag: '"1"', "content-length": 100_000 });
        for (const piece of pieces) {
          answer.write(piece);
          await wait(350);
        }
        answer.end();
      }),
    ),
  );
  let read = 0;
  for await (const piece of storeAt(url, 1_000).open({ organizationId, fileId: uuidv7() })) read += piece.length;
  expect(read).toBe(100_000);
});

it("who reads a file may take longer than the storage", async () => {
  const { url } = closedAfterTest(
    await listening(
      createServer(async (_request, answer) => {
        answer.writeHead(200, { etag: '"1"', "content-length": 2 }).write("x");
        await wait(1_400);
        answer.end("x");
      }),
    ),
  );
  let read = 0;
  for await (const piece of storeAt(url, 1_000).open({ organizationId, fileId: uuidv7() })) {
    if (read === 0) await wait(1_200);
    read += piece.length;
  }
  expect(read).toBe(2);
});

describe("an object storage in whose place something else answers 200", () => {
  const page = "<html>Accedi alla rete</html>";
  const answering = async (ask: (files: Files) => Promise<unknown>, answer: RequestListener) => {
    const { url, close } = await listening(createServer(answer));
    const asked = ask(new Files(database, loadConfig({ ...s3.settings, S3_ENDPOINT: url })));
    await expect(asked).rejects.toMatchObject({ code: "unavailable" });
    await close();
  };
  const stored = async (bytes: Buffer) => {
    const kept = await store("s3").put(organizationId, bytes);
    await transact(database, null, async (unit) => {
      addFile(unit, kept, { organizationId, name: "x.pdf", contentType: "application/pdf", source: "upload" });
    });
    return kept.id;
  };

  it.each([10, partBytes + 1])("has kept nothing of %i bytes", async (size) => {
    await answering(
      (files) => files.put(organizationId, randomBytes(size)),
      (request, answer) => request.resume().on("end", () => answer.end(page)),
    );
  });

  it.each([
    ["the page", (answer: ServerResponse) => answer.end(page)],
    ["the beginning without its length", (answer: ServerResponse) => answer.write("x", () => answer.end())],
    ["more than there is", (answer: ServerResponse) => answer.end(randomBytes(200))],
  ])("gives no file by %s", async (_, give) => {
    const id = await stored(randomBytes(100));
    await answering(
      (files) => files.read(organizationId, id),
      (_request, answer) => give(answer),
    );
  });

  it("gives nothing of the page to who downloads the file", async () => {
    const id = await stored(randomBytes(100));
    await answering(
      async (files) => {
        for await (const piece of files.open(organizationId, id)) throw new Error(`gave ${piece.length} bytes`);
      },
      (_request, answer) => answer.end(page),
    );
  });

  it.each([
    ["the page", (answer: ServerResponse) => answer.end(page), "unavailable"],
    ["nothing", (answer: ServerResponse) => answer.end(), "unavailable"],
    ["a storage's own header", (answer: ServerResponse) => answer.setHeader("x-amz-request-id", "1").end(), "removed"],
    ["204", (answer: ServerResponse) => answer.writeHead(204).end(), "removed"],
  ])("has removed a file by an answer with %s: %#", async (_, give, outcome) => {
    const { url } = closedAfterTest(await listening(createServer((_request, answer) => give(answer))));
    const removal = storeAt(url).delete({ organizationId, fileId: uuidv7() });
    expect(
      await removal.then(
        () => "removed",
        ({ code }) => code,
      ),
    ).toBe(outcome);
  });

  it("gives no part of a file by the whole", async () => {
    const id = await stored(randomBytes(100));
    await answering(
      (files) => files.head({ organizationId, id, sizeBytes: 50 }),
      (_request, answer) => answer.end(randomBytes(100)),
    );
  });
});
