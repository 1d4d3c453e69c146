import { expect, it } from "@jest/globals";
import { setChannel } from "../../src/accounts/channels.js";
import { changesNothing } from "../../src/actions/action.js";
import { actions } from "../../src/actions/index.js";
import { createKey, createUser } from "../../src/admin/provision.js";
import { takeMail } from "../../src/channels/incoming/take-mail.js";
import { takeWritten } from "../../src/channels/incoming/take-written.js";
import { transact } from "../../src/db/transact.js";
import { startApi } from "../support/caller.js";
import { comparable } from "../support/comparable.js";
import { organization, type TestOrganization, type TestRecord } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";
import { type Records, recordsOf } from "../support/records.js";

const api = forAllTests(() => startApi({ waitLimitMs: 1 }));

const mail = (n: number, header = "") =>
  Buffer.from(
    `From: Maria Bianchi <maria.bianchi@cliente.test>\r\nTo: studio@studio.test\r\nSubject: Domanda\r\n` +
      `Message-ID: <${n}@cliente.test>\r\n${header}\r\nQuando passate?\r\n`,
  );

const from = "+393330000000";
const sms = (id: string) => ({ id, from, name: null, at: new Date(), text: "Arrivo", about: null, files: [] });

/** A firm in which the same people work as in its twin: Anna owns it, and Gianni is the guest of one project. */
interface Firm {
  org: TestOrganization;
  records: Records;
  guestKey: string;
  /** what it was answered while it did its work */
  said: unknown[];
  plain: (answer: unknown) => unknown;
}

async function working(): Promise<Firm> {
  const { database, config, log, files } = api.app;
  const org = await organization(api);
  const { organizationId } = org;
  const plain = comparable();
  const said: unknown[] = [];
  const does = async (operation: string, body: object): Promise<TestRecord> => {
    const result = await org.ok(operation, body);
    said.push([operation, plain(result)]);
    return result;
  };
  const person = { organizationId, password: "una frase molto lunga" };
  await createUser(database, { ...person, email: "anna@studio.test", name: "Anna Verdi", role: "owner" });
  const guest = { ...person, email: "gianni@ospite.test", name: "Gianni Neri", role: "guest" };
  const { userId } = await createUser(database, guest);
  const { key: guestKey } = await createKey(database, { organizationId, userId, name: "Gianni" });
  const records = await recordsOf(org);
  const [projectId, contactId] = [records.project.id, records.contact.id];
  await does("share_project", { projectId, userId, role: "editor" });
  await does("update_project", { projectId, municipality: "Bergamo" });
  await does("update_document", { docId: records.document.id, body: "L'immobile è sito in Treviglio." });

  // Each of these looks for others of its kind: for its number, or for what it may repeat.
  await does("create_contact", { name: "Carlo Blu", email: "carlo@cliente.test" });
  await does("create_project", { name: "Casa Neri", municipality: "Bergamo" });
  await does("create_task", { projectId, title: "Sopralluogo" });
  await does("create_reminder", { projectId, title: "Collaudo", dueAt: "2099-06-01" });
  await does("record_submission", { projectId, protocolNumber: "PG/2026/1" });
  await does("create_bill_of_quantities", { projectId, name: "Opere edili" });
  await does("save_as_template", { docId: records.document.id, title: "Modello" });
  await does("create_price_book", { name: "Listino", projectId });
  const letter = await does("create_document", {
    title: "Lettera",
    kind: "letter",
    body: "Buongiorno.",
    projectId,
    contactId,
  });
  await does("issue_document", { docId: letter.id });
  await does("send_issued_document", { docId: letter.id, followUpDays: 14 });
  await does("import_bill_of_quantities", { projectId, fileId: records.file.id });

  // The same mails and messages reach both, as those of a client of both do.
  const deps = { database, config, log, files };
  for (const [n, header] of [
    [1, ""],
    [2, "In-Reply-To: <1@cliente.test>\r\n"],
    [1, ""],
  ] as const)
    said.push(plain(await takeMail(deps, { organizationId, channel: "email", raw: mail(n, header) })));
  const receipt = Buffer.from("X-Ricevuta: accettazione\r\nX-Riferimento-Message-ID: <altrui@studio.test>\r\n\r\n");
  for (const raw of [receipt, receipt]) said.push(plain(await takeMail(deps, { organizationId, channel: "pec", raw })));
  for (const id of ["SM1", "SM2", "SM1"])
    said.push(plain(await takeWritten(database, { organizationId, channel: "sms", to: "+390350000000" }, sms(id))));
  return { org, records, guestKey, said, plain };
}

const words = ["Villa Rossi", "Maria Bianchi", "PG/2026/1", "scavo", "Lettera", "1/2026", "sue"];

/** What a firm is told by everything that can be asked. */
async function asked({ org, records, guestKey, plain }: Firm): Promise<unknown[]> {
  const { project, task, thread, bill, contact, reminder, document, file, book } = records;
  const ids = {
    projectId: project.id,
    taskId: task.id,
    threadId: thread.id,
    computoId: bill.id,
    contactId: contact.id,
  };
  const others = {
    reminderId: reminder.id,
    docId: document.id,
    fileId: file.id,
    bookId: book.id,
    otherBookId: book.id,
  };
  const known: Record<string, string> = { ...ids, ...others };
  const told: unknown[] = [];
  for (const { name, input } of actions.filter(changesNothing)) {
    const fields = Object.keys((input as unknown as { shape: object }).shape);
    const id = name.startsWith("list_") ? [] : fields.filter((field) => field in known);
    const body = Object.fromEntries(id.map((field) => [field, known[field]]));
    const bodies = fields.includes("query") ? words.map((query) => ({ ...body, query })) : [body];
    for (const key of [org.key, guestKey])
      for (const one of bodies) {
        const { status, result } = await org.call(name, one, key);
        told.push([name, one, status, result].map(plain));
      }
  }
  return told;
}

it("answers a firm as if it were alone, though another has the same people, names, numbers, mails and files", async () => {
  const first = await working();
  const alone = await asked(first);
  const second = await working();
  expect(second.said).toEqual(first.said);
  expect(await asked(second)).toEqual(alone);
  // What only the other has: of the first firm's text a review asks which towns it works in.
  await second.org.ok("create_project", { name: "Casa Blu", municipality: "Treviglio" });
  await second.org.ok("create_contact", { name: "Comune di Treviglio - SUE" });
  expect(await asked(first)).toEqual(alone);

  // What a client of both writes next goes on where it stands in each.
  for (const { org, said, plain } of [first, second]) {
    const { organizationId } = org;
    const answers = [
      await takeMail(api.app, { organizationId, channel: "email", raw: mail(3, "In-Reply-To: <1@cliente.test>\r\n") }),
      await takeWritten(api.app.database, { organizationId, channel: "sms", to: "+390350000000" }, sms("SM3")),
    ];
    for (const { threadId } of answers.map(plain) as TestRecord[])
      expect(JSON.stringify(said)).toContain(`"threadId":"${threadId}"`);
  }

  const { database, config } = api.app;
  const { organizationId } = second.org;
  const given = { smtpUrl: "smtps://u:p@smtp.pec.test", from: "studio@pec.test" };
  await transact(database, null, (unit) => setChannel(unit, config, { organizationId, channel: "pec", given }));
  const sent = (firm: Firm) => firm.org.call("send_message", { to: "ente@pec.test", body: "x", channel: "pec" });
  expect([(await sent(first)).status, (await sent(second)).status]).toEqual([422, 200]);
});
