import { expect, it } from "@jest/globals";
import { pageTexts } from "../../activities/pdf/sample.js";
import { restoreDeleted } from "../../support/deletions.js";
import { eventually } from "../../support/eventually.js";
import { createContact, createGuest, createIssued, createProject, organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { startSmtp } from "../../support/smtp.js";
import { startWorkingApi } from "../../support/working-api.js";

const smtp = forAllTests(startSmtp);
const api = forAllTests(() => startWorkingApi({ atOwnAddress: true }, smtp.url));
const org = forAllTests(() => organization(api, "Studio Rossi"));

const fetched = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());
const render = (docId: string, fields: object = {}, key?: string) =>
  org.ok("render_document", { docId, ...fields }, key);

it("gives of an issued document the very bytes that a delivery sends", async () => {
  const contact = await createContact(org);
  const { id: docId } = await createIssued(org, { title: "Offerta", contactId: contact.id });
  const { file, url } = await render(docId);
  expect(file).toMatchObject({ contentType: "application/pdf", source: "issued", projectId: null });
  const bytes = await fetched(url);
  expect((await pageTexts(bytes)).join()).not.toContain("BOZZA");
  await org.ok("send_issued_document", { docId });
  const mail = await eventually(async () => smtp.messages[0]);
  expect(mail.attachments[0]?.content.equals(bytes)).toBe(true);
  expect((await render(docId)).file).toEqual(file);
  const [revision] = (await org.ok("get_document", { docId })).revisions;
  expect(revision.pdf).toEqual({ fileId: file.id, sha256: file.sha256 });
});

it("may wait for its turn as long as a delivery's", async () => {
  const contact = await createContact(org);
  const { id: docId } = await org.ok("create_document", { title: "Offerta", contactId: contact.id });
  const rendered = await render(docId);
  await org.ok("issue_document", { docId });
  const { workflowId } = await org.ok("send_issued_document", { docId });
  const handle = api.temporal.client.workflow.getHandle(workflowId);
  // Until the relay has handed it over there is none.
  await eventually(() => handle.describe().catch(() => undefined));
  const limitsOf = async (id: string, activity: string) => {
    const { events } = await api.temporal.client.workflow.getHandle(id).fetchHistory();
    const [scheduled] = (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: one }) =>
      one?.activityType?.name === activity ? [one] : [],
    );
    return scheduled && { whole: scheduled.startToCloseTimeout, silent: scheduled.heartbeatTimeout };
  };
  const delivered = await eventually(() => limitsOf(workflowId, "prepareDelivery"));
  expect(await limitsOf(rendered.workflowId, "makePdf")).toEqual(delivered);
});

it("marks the working copy on every page, and keeps it until the sweep that ends its day", async () => {
  const project = await createProject(org);
  const { id: docId } = await org.ok("create_document", { title: "Relazione", projectId: project.id });
  await org.ok("update_document", { docId, body: "Una riga.\n\n".repeat(120) });
  const { file, url } = await render(docId);
  expect(file).toMatchObject({ name: "Preventivo (bozza).pdf", source: "export", projectId: project.id });
  const pages = await pageTexts(await fetched(url));
  expect(pages.length).toBeGreaterThan(1);
  for (const page of pages) expect(page).toContain("BOZZA");
  const { rows } = await api.pool.query(
    "select expires_at - created_at = interval '23 hours' as \"isADayLessAnHour\" from stored_file where id = $1",
    [file.id],
  );
  expect(rows).toEqual([{ isADayLessAnHour: true }]);
  expect((await org.ok("get_document", { docId })).number).toBeNull();
});

it("renders a revision that was replaced, and the copy that is to replace it", async () => {
  const { id: docId } = await createIssued(org, { title: "Prima" });
  await org.ok("set_document_status", { docId, status: "draft" });
  await org.ok("update_document", { docId, title: "Seconda" });
  const textOf = async (fields: object) => (await pageTexts(await fetched((await render(docId, fields)).url))).join();
  expect(await textOf({ revision: 1 })).toContain("Prima");
  expect(await textOf({})).toContain("Prima");
  const copy = await textOf({ revision: null });
  expect([copy.includes("Seconda"), copy.includes("rev. 2 · BOZZA")]).toEqual([true, true]);
  const missing = await org.call("render_document", { docId, revision: 2 });
  expect([missing.status, missing.detail?.startsWith("revision: ")]).toEqual([404, true]);
  expect((await org.call("render_document", { docId, revision: 2 ** 31 })).status).toBe(400);
});

it("names a working copy's contact and project only to who may view them, and those of a revision to all its readers", async () => {
  const project = await createProject(org, { name: "Villa Ferri" });
  const contact = await createContact(org, { name: "Ada Ferri", email: "ada@cliente.test", phone: "0461 1234567" });
  await org.ok("set_contact_details", { contactId: contact.id, address: "Via Nuova 7", vatNumber: "00743110157" });
  const fields = { title: "Offerta", projectId: project.id, contactId: contact.id };
  const { id: docId } = await org.ok("create_document", fields);
  const guest = await createGuest(org, project.id, "editor");
  const readingKey = await org.keyWith("documents:view");
  const personal = ["Ada Ferri", "Via Nuova 7", "00743110157", "0461 1234567", "ada@cliente.test"];
  const shownTo = async (key: string, asked: object = {}) => {
    const text = (await pageTexts(await fetched((await render(docId, asked, key)).url))).join();
    return { personal: personal.filter((one) => text.includes(one)), project: text.includes("Villa Ferri") };
  };
  const all = { personal, project: true };

  expect(await shownTo(org.key)).toEqual(all);
  expect(await shownTo(guest.key)).toEqual({ personal: [], project: true });
  expect(await shownTo(readingKey)).toEqual({ personal: [], project: false });
  await org.ok("issue_document", { docId });
  for (const key of [guest.key, readingKey]) {
    expect(await shownTo(key)).toEqual(all);
    expect((await shownTo(key, { revision: null })).personal).toEqual([]);
  }
});

it("of a working copy with a contact is found by nobody who may not view contacts, unless it was sent in a thread of theirs", async () => {
  const project = await createProject(org);
  const contact = await createContact(org);
  const { id: docId } = await org.ok("create_document", {
    title: "Offerta",
    projectId: project.id,
    contactId: contact.id,
  });
  const guest = await createGuest(org, project.id, "editor");
  const { id: fileId } = (await render(docId)).file;
  const { id: ownId } = (await render(docId, {}, guest.key)).file;
  const listed = async (key: string) => {
    const { items } = await org.ok("list_files", { source: "export" }, key);
    return [fileId, ownId].filter((one) => items.some(({ id }: { id: string }) => id === one));
  };
  const statuses = async (key: string) => {
    const read = await org.call("read_file", { fileId }, key);
    const link = await org.call("create_download_link", { fileId }, key);
    return [read.status, link.status];
  };
  const withoutContacts = await org.keyWith("documents:view", "inbox:view", "projects:view");
  for (const key of [guest.key, withoutContacts])
    expect([await listed(key), await statuses(key)]).toEqual([[ownId], [404, 404]]);
  expect([await listed(org.key), await statuses(org.key)]).toEqual([
    [fileId, ownId],
    [200, 200],
  ]);

  const { thread } = await org.ok("send_message", { to: "a@example.test", body: "Buongiorno.", projectId: project.id });
  const reply = { threadId: thread.id, body: "In allegato.", attachmentFileIds: [fileId] };
  expect((await org.call("reply_to_thread", reply, guest.key)).status).toBe(404);
  await org.ok("reply_to_thread", reply);
  for (const key of [guest.key, withoutContacts])
    expect([await listed(key), await statuses(key)]).toEqual([
      [fileId, ownId],
      [200, 200],
    ]);
});

it("is open to a guest of the project, whose link ends with the share", async () => {
  const project = await createProject(org);
  const guest = await createGuest(org, project.id, "viewer");
  const { id: docId } = await createIssued(org, { title: "Offerta", projectId: project.id });
  const { url } = await render(docId, {}, guest.key);
  expect((await fetched(url)).subarray(0, 4).toString()).toBe("%PDF");
  await org.ok("unshare_project", { projectId: project.id, userId: guest.userId });
  expect((await fetch(url)).status).toBe(404);
});

it("files the PDF of an issued document under the document's project, wherever that goes", async () => {
  const [first, second] = [await createProject(org), await createProject(org)];
  const guest = await createGuest(org, second.id, "editor");
  const { id: docId } = await createIssued(org, { title: "Offerta", projectId: first.id });
  const { id: fileId, projectId } = (await render(docId)).file;
  expect(projectId).toBe(first.id);
  const filed = async (id: string, key = org.key) =>
    (await org.ok("list_files", { projectId: id }, key)).items.map((file: { id: string }) => file.id);
  expect([await filed(first.id), await filed(second.id, guest.key)]).toEqual([[fileId], []]);
  await org.ok("move_document", { docId, projectId: second.id });
  expect([await filed(first.id), await filed(second.id, guest.key)]).toEqual([[], [fileId]]);
  expect(await org.call("update_file", { fileId, projectId: first.id })).toMatchObject({
    status: 409,
    detail: expect.stringContaining("move_document"),
  });
  await org.ok("delete_project", { projectId: second.id });
  await restoreDeleted(org, second.id);
  expect(await filed(second.id, guest.key)).toEqual([fileId]);
});

it("refuses what is too long to become a PDF, issued or not, and orders nothing", async () => {
  const { id: docId } = await org.ok("create_document", { title: "Offerta" });
  await org.ok("update_document", { docId, notes: "\n".repeat(20_001) });
  const refused = {
    status: 422,
    body: { detail: expect.stringMatching(/^The document is too long to become a PDF\./) },
  };
  expect(await org.call("render_document", { docId })).toMatchObject(refused);
  await org.ok("issue_document", { docId });
  expect(await org.call("render_document", { docId })).toMatchObject(refused);
  const { count } = await api.temporal.client.workflow.count(`PraticaRecord = '${docId}'`);
  expect(count).toBe(0);
});
