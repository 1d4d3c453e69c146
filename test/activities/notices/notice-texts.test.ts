import { describe, expect, it } from "@jest/globals";
import { failedDeliveryNotice } from "../../../src/activities/notices/failed-delivery.js";
import { failedMessageNotice } from "../../../src/activities/notices/failed-message.js";
import type { NoticeFacts } from "../../../src/activities/notices/notice-facts.js";
import {
  aheadNotice,
  dueNotice,
  needsReplyNotice,
  overdueNotice,
  reminderDate,
} from "../../../src/activities/notices/notice-texts.js";
import type { Message } from "../../../src/db/entities/message.js";
import type { Reminder } from "../../../src/db/entities/reminder.js";
import type { Thread } from "../../../src/db/entities/thread.js";
import { silenceMeans } from "../../../src/domain/clocks/overdue.js";
import { type ProjectType, projectTypes } from "../../../src/domain/vocabulary.js";

const nothing: NoticeFacts = {
  ...{
    firm: "Studio Tecnico Rinaldi",
    timezone: "Europe/Rome",
    projectName: null,
    projectType: null,
    municipality: null,
    projectProtocol: null,
  },
  ...{ clientName: null, contactName: null, submissionKind: null, submittedAt: null, submissionProtocol: null },
  ...{ documentKind: null, documentNumber: null, documentTitle: null, total: null },
  ...{ recipient: null, recipientPhone: null, sentTo: null, sentAt: null },
};
const villa = { projectName: "Villa Rossi", municipality: "Bergamo", clientName: "Mario Rossi" };
const filed = {
  submissionKind: "submission",
  submittedAt: new Date("2026-09-01"),
  submissionProtocol: "1234/2026",
} as const;
const quote: Partial<NoticeFacts> = {
  ...{ documentKind: "preventivo", documentNumber: "2026/0007", documentTitle: "Villa Rossi", total: 1234.5 },
  ...{ recipient: "Mario Rossi", sentTo: "mario@example.it", sentAt: new Date("2026-11-07T09:00:00Z") },
};
const around = (facts: Partial<NoticeFacts>): NoticeFacts => ({ ...nothing, ...facts });
const reminder = (fields: Partial<Reminder>) =>
  ({
    kind: "deadline",
    title: "Termine",
    dueAt: new Date("2026-11-30"),
    notes: null,
    documentId: null,
    ...fields,
  }) as Reminder;
const ending = (asked: string) =>
  `Per i dettagli chiedere all'assistente collegato: «Mostrami ${asked}».
Studio: Studio Tecnico Rinaldi`;

describe("a notice", () => {
  it("says of a deadline whose and what it is, by when, and how many days are left", () => {
    const facts = around({ ...villa, ...filed });
    const date = reminderDate(reminder({ notes: "Portare le tavole." }), facts);
    expect(aheadNotice("7 days", date, new Date("2026-11-23T07:30:00Z"), facts)).toEqual({
      name: "7 days",
      subject: "Scadenza tra 7 giorni: Termine",
      body: `Scadenza: Termine
Data: 30 novembre 2026 (tra 7 giorni)
Pratica: Villa Rossi, Bergamo
Cliente: Mario Rossi
Presentazione del 1° settembre 2026, protocollo 1234/2026

Portare le tavole.

${ending("il promemoria “Termine” della pratica “Villa Rossi”")}`,
    });
  });

  it("says of an unanswered document which it is, how much, to whom and when it went", () => {
    const facts = around({ ...villa, ...quote });
    const date = reminderDate(reminder({ kind: "follow_up", documentId: "x" }), facts);
    expect(dueNotice("due", date, date.dueAt, facts).body).toContain(`Finora non risulta alcuna risposta.
Pratica: Villa Rossi, Bergamo
Cliente: Mario Rossi
Documento: Preventivo n. 2026/0007: Villa Rossi, 1.234,50 € in tutto
Destinatario: Mario Rossi (mario@example.it), inviato il 7 novembre 2026 alle ore 10:00`);
  });

  it("says of an unanswered document at which phone its recipient is asked", () => {
    const facts = around({ ...quote, recipientPhone: "+39 333 1234567" });
    const date = reminderDate(reminder({ kind: "follow_up", documentId: "x" }), facts);
    expect(dueNotice("due", date, date.dueAt, facts).body).toContain(
      "alle ore 10:00\nTelefono: +39 333 1234567\n\nPer i dettagli",
    );
  });

  it.each([
    ["2026-11-30T22:30:00Z", "Scadenza: Termine", "30 novembre 2026"],
    ["2026-11-30T23:30:00Z", "Scadenza ieri: Termine", "30 novembre 2026 (ieri)"],
    ["2026-12-21T07:00:00Z", "Scadenza 21 giorni fa: Termine", "30 novembre 2026 (21 giorni fa)"],
  ])("says at %s of a date that has come how long ago it was", (at, subject, said) => {
    const date = reminderDate(reminder({ kind: "deadline" }), around({}));
    const notice = dueNotice("due", date, new Date(at), around({}));
    expect(notice.subject).toBe(subject);
    expect(notice.body).toContain(`\nData: ${said}\n`);
  });

  it.each([
    ["hearing", "Udienza ieri: Termine"],
    ["follow_up", "Sollecito previsto ieri: Termine"],
    ["payment", "Pagamento previsto ieri: Termine"],
    ["generic", "Promemoria previsto ieri: Termine"],
  ] as const)("doesn't say of a %s that comes late that it was done", (kind, subject) => {
    const date = reminderDate(reminder({ kind }), around({}));
    const notice = dueNotice("due", date, new Date("2026-12-01T07:00:00Z"), around({}));
    expect(notice.subject).toBe(subject);
    expect(notice.body).toContain("\nData: 30 novembre 2026 (ieri)\n");
  });

  it("says of a deadline that has passed what was filed, and what was opened", () => {
    const { subject, body } = overdueNotice(
      "overdue",
      new Date("2026-11-30"),
      "Verificare",
      around({ ...villa, ...filed }),
    );
    expect(subject).toBe("Termine decorso: Villa Rossi");
    expect(body).toContain("Presentazione del 1° settembre 2026, protocollo 1234/2026\nTermine: 30 novembre 2026\n");
    expect(body).toContain("«Verificare»");
    expect(body).toContain(ending("la pratica “Villa Rossi”"));
  });

  it("says of a deadline that has passed what silence means for this kind of procedure", () => {
    const said = (projectType: ProjectType) =>
      overdueNotice("overdue", new Date("2026-11-30"), "Verificare", around({ ...villa, projectType })).body;
    for (const type of projectTypes) {
      expect(said(type)).toContain(
        `l'attività «Verificare».\nLa fase della pratica non è stata modificata.\n\n${silenceMeans[type].it}\n\nPer i dettagli`,
      );
      expect(/attestazione da chiedere/.test(said(type))).toBe(type === "scia" || type === "cila");
    }
    expect(said("permesso_di_costruire")).toContain("art. 20, comma 8, D.P.R. 380/2001");
    expect(said("scia")).toContain("solo in autotutela (artt. 19, commi 3, 4 e 6-bis, e 21-nonies, L. 241/1990)");
  });

  it("names no authority where the term was a court's or a client's", () => {
    const said = (projectType: ProjectType) =>
      overdueNotice("overdue", new Date("2026-11-30"), "Verificare", around({ ...villa, projectType })).body;
    expect(said("perizia")).toMatch(/^Il termine della perizia è decorso senza un esito registrato\.\n/);
    expect(said("catastale")).toMatch(/^Il termine per la decisione dell'ente è decorso senza un esito registrato\.\n/);
  });

  it("says of a thread who waits, and since when", () => {
    const thread = { subject: "Accesso agli atti", address: "sue@comune.example" };
    const facts = around({ contactName: "Comune di Bergamo" });
    const { body } = needsReplyNotice("x", thread, new Date("2026-11-19T10:00:00Z"), facts);
    expect(body).toContain("Interlocutore: Comune di Bergamo (sue@comune.example)");
    expect(body).toContain("In attesa dal: 19 novembre 2026");
    expect(body).toContain("la conversazione “Accesso agli atti” con “Comune di Bergamo”");
  });

  it("says of a document that failed to arrive where it went, and why", () => {
    const message = {
      error: "550 5.1.1 unknown user",
      status: "failed",
      handedOverAt: null,
      channel: "email",
    } as const;
    const { body } = failedDeliveryNotice(
      reminder({ title: "Attesa" }),
      message,
      around({ ...quote, sentAt: null }),
      true,
    );
    expect(body).toContain(`Documento: Preventivo n. 2026/0007: Villa Rossi, 1.234,50 € in tutto
Destinatario: Mario Rossi (mario@example.it)
Risposta del server di posta: 550 5.1.1 unknown user.`);
    expect(body).toContain(ending("il documento n. 2026/0007"));
  });

  it("says in Italian why a document didn't leave, in a server's words only where these are its own", () => {
    const reasonOf = (error: string) => {
      const message = { error, status: "failed", handedOverAt: null, channel: "email" } as const;
      return failedDeliveryNotice(reminder({ title: "Attesa" }), message, around(quote), true).body;
    };
    expect(reasonOf("the mail server's name is unknown (ENOTFOUND)")).toContain(
      "Il messaggio non è arrivato al server di posta: il nome del server di posta è sconosciuto (ENOTFOUND).",
    );
  });

  it("says of a document that may have arrived no more than is known, though a later attempt failed", () => {
    const error = "the mail server refuses connections (ECONNREFUSED)";
    const message = { error, status: "uncertain", handedOverAt: null, channel: "email" } as const;
    const { subject, body } = failedDeliveryNotice(reminder({ title: "Attesa" }), message, around(quote), true);
    expect(subject).toBe("Consegna incerta: Attesa");
    expect(body).toMatch(/^Non si sa se un documento sia stato consegnato\.\n/);
    expect(body).toContain("\nIl server di posta può aver ricevuto il messaggio, ma non l'ha confermato.\n");
    expect(body).toContain("Chiedere al destinatario se lo ha ricevuto; se no, inviare di nuovo.\n");
  });

  it("says of a document that came back the server's words as a sentence, and nothing where it had none", () => {
    const saidOf = (error: string, channel: "email" | "pec" = "email") => {
      const message = { error, status: "failed", handedOverAt: new Date(), channel } as const;
      return failedDeliveryNotice(reminder({ title: "Attesa" }), message, around(quote), false).body;
    };
    expect(saidOf("5.1.1 User unknown.")).toContain("\nIl messaggio è tornato indietro: 5.1.1 User unknown.\n");
    expect(saidOf("")).toContain("\nIl messaggio è tornato indietro.\n");
    expect(saidOf("", "pec")).toContain("\nAvviso del gestore PEC.\n");
  });

  it("leaves out what isn't known", () => {
    const facts = around({});
    const date = reminderDate(reminder({ kind: "generic" }), facts);
    const { body } = dueNotice("due", date, date.dueAt, facts);
    expect(body).toBe(`Promemoria: Termine\nData: 30 novembre 2026\n\n${ending("il promemoria “Termine”")}`);
  });
});

it("names the chat of a message that failed by whom it is with: it has no subject", () => {
  const message = { status: "failed", channel: "whatsapp", to: "+393331234567", subject: null, error: "" } as Message;
  const notice = (contactName: string | null) =>
    failedMessageNotice(message, { subject: null } as Thread, { ...nothing, contactName });
  expect(notice("Anna Verdi").subject).toBe("Non consegnato: messaggio WhatsApp per Anna Verdi");
  expect(notice("Anna Verdi").body).toContain("«Mostrami la conversazione WhatsApp con “Anna Verdi”»");
  expect(notice(null).subject).toBe("Non consegnato: messaggio WhatsApp per +393331234567");
  expect(notice(null).body).not.toContain("Oggetto");
});

it("tells the writer of a WhatsApp message what its failure means, and what to do", () => {
  const message = { status: "failed", channel: "whatsapp", to: "+393331234567", subject: null } as Message;
  const body = (error: string) =>
    failedMessageNotice(Object.assign(message, { error }), { subject: null } as Thread, nothing).body;
  expect(body("WhatsApp answered 400: 131026 Message Undeliverable.")).toContain(
    [
      "Il messaggio non è stato consegnato: il numero non ha WhatsApp, o non può ricevere questo messaggio; risposta del servizio: WhatsApp ha risposto 400: 131026 Message Undeliverable.",
      "Controllare il numero, o scrivere per un altro canale.",
      "",
    ].join("\n"),
  );
  expect(body("WhatsApp answered 500")).toContain("Controllare l'indirizzo o il numero e le impostazioni del canale");
});
