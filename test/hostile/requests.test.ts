import { connect, type Socket } from "node:net";
import { describe, expect, it, jest } from "@jest/globals";
import { startApi } from "../support/caller.js";
import { openAsOwner } from "../support/database.js";
import { eventually } from "../support/eventually.js";
import { createContact, createGuest, createProject, organization } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";

const api = forAllTests(() => startApi({ threads: true }));
const org = forAllTests(() => organization(api));

const send = (operation: string, body: string, key = org.key) =>
  fetch(`${api.url}/api/rest/actions/${operation}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body,
  });
const problemOf = async (answer: Response) =>
  [answer.status, ((await answer.json()) as { errors?: unknown[] }).errors?.length] as const;

describe("a text for the checks of a review to get lost in", () => {
  it("is refused as a contact's name, and as a body of more than a million characters", async () => {
    const name = `${"a".repeat(20_000)} aaab`;
    const { status, errors } = await org.call("create_contact", { name });
    expect([status, errors.map(({ pointer }) => pointer)]).toEqual([400, ["/name"]]);
    const { id: docId } = await org.ok("create_document", { title: "Offerta" });
    const { errors: long } = await org.call("update_document", { docId, body: "1/1/2026 ".repeat(115_000) });
    expect(long.map(({ pointer }) => pointer)).toEqual(["/body"]);
  });

  it.each([
    ["letters beside a name of such letters, older than the limit", "a".repeat(400_000)],
    ["dates, by a guest", "valida fino al 1/1/2026 ".repeat(15_000)],
  ])("lets others have their answers meanwhile: %s", async (_, body) => {
    const project = await createProject(org);
    const guest = await createGuest(org, project.id, "editor");
    const contact = await createContact(org);
    await api.pool.query("update contact set name = $2 where id = $1", [contact.id, `${"a".repeat(20_000)} aaab`]);
    const { id: docId } = await org.ok("create_document", { title: "Offerta", projectId: project.id });
    await org.ok("update_document", { docId, body }, guest.key);
    const inLane = jest.spyOn(api.app.lane, "run");
    let isReviewed = false;
    const review = org.call("review_document", { docId }, guest.key).finally(() => {
      isReviewed = true;
    });
    await eventually(async () => inLane.mock.calls.length > 0);
    inLane.mockRestore();
    await fetch(`${api.url}/healthz`);
    expect(isReviewed).toBe(false);
    expect((await review).status).toBe(200);
  });
});

describe("a body made to be expensive", () => {
  it("eight million brackets are refused before they are parsed, and so are as many as fit", async () => {
    expect((await send("list_projects", `{"a":${"[".repeat(8_000_000)}`)).status).toBe(413);
    expect(await problemOf(await send("list_projects", `{"a":${"[".repeat(2_000_000)}`))).toEqual([400, 1]);
  });

  it("a hundred thousand unknown properties get an answer of a hundred lines", async () => {
    const keys = Array.from({ length: 100_000 }, (_, index) => `"k${index}":0`).join();
    const answer = await send("add_price_book_entries", `{${keys}}`);
    expect([answer.status, Number(answer.headers.get("content-length")) < 20_000]).toEqual([400, true]);
    expect((await problemOf(answer))[1]).toBeLessThanOrEqual(101);
  });

  it("connections that hold nearly whole bodies take from their own organization alone", async () => {
    const megabyte = 1024 * 1024;
    const size = 31 * megabyte;
    const head = [
      "POST /api/rest/actions/add_price_book_entries HTTP/1.1",
      "Host: pratica",
      `Authorization: Bearer ${org.key}`,
      "Content-Type: application/json",
      `Content-Length: ${size + 1}`,
    ];
    const held = new Set<Socket>();
    const hold = () => {
      const socket = connect(Number(new URL(api.url).port), "127.0.0.1").on("error", () => undefined);
      held.add(socket);
      // Whichever request crosses the limit is refused, and that may be this one.
      socket.once("data", () => {
        socket.destroy();
        if (held.delete(socket)) hold();
      });
      socket.write(`${head.join("\r\n")}\r\n\r\n`);
      socket.write(Buffer.alloc(size, " "));
    };
    const other = await organization(api);
    try {
      hold();
      hold();
      const spaces = " ".repeat(3 * megabyte);
      await eventually(async () => (await send("add_price_book_entries", spaces)).status === 429);
      expect((await send("add_price_book_entries", spaces, other.key)).status).toBe(400);
    } finally {
      for (const socket of held) socket.destroy();
      held.clear();
    }
    // More than there is room for while one of them counts.
    const large = " ".repeat(20 * megabyte);
    await eventually(async () => (await send("add_price_book_entries", large)).status === 400);
  });
});

/** Answers every new contact as Postgres does when its disk is full. */
async function onFullDisk<T>(work: () => Promise<T>): Promise<T> {
  const owner = await openAsOwner(api.app.database.url);
  try {
    await owner.query(`create function no_room() returns trigger language plpgsql as $$
        begin raise 'could not extend file' using errcode = 'disk_full'; end $$;
      create trigger no_room after insert on contact execute function no_room();`);
    return await work();
  } finally {
    await owner.query("drop function no_room cascade");
    await owner.end();
  }
}

it("a full disk is a 503 in words, and nothing is half written", async () => {
  const written = async () =>
    (
      await api.pool.query(
        "select (select count(*) from contact) as rows, (select count(*) from audit_event) as events",
      )
    ).rows;
  const before = await written();
  const { status, code, detail } = await onFullDisk(() => org.call("create_contact", { name: "Anna" }));
  expect([status, code]).toEqual([503, "unavailable"]);
  expect(detail).toMatch(/disk is full/);
  expect(await written()).toEqual(before);
  expect((await org.call("create_contact", { name: "Anna" })).status).toBe(200);
});

describe("a client that reads none of its answers", () => {
  it("is given no more large ones than the server holds, until it leaves", async () => {
    const { id: projectId } = await createProject(org);
    const { id: computoId } = await org.ok("create_bill_of_quantities", { projectId, name: "Lungo" });
    const line = { type: "line", desc: "d".repeat(9_000), unit: "m", qty: 1, price: 1 };
    await org.ok("save_bill_of_quantities_lines", { computoId, lines: Array(1_000).fill(line) });
    const body = JSON.stringify({ computoId });
    const head = [
      "POST /api/rest/actions/get_bill_of_quantities HTTP/1.1",
      "Host: x",
      `Authorization: Bearer ${org.key}`,
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
    ];
    const deaf: Socket[] = [];
    const read = () => send("get_bill_of_quantities", body);
    try {
      const refused = await eventually(async () => {
        for (const _ of [1, 2, 3]) {
          const socket = connect(Number(new URL(api.url).port), "127.0.0.1").pause();
          socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
          deaf.push(socket);
        }
        const answer = await read();
        await answer.arrayBuffer();
        return answer.status === 429 ? answer : undefined;
      });
      expect(refused.headers.get("retry-after")).toBe("2");
      expect((await org.call("list_contacts", {})).status).toBe(200);
    } finally {
      for (const socket of deaf) socket.destroy();
    }
    await eventually(async () => (await read()).status === 200);
  });
});
